"""Fall: the joints give way, and protect the body as far as asked, until it lies still.

A body that protects itself reaches with its arms for the ground where it will land, and lets the
arms give once they bear. Forwards it bends its knees under extended hips, so that knees and hands
land under a level trunk, and draws its head back. Backwards it sits, its back rounded, the chin
tucked. Sideways hips and knees fold, the trunk stays in line, and the head keeps off the ground.
Once its trunk or head has landed, the arms keep their pose relative to the trunk.
"""

from __future__ import annotations

import math

import numpy as np

from ..base.rotations import matrices_from_rotation_vectors, multiply_quaternions
from ..bodies.strength import ADULT_LEG, base_name
from ..controllers.balance.compliant_fall import (
    QUICKNESS,
    Compliant,
    compliant_actuators,
    make_compliant,
)
from ..controllers.gait.footing import load_on, outward
from ..controllers.program.anatomy import Anatomy
from ..simulation.body import Body, Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array, heading_of
from .behaviour import Behaviour, Values
from .biped import Biped
from .coming_to_rest import LOOK_STEPS, ComingToRest
from .hands.holding import drop

SIDES = (".L", ".R")
# Numbers without a source: tuned on falls between the benchmark's directions, judged by bench
# falling and bench fall_pops.
# Speed of the center of mass below which the pose relaxes [m/s], and in which time [s].
SLOW, LETS_GO = 0.3, 0.3
LIMP_DAMPING = 0.25  # of the joints' damping: resistance of muscles at rest
# Of each joint's stiffness in a fall that protects fully; the rest of the body is limp.
STIFFNESS_SCALE = {"shoulder": 10.0, "elbow": 12.0, "neck": 8.0, "waist": 5.0, "back": 5.0,
            "hip": 1.0, "knee": 0.4, "ankle": 0.3, "toe": 150.0}  # fmt: skip
OUTWARD_REACH, TOWARDS_REACH = 0.3, 0.8  # sideways, and to where it falls, of how far down
# The trunk turns on while the arms reach, by at most an angle [rad]: expected so long before [s].
EXPECTED, MOST_EXPECTED = 0.1, 1.2
DETOUR = 4.0  # of the middle of the reach in a way to the other side of an arm
# Middle direction of a left arm's reach, in the trunk's frame, and its largest deviation [rad].
MIDDLE_OF_REACH = np.array([0.85, 0.53, 0.0])
FURTHEST_OFF = 1.9
LANDED_PARTS = ("torso", "head")
LEG = ("hip", "knee", "ankle")
BEARS = 0.05  # of the weight: a leg whose foot bears more is limp
TENSES, LEAST_SHARE = 0.06, 0.01  # time in which a leg relaxes or tenses [s]; negligible share
REACHING_ELBOW, GIVEN_ELBOW = 0.4, 1.4  # reaching, and once the hand bears [rad]
# Pitches of hip, knee, ankle, neck, and of waist and back each [rad].
FORWARDS = np.array([0.2, 1.8, -0.3, -0.6, -0.1])
BACKWARDS = np.array([-1.0, 1.3, -0.3, 0.8, 0.4])
SIDEWAYS = np.array([-1.0, 1.3, -0.3, 0.0, 0.0])
HEAD_ASIDE = 0.6  # of the neck, away from the ground, falling sideways [rad]


class Fall(Behaviour[Biped]):
    """
    Attributes:
        protect: 0 for a limp body, 1 for one that protects itself.
    """

    may_touch = None  # the body means to fall: anything may touch the ground
    meets_itself = True
    moves_body = True

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self.protect = 1.0
        self._body = views_of(Body, body.body)
        self._anatomy: Anatomy = body.anatomy
        self._dt = float(body.command["dt"])
        self._compliants: Rows[Compliant] = make_compliant(self._body, self._dt)
        self._compliant = self._compliants[0]
        self._compliant["damping"] = LIMP_DAMPING
        self._compliant["quickness"] = QUICKNESS * math.sqrt(
            ADULT_LEG / float(self._anatomy["leg"])
        )
        self._joints = {s.joint.name: i for i, s in enumerate(body.character.segments)}
        self._steps = 0
        self._tension = 1.0
        self._trunk = [body.character.segment_names.index(name) for name in LANDED_PARTS]
        self._has_landed = False
        self._gives = [False, False]
        self._folds = {part + side: 1.0 for part in LEG for side in SIDES}
        feet = [*self._anatomy["foot"], *self._anatomy["toes"]]
        self._weight = float(self._anatomy["total_mass"] * body.command["gravity"])
        self._rest = ComingToRest(feet, self._weight)

    def enter(self) -> None:
        drop(self.body)
        self.body.sitting = self.body.running = None

    def command(self, values: Values) -> None:
        self.protect = values["protect"]

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        """What was in each other as the fall began collides as soon as it is apart."""
        self.body.meet_itself(True)

    @property
    def is_over(self) -> bool:
        """Whether the body lies at rest."""
        return self._rest.is_at_rest

    def act(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        if self._steps % LOOK_STEPS == 0:
            state = views_of(Motion, motion)
            passed = LOOK_STEPS * self._dt
            self.body.events += self._rest.look(state, passed, self.body.is_unconscious)
            self._let_go(state, passed)
            self._brace(state, passed)
        self._steps += 1
        flat: Array = compliant_actuators(self.body.body, motion, self._compliants)
        return flat

    def _let_go(self, motion: Motion, passed: float) -> None:
        """Relax and straighten the pose once the body lies."""
        if self._rest.has_fallen and float(np.linalg.norm(motion.com_velocity)) < SLOW:
            self._tension *= math.exp(-passed / LETS_GO)

    def _brace(self, motion: Motion, passed: float) -> None:
        """Set the protective pose and its stiffness."""
        anatomy = self._anatomy
        towards = _direction_of_fall(motion, anatomy, float(self.body.command["gravity"]))
        # Direction of the fall as the body faces: forwards, to the left.
        heading = heading_of(motion.rotation[0])
        forward = towards[0] * math.cos(heading) + towards[1] * math.sin(heading)
        left = towards[1] * math.cos(heading) - towards[0] * math.sin(heading)
        self._has_landed |= bool(motion.load[self._trunk].max() > 0.0)
        hip, knee, ankle, neck, spine = self._tension * _pitches(forward)
        for side, name in enumerate(SIDES):
            if not self._has_landed:
                self._reach(motion, side, towards)
            self._spare(motion, side, passed)
            self._set("hip" + name, _turned(0.0, hip))
            self._set("knee" + name, knee)
            self._set("ankle" + name, ankle)
        self._set("neck", _turned(HEAD_ASIDE * left, neck))
        for name in ("waist", "back"):
            self._set(name, _turned(0.0, spine))
        for name, joint in self._joints.items():
            share = STIFFNESS_SCALE.get(base_name(name), 0.0) * self._folds.get(name, 1.0)
            self._compliant["stiffness_scale"][joint] = self.protect * self._tension * share

    def _spare(self, motion: Motion, side: int, passed: float) -> None:
        """Relax a leg while its foot bears: the folding leg would drag the foot along.

        Once the trunk has landed the leg stays limp; it would otherwise relax and fold in turns.
        """
        load = load_on(self._anatomy, motion, side)
        for part in LEG:
            name = part + SIDES[side]
            stays_limp = self._has_landed and self._folds[name] < 1.0
            goal = 0.0 if stays_limp or load > BEARS * self._weight else 1.0
            left = (self._folds[name] - goal) * math.exp(-passed / TENSES)
            self._folds[name] = goal + (left if abs(left) > LEAST_SHARE else 0.0)

    def _reach(self, motion: Motion, side: int, towards: Array) -> None:
        """Reach with an arm for the ground ahead of the fall; an arm that bore keeps giving."""
        anatomy, out, name = self._anatomy, outward(side), SIDES[side]
        trunk = motion.rotation[anatomy["torso"]]
        turn = EXPECTED * motion.angular_velocity[anatomy["torso"]]
        turn *= min(1.0, MOST_EXPECTED / max(float(np.linalg.norm(turn)), 1e-9))
        way = TOWARDS_REACH * towards + out * OUTWARD_REACH * trunk[:, 1] - [0.0, 0.0, 1.0]
        goal = trunk.T @ matrices_from_rotation_vectors(-turn) @ way
        now = -trunk.T @ motion.rotation[anatomy["upper_arm"][side], :, 2]
        bears = motion.load[anatomy["hand"][side]] + motion.load[anatomy["lower_arm"][side]] > 0.0
        self._gives[side] |= bool(bears)
        self._set("shoulder" + name, _turn_of_arm(_detour(now, goal, out), out))
        self._set("elbow" + name, -(GIVEN_ELBOW if self._gives[side] else REACHING_ELBOW))

    def _set(self, joint: str, position: Array | float) -> None:
        at = self._body.position_index[self._joints[joint]]
        self._compliant["goal"][at : at + np.size(position)] = position


def _direction_of_fall(motion: Motion, anatomy: Anatomy, gravity: float) -> Array:
    """(3,) level vector, of length 1 at most: the direction in which the body tips and moves."""
    feet = 0.5 * (motion.origin[anatomy["foot"][0]] + motion.origin[anatomy["foot"][1]])
    lean = (motion.com - feet) / anatomy["leg"] + motion.com_velocity / math.sqrt(
        gravity * anatomy["leg"]
    )
    lean[2] = 0.0
    size = float(np.linalg.norm(lean))
    towards: Array = lean / max(size, 0.3)
    return towards


def _pitches(forward: float) -> Array:
    """(5,) goals of `FORWARDS`, `BACKWARDS` and `SIDEWAYS`, blended by the share forwards."""
    ahead = FORWARDS if forward > 0.0 else BACKWARDS
    return SIDEWAYS + abs(forward) * (ahead - SIDEWAYS)


def _turned(roll: float, pitch: float) -> Array:
    """(4,) turn of a joint about its parent's axes."""
    angle = math.hypot(roll, pitch)
    share = math.sin(angle / 2) / max(angle, 1e-9)
    return np.array([math.cos(angle / 2), share * roll, share * pitch, 0.0])


def _detour(now: Array, goal: Array, out: float) -> Array:
    """(3,) direction for an arm to go to, in the trunk's frame, on its way to a goal (3,).

    The shortest turn from behind the back to overhead leads through the trunk, where the end of
    the shoulder's range holds the arm; a goal on the other side is reached by way of the middle.

    Args:
        now: (3,) present direction.
        out: sign of the arm's side.
    """
    goal = goal / np.linalg.norm(goal)
    return goal + DETOUR * max(0.0, -float(now @ goal)) * _middle(out)


def _middle(out: float) -> Array:
    """(3,) middle direction of an arm's reach, in the trunk's frame."""
    middle: Array = MIDDLE_OF_REACH * np.array([1.0, out, 1.0])
    return middle / np.linalg.norm(middle)


def _turn_of_arm(way: Array, out: float) -> Array:
    """(4,) turn of an arm that hangs down the trunk into a direction (3,) in the trunk's frame.

    The turn goes by way of the middle of the arms' reach. The shortest turn from hanging would be
    discontinuous where an arm passes overhead; this one is so only behind the back.

    Args:
        out: sign of the arm's side.
    """
    middle = _middle(out)
    onward = _shortest_turn(middle, way / np.linalg.norm(way), FURTHEST_OFF)
    hanging = _shortest_turn(np.array([0.0, 0.0, -1.0]), middle, math.pi)
    return multiply_quaternions(onward, hanging)


def _shortest_turn(start: Array, end: Array, most: float) -> Array:
    """(4,) turn by at most an angle [rad] from one unit vector towards another."""
    axis = np.cross(start, end)
    sine, cosine = float(np.linalg.norm(axis)), float(start @ end)
    half = 0.5 * min(math.atan2(sine, cosine), most)
    turn: Array = np.concatenate([[math.cos(half)], math.sin(half) / max(sine, 1e-9) * axis])
    return turn / np.linalg.norm(turn)

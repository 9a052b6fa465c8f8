"""Fall: the joints give way, and protect the body as far as asked, until it lies still.

A body that protects itself reaches with its arms for the ground where it will land, lets the arms
give once they bear, tucks the chin, and lets knees and hips fold to shorten the way down. Once its
trunk or head has landed, the arms keep their pose relative to the trunk.
"""

from __future__ import annotations

import math

import numpy as np

from ..base.rotations import multiply_quaternions
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
# Numbers without a source: tuned by hand, judged by bench fall_pops.
# Speed of the center of mass below which the pose relaxes [m/s], and in which time [s].
SLOW, LETS_GO = 0.3, 0.4
LIMP_DAMPING = 0.25  # of the joints' damping: resistance of muscles at rest
# Of each joint's stiffness in a fall that protects fully; the rest of the body is limp.
STIFFNESS_SCALE = {"shoulder": 5.0, "elbow": 6.0, "neck": 3.0, "waist": 1.0, "back": 1.0,
            "hip": 0.2, "knee": 0.2, "ankle": 0.3}  # fmt: skip
OUTWARD_REACH, TOWARDS_REACH = 0.3, 0.8  # sideways, and to where it falls, of how far down
# Middle direction of a left arm's reach, in the trunk's frame, and its largest deviation [rad].
MIDDLE_OF_REACH = np.array([0.85, 0.53, 0.0])
FURTHEST_OFF = 1.9
LANDED_PARTS = ("torso", "head")
LEG = ("hip", "knee", "ankle")
BEARS = 0.05  # of the weight: a leg whose foot bears more is limp
TENSES, LEAST_SHARE = 0.06, 0.01  # time in which a leg relaxes or tenses [s]; negligible share
REACHING_ELBOW, GIVEN_ELBOW = 0.4, 1.4  # reaching, and once the hand bears [rad]
CHIN_TUCK, CURL = 0.6, 0.3  # of the neck, of waist and back each, falling backwards [rad]
HEAD_BACK = 0.4  # falling forwards [rad]
FOLDED_HIP, FOLDED_KNEE, BENT_ANKLE = 1.0, 1.3, 0.3  # [rad]


class Fall(Behaviour[Biped]):
    """
    Attributes:
        protect: 0 for a limp body, 1 for one that protects itself.
    """

    may_touch = None  # the body means to fall: anything may touch the ground
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

    @property
    def is_over(self) -> bool:
        """Whether the body lies at rest."""
        return self._rest.is_at_rest

    def act(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        if self._steps % LOOK_STEPS == 0:
            state = views_of(Motion, motion)
            passed = LOOK_STEPS * self._dt
            self.body.events += self._rest.look(state, passed)
            self._let_go(state, passed)
            self._brace(state, passed)
        self._steps += 1
        flat: Array = compliant_actuators(self.body.body, motion, self._compliants)
        return flat

    def _let_go(self, motion: Motion, passed: float) -> None:
        """Relax the pose once the body lies."""
        if self._rest.has_fallen and float(np.linalg.norm(motion.com_velocity)) < SLOW:
            self._tension *= math.exp(-passed / LETS_GO)

    def _brace(self, motion: Motion, passed: float) -> None:
        """Set the protective pose and its stiffness."""
        anatomy = self._anatomy
        towards = _direction_of_fall(motion, anatomy, float(self.body.command["gravity"]))
        # Direction of the fall in the trunk's frame: forwards, to the left.
        heading = heading_of(motion.rotation[0])
        forward = towards[0] * math.cos(heading) + towards[1] * math.sin(heading)
        self._has_landed |= bool(motion.load[self._trunk].max() > 0.0)
        for side, name in enumerate(SIDES):
            if not self._has_landed:
                self._reach(motion, side, towards)
            self._spare(motion, side, passed)
            self._set("hip" + name, _about_y(-FOLDED_HIP))
            self._set("knee" + name, FOLDED_KNEE)
            self._set("ankle" + name, -BENT_ANKLE)
        backwards, forwards = max(-forward, 0.0), max(forward, 0.0)
        self._set("neck", _about_y(CHIN_TUCK * backwards - HEAD_BACK * forwards))
        for name in ("waist", "back"):
            self._set(name, _about_y(CURL * backwards))
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
        anatomy, trunk = self._anatomy, motion.rotation[self._anatomy["torso"]]
        out = outward(side) * OUTWARD_REACH * trunk[:, 1]
        way = trunk.T @ (TOWARDS_REACH * towards + out - np.array([0.0, 0.0, 1.0]))
        bears = motion.load[anatomy["hand"][side]] + motion.load[anatomy["lower_arm"][side]] > 0.0
        self._gives[side] |= bool(bears)
        name = SIDES[side]
        self._set("shoulder" + name, _turn_of_arm(way, outward(side)))
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


def _about_y(angle: float) -> Array:
    return np.array([math.cos(angle / 2), 0.0, math.sin(angle / 2), 0.0])


def _turn_of_arm(way: Array, out: float) -> Array:
    """(4,) turn of an arm that hangs down the trunk into a direction (3,) in the trunk's frame.

    The turn goes by way of the middle of the arms' reach. The shortest turn from hanging would be
    discontinuous where an arm passes overhead; this one is so only behind the back.

    Args:
        out: sign of the arm's side.
    """
    middle = MIDDLE_OF_REACH * np.array([1.0, out, 1.0])
    middle /= np.linalg.norm(middle)
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

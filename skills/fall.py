"""Fall: give way, and protect the body as far as asked, until everything lies still.

A body that protects itself reaches for the ground where it falls to, lets the arms give once they
bear, tucks the chin, and lets knees and hips fold so that the way down is short.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..controllers.anatomy import Record
from ..controllers.footing import outward
from ..controllers.yielding import make_yielding, yield_actuators
from ..rigs.strength import base_name
from ..simulation.body import Body, Motion
from ..simulation.records import views_of
from ..simulation.rotation import Array, heading_of
from .biped import Biped, Values
from .coming_to_rest import LOOK, ComingToRest
from .handling import drop

MAY_TOUCH = None  # it means to fall: anything may touch the ground

SLOW, LETS_GO = 0.3, 0.4  # of the center of mass, and how fast the pose is then let go [m/s], [s]
LIMP_DAMPING = 0.25  # of the joints' damping: what muscles at rest resist
# Of each joint's stiffness in a fall that protects fully; the rest of the body is limp.
FIRMNESS = {"shoulder": 5.0, "elbow": 6.0, "neck": 3.0, "waist": 1.0, "back": 1.0,
            "hip": 0.2, "knee": 0.2, "ankle": 0.3}  # fmt: skip
OUTWARD_REACH, TOWARDS_REACH = 0.3, 0.8  # sideways, and to where it falls, of how far down
FURTHEST_BACK = -0.5  # no shoulder reaches further back: part of a unit vector
ELBOW_BEND, GIVEN_ELBOW = 0.4, 1.4  # reaching, and once the hand bears [rad]
CHIN_TUCK, CURL = 0.6, 0.3  # of the neck, of waist and back each, falling backwards [rad]
HEAD_BACK = 0.4  # falling forwards [rad]
FOLDED_HIP, FOLDED_KNEE, BENT_ANKLE = 1.0, 1.3, 0.3  # [rad]


class Fall:
    """A fall that goes on; `protect` is 0 for a limp body, 1 for one that protects itself."""

    def __init__(self, biped: Biped) -> None:
        self.protect = 1.0
        self._biped = biped
        self._body = views_of(Body, biped.body)
        self._who: Record = biped.anatomy[0]
        self._dt = float(biped.command["dt"][0])
        self._yielding: NDArray[Any] = make_yielding(self._body, self._dt)
        self._yielding["damping"] = LIMP_DAMPING
        self._joints = {s.joint.name: i for i, s in enumerate(biped.character.segments)}
        self._steps = 0
        self._tension = 1.0
        feet = [*self._who["foot"], *self._who["toes"]]
        weight = float(self._who["total_mass"] * biped.command["gravity"][0])
        self._rest = ComingToRest(feet, weight)

    @property
    def is_over(self) -> bool:
        """Whether it lies at rest."""
        return self._rest.is_at_rest

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""
        if self._steps % LOOK == 0:
            state = views_of(Motion, motion)
            passed = LOOK * self._dt
            self._biped.news += self._rest.look(state, passed)
            self._let_go(state, passed)
            self._brace(state)
        self._steps += 1
        flat: Array = yield_actuators(self._biped.body, motion, self._yielding)
        return flat

    def _let_go(self, motion: Motion, passed: float) -> None:
        """Let go of the pose once it lies."""
        if self._rest.has_fallen and float(np.linalg.norm(motion.com_velocity)) < SLOW:
            self._tension *= math.exp(-passed / LETS_GO)

    def _brace(self, motion: Motion) -> None:
        """Set the pose that protects, and how firmly it is held."""
        who, trunk = self._who, motion.rotation[self._who["torso"]]
        towards = _direction_of_fall(motion, who, float(self._biped.command["gravity"][0]))
        # Where it falls to, in the frame of the trunk: forwards, to the left.
        heading = heading_of(motion.rotation[0])
        forward = towards[0] * math.cos(heading) + towards[1] * math.sin(heading)
        for side, name in enumerate((".L", ".R")):
            out = outward(side) * OUTWARD_REACH * trunk[:, 1]
            reach = trunk.T @ (TOWARDS_REACH * towards + out - np.array([0.0, 0.0, 1.0]))
            self._set("shoulder" + name, _turn_from_hanging(reach))
            bears = motion.load[who["hand"][side]] + motion.load[who["lower_arm"][side]] > 0.0
            self._set("elbow" + name, -(GIVEN_ELBOW if bears else ELBOW_BEND))
            self._set("hip" + name, _about_y(-FOLDED_HIP))
            self._set("knee" + name, FOLDED_KNEE)
            self._set("ankle" + name, -BENT_ANKLE)
        backwards, forwards = max(-forward, 0.0), max(forward, 0.0)
        self._set("neck", _about_y(CHIN_TUCK * backwards - HEAD_BACK * forwards))
        for name in ("waist", "back"):
            self._set(name, _about_y(CURL * backwards))
        for name, joint in self._joints.items():
            share = FIRMNESS.get(base_name(name), 0.0)
            self._yielding["firmness"][0, joint] = self.protect * self._tension * share

    def _set(self, joint: str, position: Array | float) -> None:
        at = self._body.position_index[self._joints[joint]]
        self._yielding["pose"][0, at : at + np.size(position)] = position


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    drop(biped)
    biped.sitting = None
    biped.running = None
    biped.law = Fall(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    assert isinstance(biped.law, Fall)
    biped.law.protect = values["protect"]


def _direction_of_fall(motion: Motion, who: Record, gravity: float) -> Array:
    """(3,) level vector, of length 1 at most: where the body tips to and moves."""
    feet = 0.5 * (motion.origin[who["foot"][0]] + motion.origin[who["foot"][1]])
    lean = (motion.com - feet) / who["leg"] + motion.com_velocity / math.sqrt(gravity * who["leg"])
    lean[2] = 0.0
    size = float(np.linalg.norm(lean))
    towards: Array = lean / max(size, 0.3)
    return towards


def _about_y(angle: float) -> Array:
    return np.array([math.cos(angle / 2), 0.0, math.sin(angle / 2), 0.0])


def _turn_from_hanging(reach: Array) -> Array:
    """(4,) shortest turn of an arm that hangs down the trunk towards a vector in its frame."""
    x, y, z = reach / np.linalg.norm(reach)
    x = max(x, FURTHEST_BACK)
    q = np.array([1.0 - z, y, -x, 0.0])
    size = float(np.linalg.norm(q))
    return _about_y(-math.pi) if size < 1e-6 else q / size

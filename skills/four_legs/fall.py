"""Fall: give way until everything lies still; one that protects itself draws its legs in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...controllers.yielding import make_yielding, yield_actuators
from ...rigs.strength import base_name
from ...simulation.body import Body, Motion
from ...simulation.pose import joint_positions
from ...simulation.records import views_of
from ...simulation.rotation import Array
from .quadruped import Quadruped, Values

MAY_TOUCH = None  # it means to fall: anything may touch the ground

LOOK = 20  # time steps from one look at how it lies to the next
STILL, STILL_FOR = 0.1, 0.3  # every segment slower than this for so long: at rest [m/s], [s]
DOWN = 0.03  # of body weight on anything but the feet: it has fallen
LIMP_DAMPING = 0.25  # of the joints' damping: what muscles at rest resist
# Of each joint's stiffness in a fall that protects fully; the rest of the body is limp.
FIRMNESS = {"neck": 3.0, "head": 2.0, "hip.F": 0.3, "hip.B": 0.3, "knee.F": 0.2, "knee.B": 0.2,
            "ankle.F": 0.2, "ankle.B": 0.2, **dict.fromkeys(
                ("spine1", "spine2", "spine3", "spine4", "torso"), 0.6)}  # fmt: skip


class Fall:
    """A fall that goes on; `protect` is 0 for a limp body, 1 for one that protects itself."""

    def __init__(self, quadruped: Quadruped) -> None:
        self.protect = 1.0
        self._quadruped = quadruped
        self._dt = float(quadruped.command["dt"][0])
        character = quadruped.character
        self._yielding: NDArray[Any] = make_yielding(views_of(Body, quadruped.body), self._dt)
        self._yielding["damping"] = LIMP_DAMPING
        pose = joint_positions(character, {})
        self._yielding["pose"][0, : len(pose)] = pose
        self._firmness = np.array(
            [FIRMNESS.get(base_name(s.joint.name), 0.0) for s in character.segments]
        )
        self._feet = quadruped.anatomy[0]["foot"]
        self._steps, self._still_for = 0, 0.0
        self._has_fallen = self.is_at_rest = False

    @property
    def is_over(self) -> bool:
        """It lies until another cue begins."""
        return False

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""
        if self._steps % LOOK == 0:
            self._watch(views_of(Motion, motion), LOOK * self._dt)
        self._steps += 1
        count = len(self._firmness)
        self._yielding["firmness"][0, :count] = self.protect * self._firmness
        flat: Array = yield_actuators(self._quadruped.body, motion, self._yielding)
        return flat

    def _watch(self, motion: Motion, passed: float) -> None:
        """Tell when it has fallen, and when it is at rest."""
        weight = self._quadruped.character.mass * float(self._quadruped.command["gravity"][0])
        bearing = float(motion.load.sum() - motion.load[self._feet].sum())
        if not self._has_fallen and bearing > DOWN * weight:
            self._has_fallen = True
            self._quadruped.news.append("fell")
        speed = float(np.linalg.norm(motion.velocity, axis=1).max())
        self._still_for = self._still_for + passed if speed < STILL else 0.0
        if self._has_fallen and not self.is_at_rest and self._still_for >= STILL_FOR:
            self.is_at_rest = True
            self._quadruped.news.append("at_rest")


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    quadruped.routine, quadruped.posture = None, "fallen"
    quadruped.law = Fall(quadruped)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    assert isinstance(quadruped.law, Fall)
    quadruped.law.protect = values["protect"]

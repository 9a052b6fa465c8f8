"""A learned controller that walks in a plane: Sharon 2004."""

from __future__ import annotations

import numpy as np

from ...bodies.character import Character
from ...catalogue.planar import controller_of
from ...controllers.planar.walking import CONTROL_STEP, nearest_of_all, planar_actuators
from ...simulation.body import Body, Motion
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ..behaviour import Values
from .policy import fitted, make_memory, make_policy, pose_from


class PlanarWalker:
    """A controller at work on a body."""

    def __init__(self, character: Character, body: Rows[Body], values: Values) -> None:
        self._body = body
        controller = fitted(character, controller_of(values["controller"]))
        _, self._policy = make_policy(character, controller)
        self._memory, self._memory_record = make_memory()

    def take_over(self, before: PlanarWalker, motion: Rows[Motion]) -> None:
        """Take over from another controller, at any moment of the stride."""
        self._memory.unloaded[:] = before._memory.unloaded
        self._memory.active[0] = nearest_of_all(
            self._body, motion, self._policy, self._memory_record
        )

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step."""
        flat: Array = planar_actuators(
            self._body, motion, self._policy, self._memory_record, CONTROL_STEP
        )
        return flat


def start_of(character: Character, values: Values) -> tuple[Array, Array]:
    """(n,) the pose in which the walk begins, and (2 + n,) its rates as in `World.set_going`."""
    start = fitted(character, controller_of(values["controller"]))["start"]
    return pose_from(character, start["pose"]), np.array(start["rates"])

"""What the skills of a biped share: one walker whose command the active cue sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..controllers.anatomy import make_anatomy
from ..controllers.gait import make_command, make_memory
from ..controllers.walker import walk_actuators
from ..rigs.character import Character
from ..simulation.rotation import Array

FEET = frozenset({"foot.L", "foot.R", "toes.L", "toes.R"})
Values = Mapping[str, float | None]


@dataclass
class Biped:
    """A biped under control: `command` is what to do, `memory` all that lives between steps."""

    body: NDArray[Any]
    anatomy: NDArray[Any]
    command: NDArray[Any]
    memory: NDArray[Any]

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""
        flat: Array = walk_actuators(self.body, self.anatomy, motion, self.command, self.memory)
        return flat


def make_biped(
    character: Character, body: NDArray[Any], heading: float, gravity: float, time_step: float
) -> Biped:
    """A biped that stands and faces `heading`."""
    command = make_command()
    command["heading"] = heading
    command["gravity"] = gravity
    command["dt"] = time_step
    return Biped(body, make_anatomy(character), command, make_memory(heading))


def set_heading(biped: Biped, heading: float | None) -> None:
    """Turn to a world direction; None keeps the one faced when the cue began."""
    if heading is not None:
        biped.command["heading"] = heading


def keep_heading(biped: Biped) -> None:
    """Stop turning: what is faced now is what is wanted."""
    biped.command["heading"] = np.copy(biped.memory["heading"])

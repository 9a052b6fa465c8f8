"""What the skills of a four-legged body share: one law whose command the active cue sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...bodies.quadruped import DOG_HEIGHT
from ...catalogue.gaits import GAITS
from ...controllers.quadruped.quadruped import quadruped_actuators
from ...controllers.quadruped.records import (
    STANDING,
    make_quadruped_anatomy,
    make_quadruped_command,
    make_quadruped_memory,
)
from ...simulation.rotation import Array
from .routine import Routine

PAWS = frozenset({"foot.FL", "foot.FR", "foot.BL", "foot.BR"})
STEP_HEIGHT = 0.15  # of the leg, where a cue gives none
Values = Mapping[str, Any]


class Mover(Protocol):
    """What moves a body in place of its own law, until another cue begins."""

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""


@dataclass
class Quadruped:
    """A four-legged body under control: `command` is what to do, `memory` what lives between steps.

    Attributes:
        routine: a series of movements that goes on, as sitting down; None in a gait.
        law: what moves it in place of its own law, for the length of a cue.
        posture: what it has come to: "standing", "sitting", "lying" on the belly, or "fallen".
        follows: what it does once it stands that is getting up; None where it is not.
        news: events since they were last taken note of.
        plans: ways to get up that were found before.
        heights: of the ground and of props under places (n, 2), looked at from a height [m].
    """

    character: Character
    body: NDArray[Any]
    anatomy: NDArray[Any]
    command: NDArray[Any]
    memory: NDArray[Any]
    routine: Routine | None = None
    law: Mover | None = None
    posture: str = "standing"
    follows: Callable[[Quadruped], None] | None = None
    news: list[str] = field(default_factory=list)
    plans: tuple[str, ...] = ()
    heights: Callable[[Array, float], Array] | None = None

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""
        if self.law is not None:
            return self.law.actuators(motion)
        if self.routine is not None:
            self.routine.go_on(motion)
        flat: Array = quadruped_actuators(
            self.body, self.anatomy, motion, self.command, self.memory
        )
        return flat

    @property
    def is_rising(self) -> bool:
        """Whether it is getting up."""
        return self.routine is not None and self.follows is not None

    @property
    def has_done(self) -> bool:
        """Whether what it was at is done."""
        return self.routine is None and self.law is None

    @property
    def leg(self) -> float:
        """Hip to sole, standing [m]."""
        return float(self.anatomy["leg"][0])

    @property
    def slowness(self) -> float:
        """Its times, of those of a dog."""
        return math.sqrt(self.leg / DOG_HEIGHT)

    @property
    def beat(self) -> float:
        """sqrt(leg / g): the time [s] in which bodies of any size do alike."""
        return math.sqrt(self.leg / float(self.command["gravity"][0]))


def make_quadruped(
    character: Character, body: NDArray[Any], heading: float, gravity: float, time_step: float
) -> Quadruped:
    """A four-legged body that stands and faces `heading`."""
    command = make_quadruped_command()
    command["heading"] = heading
    command["gravity"] = gravity
    command["dt"] = time_step
    quadruped = Quadruped(
        character,
        body,
        make_quadruped_anatomy(character),
        command,
        make_quadruped_memory(heading),
    )
    stand_still(quadruped)
    return quadruped


def stand_still(quadruped: Quadruped) -> None:
    """Come to a stop, and step in place where balance asks for it."""
    keep_heading(quadruped)
    quadruped.command["mode"] = STANDING
    quadruped.command["speed"] = 0.0
    stand_tall(quadruped)
    set_gait(quadruped, "trot", 0.0)


def stand_tall(quadruped: Quadruped) -> None:
    """Level, at full height, on all feet."""
    command = quadruped.command
    command["height"] = 1.0
    for name in ("pitch", "roll", "surge", "shift", "rests", "tucked", "nod"):
        command[name] = 0
    command["step"] = math.nan


def set_gait(quadruped: Quadruped, name: str, speed: float) -> None:
    """Take over a gait's rhythm, as it suits size and speed."""
    gait, command = GAITS[name], quadruped.command
    pace = abs(speed) * quadruped.beat / quadruped.leg
    period = max(gait.period - gait.shortening * pace, gait.shortest)
    command["offset"] = gait.offsets
    command["duty"] = gait.duty
    command["period"] = period * quadruped.beat
    command["step_height"] = STEP_HEIGHT * quadruped.leg


def keep_heading(quadruped: Quadruped) -> None:
    """Stop turning: what is faced now is what is wanted."""
    quadruped.command["heading"] = np.copy(quadruped.memory["heading"])
    quadruped.command["turn_rate"] = math.nan


def set_heading(quadruped: Quadruped, heading: float | None) -> None:
    """Turn to a world direction; None keeps the one faced when the cue began."""
    if heading is not None:
        quadruped.command["heading"] = heading

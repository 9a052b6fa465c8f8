"""How members of a crowd move, where each of them starts, and what it begins with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_number
from ..catalogue.crowds import LARGEST_COMPANY
from ..catalogue.styles import NATURAL
from ..shots.cue import Cue
from .queues import Queue
from .seats import SeatPlace
from .surfaces import Surface

Array = NDArray[np.float64]
Range = tuple[float, float]
LEAST_RADIUS, NEXT = 0.5, 0.9  # [m] of a circle, and from one to the next in it
VARIATION = 1.0  # of members' steps, so that no two walk alike


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How members move; each member draws its own values from the ranges (lowest, highest).

    Attributes:
        speed: walking speed [m/s].
        step_period: [s]; None: the one that suits each body.
        step_height: [m]; None: the one that suits each body.
        styles: of walking, of which each member has one; without them natural.
        dances: of which each member that dances has one; without them all there are.
        bpm: tempo of a dance [beats per minute].
        goals: points (x, y) [m] to walk to in turn; without them, the opposite side.
        together: smallest and largest number of those who walk side by side, where members walk to
            places, or stand in a circle.
        stay: how long members sit, or are served at the head of a queue [s].
        start_seated: whether members that do not come out of a source sit from the beginning.
    """

    speed: Range = (0.9, 1.3)
    step_period: Range | None = None
    step_height: Range | None = None
    styles: tuple[str, ...] = ()
    dances: tuple[str, ...] = ()
    bpm: float = 110.0
    goals: tuple[tuple[float, float], ...] = ()
    together: tuple[int, int] = (1, 1)
    stay: Range = (5.0, 15.0)
    start_seated: bool = False

    def __post_init__(self) -> None:
        for size in self.together:
            check_number("the size of a company", size, "", 1, LARGEST_COMPANY)

    def gait(self, random: np.random.Generator) -> dict[str, Any]:
        """Random gait parameters of one member."""
        gait: dict[str, Any] = {"speed": float(random.uniform(*self.speed))}
        for name in ("step_period", "step_height"):
            drawn = getattr(self, name)
            if drawn is not None:
                gait[name] = float(random.uniform(*drawn))
        style = str(random.choice(self.styles or (NATURAL,)))
        return {**gait, "style": style, "variation": VARIATION}


class Circle(NamedTuple):
    """A circle of members that face each other, and one of them.

    Attributes:
        middle: (2,) [m].
        rank: number of the member in it, of `size`.
        turn: of the first one around the middle [rad].
    """

    middle: Array
    rank: int
    size: int
    turn: float

    @property
    def radius(self) -> float:
        """[m]"""
        if self.size < 2:
            return LEAST_RADIUS
        return max(LEAST_RADIUS, NEXT / 2 / math.sin(math.pi / self.size))

    @property
    def outwards(self) -> Array:
        """(2,) direction from the middle to the member."""
        angle = self.turn + 2.0 * math.pi * self.rank / self.size
        return np.array([math.cos(angle), math.sin(angle)])


class Where(NamedTuple):
    """Where a member starts, and where it may go.

    Attributes:
        place: (2,) [m]; heading: a random one [rad].
        sinks: by which it may leave.
        comes: whether it comes out of a source.
        seat: its own; queue: in which it lines up; circle: in which it stands; None where it has
            none.
    """

    surface: Surface
    place: Array
    heading: float
    sinks: Sequence[Surface]
    comes: bool = False
    seat: SeatPlace | None = None
    queue: Queue | None = None
    circle: Circle | None = None


class Start(NamedTuple):
    """How a member starts: its heading [rad], its cues, whether it leaves after them, and its place
    (2,) [m] where it has another one than was drawn for it.
    """

    heading: float
    cues: Sequence[Cue]
    leaves: bool = False
    place: Array | None = None

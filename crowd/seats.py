"""Seats of a crowd: benches and chairs with places, of which each member is given one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_number
from ..base.errors import InvalidInput
from ..shots.ground import Ground
from ..shots.hand_reach import corners_at
from ..shots.prop import Prop
from .surfaces import Surface

Array = NDArray[np.float64]
PLACE = 0.6  # [m], breadth of a place: shoulders and a gap
BEFORE = 1.0  # [m] before the front edge: beyond the feet of those who sit beside
# Of the leg: the seats on which a body sits down and rises surely, 36 to 65 cm for an adult
# (bench sitting).
LOWEST, HIGHEST = 0.4, 0.72
BESIDE, AHEAD = 0.6, 1.8  # [m] around and before seats, where nobody stands about
WHIM = 2.0  # how many times as far a member may walk to another seat than the nearest
MOST_TRIES = 1000  # to find a place that is not there
ROUNDING = 1e-6


class SeatPlace(NamedTuple):
    """A place on a seat.

    Attributes:
        seat: name of the seat's prop.
        edge: (2,) middle of the place at the front edge [m]; before: (2,) where to come to first.
        heading: of those who sit [rad]; top: height of the seat in the world [m].
    """

    seat: str
    edge: Array
    before: Array
    heading: float
    top: float

    def suits(self, leg: float, ground: Ground) -> bool:
        """Whether a body with a leg of this length [m] can sit down here and rise."""
        x, y = self.before.tolist()
        height = self.top - (ground.height_at(x, y) or 0.0)
        return LOWEST * leg <= height <= HIGHEST * leg


@dataclass(frozen=True, kw_only=True, eq=False)
class Seat:
    """
    Attributes:
        prop: a box or a mesh with a level top, which never moves.
        heading: that those who sit on it face [rad].
        place: breadth of one place [m]; a seat has as many as fit, and at least one.
    """

    prop: Prop
    heading: float
    place: float = PLACE

    def __post_init__(self) -> None:
        check_number("the heading of a seat", self.heading, "rad", -100.0, 100.0)
        check_number("the breadth of a place to sit", self.place, "m", 0.2, 10.0)
        if self.prop.shape not in ("box", "mesh") or not self.prop.is_static:
            raise InvalidInput(
                f"The seat {self.prop.name!r} must be a box or a mesh that never moves, got a "
                f"{self.prop.shape} of {self.prop.mass:g} kg."
            )

    @property
    def _axes(self) -> Array:
        """(2, 2) directions ahead and to the left of those who sit."""
        cosine, sine = math.cos(self.heading), math.sin(self.heading)
        return np.array([[cosine, sine], [-sine, cosine]])

    @property
    def _extent(self) -> Array:
        """(2, 2) lowest and highest coordinate ahead and to the left [m]."""
        seen = self._corners[:, :2] @ self._axes.T
        return np.stack([seen.min(axis=0), seen.max(axis=0)])

    @property
    def _corners(self) -> Array:
        """(n, 3) [m], in the world."""
        prop = self.prop
        return corners_at(prop, np.array(prop.position, float), np.array(prop.orientation, float))

    def places(self) -> list[SeatPlace]:
        """The places from right to left, evenly over the front edge."""
        axes, (low, high) = self._axes, self._extent
        count = max(int((high[1] - low[1]) / self.place + ROUNDING), 1)
        across = low[1] + (high[1] - low[1]) * (np.arange(count) + 0.5) / count
        edges = np.stack([np.full(count, high[0]), across], axis=1) @ axes
        top = float(self._corners[:, 2].max())
        return [
            SeatPlace(self.prop.name, edge, edge + BEFORE * axes[0], self.heading, top)
            for edge in edges
        ]

    def keeps_free(self, place: Array) -> bool:
        """Whether a place (2,) [m] is on the seat, or where people come and go."""
        (low, high), seen = self._extent, self._axes @ place
        within = low - BESIDE < seen, seen < high + (AHEAD, BESIDE)
        return bool(within[0].all() and within[1].all())


@dataclass(frozen=True, eq=False)
class AroundSeats:
    """A surface without the seats on it, and without the room before them."""

    surface: Surface
    seats: Sequence[Seat]

    @property
    def name(self) -> str:
        return f"{self.surface.name} beside the seats"

    @property
    def bounds(self) -> Array:
        return self.surface.bounds

    def place(self, random: np.random.Generator) -> Array:
        """Raises InvalidInput where seats take all of the surface."""
        for _ in range(MOST_TRIES):
            place = self.surface.place(random)
            if not any(seat.keeps_free(place) for seat in self.seats):
                return place
        raise InvalidInput(f"There is no room on {self.name}: give the crowd more room.")


def around_seats(surface: Surface, seats: Sequence[Seat]) -> Surface:
    """Where members may stand on a surface with seats."""
    return AroundSeats(surface, seats) if seats else surface


def given_places(
    seats: Sequence[Seat], starts: Sequence[Array], random: np.random.Generator
) -> list[SeatPlace | None]:
    """The place of each of some members, one after the other: a free one that is not far from where
    it starts (2,) [m], as its whim has it; None where all are taken.
    """
    free = [place for seat in seats for place in seat.places()]
    given = list[SeatPlace | None]()
    for start in starts:
        whims = random.uniform(1.0, WHIM, size=len(free))
        away = [np.linalg.norm(place.before - start) for place in free]
        given.append(free.pop(int(np.argmin(whims * away))) if free else None)
    return given


def with_seats(props: Sequence[Prop], seats: Sequence[Seat]) -> list[Prop]:
    """The props of a shot, with the seats in place of what has their names."""
    names = {seat.prop.name for seat in seats}
    return [*(prop for prop in props if prop.name not in names), *(s.prop for s in seats)]

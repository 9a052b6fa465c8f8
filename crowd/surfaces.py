"""The surface on which a crowd starts: a rectangle, a mesh, or a strip along a curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_number
from ..base.errors import InvalidInput

Array = NDArray[np.float64]
LARGEST = 1e4  # [m]


class Surface(Protocol):
    """A region of the ground on which members may start."""

    @property
    def name(self) -> str:
        """The name of the surface in a sentence."""

    @property
    def bounds(self) -> Array:
        """The smallest and the largest x and y of the surface, (2, 2) [m]."""

    def place(self, random: np.random.Generator) -> Array:
        """A random place (2,) [m], uniform over the area."""


@dataclass(frozen=True)
class Rectangle:
    """A rectangle around the origin, with lengths along x and y [m]."""

    size: tuple[float, float]

    def __post_init__(self) -> None:
        for axis, length in zip("xy", self.size, strict=True):
            check_number(f"the area's {axis}", length, "m", 0.0, LARGEST, above=True)

    @property
    def name(self) -> str:
        return "{:g} x {:g} m".format(*self.size)

    @property
    def bounds(self) -> Array:
        half = np.array(self.size, float) / 2
        return np.stack([-half, half])

    def place(self, random: np.random.Generator) -> Array:
        return np.array(random.uniform(*self.bounds))


@dataclass(frozen=True, eq=False)
class Triangles:
    """A mesh seen from above: corners (n, 3, 2) [m]."""

    corners: Array

    def __post_init__(self) -> None:
        if not self._areas.sum() > 0.0:
            raise InvalidInput("The surface has no area seen from above: choose another mesh.")

    @property
    def name(self) -> str:
        return f"a mesh of {self._areas.sum():.3g} m2"

    @property
    def bounds(self) -> Array:
        points = self.corners.reshape(-1, 2)
        return np.stack([points.min(axis=0), points.max(axis=0)])

    @property
    def _areas(self) -> Array:
        one, other = np.moveaxis(self.corners[:, 1:] - self.corners[:, :1], 1, 0)
        areas: Array = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
        return areas

    def place(self, random: np.random.Generator) -> Array:
        areas = self._areas
        a, b, c = self.corners[random.choice(len(areas), p=areas / areas.sum())]
        along, across = random.uniform(size=2)
        if along + across > 1.0:
            along, across = 1.0 - along, 1.0 - across
        place: Array = a + along * (b - a) + across * (c - a)
        return place


@dataclass(frozen=True, eq=False)
class Strip:
    """A strip of a given width [m] along a polyline (n, 2) [m]."""

    way: Array
    width: float

    @property
    def name(self) -> str:
        return f"a strip of {self._lengths.sum():.3g} x {self.width:g} m"

    @property
    def bounds(self) -> Array:
        half = self.width / 2
        return np.stack([self.way.min(axis=0) - half, self.way.max(axis=0) + half])

    @property
    def _lengths(self) -> Array:
        lengths: Array = np.linalg.norm(np.diff(self.way, axis=0), axis=1)
        return lengths

    def place(self, random: np.random.Generator) -> Array:
        lengths = self._lengths
        piece = random.choice(len(lengths), p=lengths / lengths.sum())
        along = (self.way[piece + 1] - self.way[piece]) / lengths[piece]
        aside = random.uniform(-0.5, 0.5) * self.width * np.array([-along[1], along[0]])
        place: Array = self.way[piece] + random.uniform() * lengths[piece] * along + aside
        return place

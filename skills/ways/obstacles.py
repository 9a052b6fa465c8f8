"""Obstacles that stand or hang across a walker's way."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from ...shots.shot import Prop
from ...simulation.rotation import Array, matrix_of


@dataclass(frozen=True)
class Obstacle:
    """A prop that never moves: its outline from above and its extent in height."""

    outline: Array  # (n, 2) corners of its convex hull, in order [m]
    low: float  # [m]
    high: float  # [m]


class Line(NamedTuple):
    """A straight line ahead from a place (2,) [m]; lengths are measured from there."""

    place: Array
    heading: float

    @property
    def ahead(self) -> Array:
        """(2,) direction."""
        return np.array([math.cos(self.heading), math.sin(self.heading)])

    @property
    def left(self) -> Array:
        """(2,) direction."""
        return np.array([-math.sin(self.heading), math.cos(self.heading)])

    def point(self, along: float, aside: float = 0.0) -> Array:
        """(2,) point at distances along the line and to the left [m]."""
        point: Array = self.place + along * self.ahead + aside * self.left
        return point

    def along(self, place: Array) -> float:
        """Distance of a place (2,) along the line [m]."""
        return float((place - self.place) @ self.ahead)

    def aside(self, place: Array) -> float:
        """Distance of a place (2,) to the left of the line [m]."""
        return float((place - self.place) @ self.left)


def obstacles_of(props: Iterable[Prop]) -> list[Obstacle]:
    """The props that never move, as obstacles."""
    return [_obstacle(_corners_of(prop)) for prop in props if prop.is_static]


def _corners_of(prop: Prop) -> Array:
    """(n, 3) corners of a prop, or of a box around it, in the world [m]."""
    if prop.shape == "mesh":
        own = np.array(prop.vertices, float)
    else:
        own = np.array(list(product((-0.5, 0.5), repeat=3))) * _extent(prop)
    corners: Array = own @ matrix_of(np.array(prop.orientation, float)).T + prop.position
    return corners


def _extent(prop: Prop) -> Array:
    """(3,) full lengths of a box around a prop [m]."""
    if prop.shape == "box":
        return np.array(prop.size, float)
    across = 2.0 * prop.size[0]
    return np.array([across, across, prop.size[-1] if prop.shape == "capsule" else across])


def _obstacle(corners: Array) -> Obstacle:
    low, high = float(corners[:, 2].min()), float(corners[:, 2].max())
    return Obstacle(_outline(corners[:, :2]), low, high)


def span_across(obstacle: Obstacle, line: Line, half_width: float) -> tuple[float, float] | None:
    """Begin and end [m] of an obstacle in a lane along a line; None where it is not in the lane."""
    away = obstacle.outline - line.place
    starts = np.stack([away @ line.ahead, away @ line.left], axis=1)
    inside = [point for point in starts if abs(point[1]) <= half_width]
    for start, end in zip(starts, np.roll(starts, -1, axis=0), strict=True):
        for edge in (-half_width, half_width):
            if (start[1] - edge) * (end[1] - edge) < 0.0:
                share = (edge - start[1]) / (end[1] - start[1])
                inside.append(start + share * (end - start))
    if not inside:
        return None
    along = [float(point[0]) for point in inside]
    return min(along), max(along)


def _outline(points: Array) -> Array:
    """(n, 2) convex hull of points, counterclockwise."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Half a convex hull: points with left turns only (monotone chain)."""
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (x0, y0), (x1, y1) = chain[-2:]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0.0:
                break
            chain.pop()
        chain.append((x, y))
    return chain

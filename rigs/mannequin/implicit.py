"""Shapes as functions of space, below 0 inside: lofts along an axis, ellipsoids, and their union.

The values are near to distances only close to the surface; a smooth union needs no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FAR = 0.06  # value beyond the reach of every shape, of the body's height
SAMPLES = 240  # of a profile
THINNEST = 1e-4  # radius, of the body's height


class Solid(Protocol):
    """A shape with a box around it."""

    def values(self, points: Array) -> Array:
        """(n,) values at points (n, 3)."""

    def box(self) -> tuple[Array, Array]:
        """Lowest and highest corner (3,) of a box that holds the shape."""


@dataclass(frozen=True)
class Blended:
    """A shape and the radius of the fillet to the shapes before it."""

    solid: Solid
    fillet: float


class Section(NamedTuple):
    """Half width, half depth and the middle along the depth of a section."""

    width: float
    depth: float
    ahead: float


class Loft:
    """Superelliptic sections along an axis.

    Args:
        origin: where the axis has its 0 (3,).
        frame: rows are the directions of the section's width and depth, and of the axis (3, 3).
        rows: of knots: place on the axis, half width, half depth, middle along the depth, exponent,
            middle along the width. Radii that start or end with 0 round the ends.
    """

    def __init__(self, origin: Array, frame: Array, rows: Array) -> None:
        self.origin, self.frame = origin, frame
        self.at = np.linspace(rows[0, 0], rows[-1, 0], SAMPLES)
        squared = rows[:, 1:3] ** 2  # whose root ends vertically, as a sphere's
        curves = [smooth_curve(rows[:, 0], column, self.at) for column in squared.T]
        self.width, self.depth = (np.maximum(np.sqrt(np.maximum(c, 0.0)), THINNEST) for c in curves)
        self.ahead, self.power, self.aside = (
            smooth_curve(rows[:, 0], column, self.at) for column in rows[:, 3:6].T
        )

    def values(self, points: Array) -> Array:
        across, deep, along = self.frame @ (points - self.origin).T
        at = np.clip(along, self.at[0], self.at[-1])

        def here(table: Array) -> Array:
            return np.interp(at, self.at, table)

        u, v = across - here(self.aside), deep - here(self.ahead)
        power = here(self.power)
        size = (np.abs(u / here(self.width)) ** power + np.abs(v / here(self.depth)) ** power) ** (
            1 / power
        )
        radius = np.hypot(u, v)
        # The distance to the section along the ray from its middle.
        section = np.where(size > 1e-6, radius * (1.0 - 1.0 / np.maximum(size, 1e-6)), -FAR)
        beyond = np.abs(along - at)
        return np.where(beyond > 0.0, np.hypot(np.maximum(section, 0.0), beyond), section)

    def section(self, at: float) -> Section:
        """The section at a place on the axis."""
        tables = (self.width, self.depth, self.ahead)
        return Section(*(float(np.interp(at, self.at, table)) for table in tables))

    def box(self) -> tuple[Array, Array]:
        corners = []
        for side in (-1.0, 1.0):
            for front in (-1.0, 1.0):
                u, v = self.aside + side * self.width, self.ahead + front * self.depth
                corners.append(self.origin + np.stack([u, v, self.at], axis=1) @ self.frame)
        every = np.concatenate(corners)
        return every.min(axis=0), every.max(axis=0)


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid; `frame`: rows are its axes (3, 3)."""

    center: Array
    frame: Array
    radii: Array

    def values(self, points: Array) -> Array:
        local = (points - self.center) @ self.frame.T
        size = np.maximum(np.linalg.norm(local / self.radii, axis=1), 1e-6)
        outside: Array = np.linalg.norm(local, axis=1) * (1.0 - 1.0 / size)
        return outside

    def box(self) -> tuple[Array, Array]:
        reach = np.linalg.norm(self.frame * self.radii[:, None], axis=0)
        return self.center - reach, self.center + reach


@dataclass(frozen=True)
class Figure:
    """A body that is symmetric in x: the union of shapes on its left, with fillets; above z = 0."""

    shapes: Sequence[Blended]

    @cached_property
    def boxes(self) -> list[tuple[Array, Array]]:
        return [shape.solid.box() for shape in self.shapes]

    def values(self, points: Array) -> Array:
        """(n,) values at points (n, 3)."""
        left = np.column_stack([np.abs(points[:, 0]), points[:, 1:]])
        columns = np.ascontiguousarray(left.T)
        united = np.full(len(left), FAR)
        for shape, (low, high) in zip(self.shapes, self.boxes, strict=True):
            inside = np.ones(len(left), dtype=bool)
            for column, least, most in zip(columns, low - FAR, high + FAR, strict=True):
                inside &= (column > least) & (column < most)
            near = inside.nonzero()[0]
            if near.size:
                found = np.minimum(shape.solid.values(left[near]), FAR)
                united[near] = smooth_minimum(united[near], found, shape.fillet)
        return np.maximum(united, -points[:, 2])

    def box(self) -> tuple[Array, Array]:
        """Lowest and highest corner (3,) of a box that holds the left half."""
        lows, highs = zip(*self.boxes, strict=True)
        return np.min(lows, axis=0), np.max(highs, axis=0)

    def project(self, points: Array, rounds: int = 3) -> Array:
        """The points moved to the surface, along its normals."""
        step = 1e-4
        for _ in range(rounds):
            value = self.values(points)
            slope = np.stack(
                [(self.values(points + step * axis) - value) / step for axis in np.eye(3)], axis=1
            )
            steepness = np.maximum((slope**2).sum(axis=1), 0.1)
            points = points - (value / steepness)[:, None] * slope
        return points


def smooth_minimum(a: Array, b: Array, fillet: float) -> Array:
    """The lower of both values, with a fillet where they are near to each other."""
    near = np.maximum(fillet - np.abs(a - b), 0.0) / fillet
    return np.minimum(a, b) - near * near * fillet / 4


def smooth_curve(knots: Array, values: Array, at: Array) -> Array:
    """A cubic through the values, that is monotone between them.

    Fritsch and Butland 1984, "A method for constructing local monotone piecewise cubic
    interpolants": the slope at a knot is the harmonic mean of those on both sides.
    """
    wide = np.diff(knots)
    slopes = np.diff(values) / wide
    before, after = slopes[:-1], slopes[1:]
    same = before * after > 0.0
    total = np.where(same, before + after, 1.0)
    inner = np.where(same, 2 * before * after / total, 0.0)
    slope = np.concatenate([slopes[:1], inner, slopes[-1:]])
    i = np.clip(np.searchsorted(knots, at) - 1, 0, len(wide) - 1)
    t = (at - knots[i]) / wide[i]
    rise = values[i + 1] - values[i]
    start, end = slope[i] * wide[i], slope[i + 1] * wide[i]
    curve: Array = values[i] + t * (
        start + t * (3 * rise - 2 * start - end + t * (start + end - 2 * rise))
    )
    return curve

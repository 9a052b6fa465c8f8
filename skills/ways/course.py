"""A path on the ground, and the distance that a walker has covered on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...simulation.rotation import Array, wrapped

# [m] of the path around the last place, searched for the nearest point.
NEARBY_BACK, NEARBY_AHEAD = 0.3, 0.8
STRETCH, BEND = 0.05, 0.6  # [m] over which direction and curvature are taken
SPACING = 0.02  # of the sampled points [m]


class Course:
    """A polyline with a place on it that only moves forward, so that it may cross itself.

    A path whose last point is its first is closed: it has no end.
    """

    def __init__(self, points: Sequence[Sequence[float]] | Array, place: Array) -> None:
        """Begin at the point of the path (n, 2) [m] that is nearest to the place (2,)."""
        corners = np.array(points, float)
        lengths = np.linalg.norm(np.diff(corners, axis=0), axis=1)
        kept = np.concatenate([[True], lengths > 0.0])
        self.corners = corners[kept]
        self.at = np.concatenate([[0.0], np.cumsum(lengths[kept[1:]])])
        self.length = float(self.at[-1])
        self.is_closed = bool((corners[0] == corners[-1]).all())
        self.done = self._nearest(place, np.arange(0.0, self.length, SPACING))

    @property
    def left(self) -> float:
        """Length of the path up to its end [m]; inf for a closed one."""
        return float("inf") if self.is_closed else self.length - self.done

    def advance(self, place: Array, ahead: float = NEARBY_AHEAD) -> None:
        """Move on to the nearest point, not before the last one and at most so far ahead [m]."""
        near = np.arange(max(self.done - NEARBY_BACK, 0.0), self.done + ahead, SPACING)
        self.done = max(self.done, self._nearest(place, near))

    def point(self, along: Array | float) -> Array:
        """(..., 2) points of the path at lengths [m]; open paths go on straight at both ends."""
        if self.is_closed:
            along = along % self.length
        x, y = (np.interp(along, self.at, self.corners[:, k]) for k in range(2))
        before = np.minimum(np.asarray(along), 0.0)
        beyond = np.maximum(np.asarray(along) - self.length, 0.0)
        first, last = self.corners[1] - self.corners[0], self.corners[-1] - self.corners[-2]
        first, last = first / np.linalg.norm(first), last / np.linalg.norm(last)
        outside = np.multiply.outer(before, first) + np.multiply.outer(beyond, last)
        return np.stack([x, y], axis=-1) + outside

    def direction(self, along: float) -> float:
        """Heading [rad] of the path at a length [m], over the stretch around it."""
        way = self.point(along + STRETCH) - self.point(along - STRETCH)
        return math.atan2(way[1], way[0])

    def curvature(self, along: float) -> float:
        """Curvature [rad/m] of the path at a length [m], left positive, over the bend around it."""
        turned = self.direction(along + BEND / 2) - self.direction(along - BEND / 2)
        return wrapped(turned) / BEND

    def rounded(self, over: float, place: Array) -> Course:
        """The same course from a place on; each point is the mean over a length [m] around it."""
        count = max(int(self.length / SPACING), 1)
        spacing = self.length / count
        aside = max(int(over / spacing / 2), 1)
        fine = self.point(spacing * np.arange(-aside, count + aside + 1))
        mean = np.ones(2 * aside + 1) / (2 * aside + 1)
        corners = np.stack([np.convolve(fine[:, k], mean, "valid") for k in range(2)], axis=1)
        if self.is_closed:
            corners[-1] = corners[0]
        return Course(corners, place)

    def straight(self, longest: float, aside: float) -> float:
        """How far the path leads on straight [m], with points at most so far aside of a line; inf
        where that is longer than asked for.
        """
        lengths = np.arange(SPACING, longest, SPACING)
        ways = self.point(self.done + lengths) - self.point(self.done)
        heading = self.direction(self.done)
        off = np.abs(math.cos(heading) * ways[:, 1] - math.sin(heading) * ways[:, 0])
        beyond = (off > aside) | (lengths > self.left)
        return float(lengths[np.argmax(beyond)]) if beyond.any() else math.inf

    def offset(self, place: Array) -> float:
        """Distance of the path to the left of a place [m]."""
        way = self.point(self.done) - place
        heading = self.direction(self.done)
        return float(math.cos(heading) * way[1] - math.sin(heading) * way[0])

    def _nearest(self, place: Array, lengths: Array) -> float:
        if self.is_closed:
            around = lengths % self.length
        else:
            lengths = around = np.append(lengths[lengths < self.length], self.length)
        points = np.stack([np.interp(around, self.at, self.corners[:, k]) for k in range(2)])
        distances = np.hypot(*(points - np.asarray(place)[:, None]))
        return float(lengths[int(np.argmin(distances))])

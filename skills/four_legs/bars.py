"""Low bars across the way of a gallop, and strides that bring the feet to both sides of them."""

from __future__ import annotations

import math

import numpy as np

from ...bodies.quadruped import LEGS
from ...controllers.gallop.feet_ahead import BACK_BY
from ...controllers.gallop.records import GallopMemory
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..ways.obstacles import Line, Obstacle, span_across
from .places import half_width
from .quadruped import Quadruped

# Numbers without a source, tuned: bench gallop.
SEEN, SEEN_BEHIND = 9.0, 1.5  # [leg] ahead of the center of mass, and behind it
HIGHEST, LONGEST = 0.45, 0.3  # of the leg
STRETCH = 0.15  # most by which a stride is longer or shorter
LEAST_STRIDES = 0.5  # to a bar, that may still be changed


class Bars:
    """The bar that a gallop passes over next.

    Attributes:
        stretch: of the next strides' period.
    """

    def __init__(self, body: Quadruped, gallop: GallopMemory) -> None:
        self.body, self.gallop = body, gallop
        self.stretch = 1.0

    def look(self, motion: Rows[Motion]) -> None:
        """Find the bar, and how to stretch the strides to it."""
        moved = views_of(Motion, motion)
        line = Line(moved.com[:2].copy(), float(self.body.memory["heading"]))
        found = [self._span(obstacle, line) for obstacle in self.body.obstacles]
        spans = [span for span in found if span is not None]
        if not spans:
            self.gallop["bar_top"], self.stretch = math.nan, 1.0
            return
        begin, end, top = min(spans)
        self.gallop["bar"][:] = line.point(0.5 * (begin + end))
        self.gallop["bar_half"], self.gallop["bar_top"] = 0.5 * (end - begin), top
        self.stretch = self._stretch(moved, line, 0.5 * (begin + end))

    def _span(self, obstacle: Obstacle, line: Line) -> tuple[float, float, float] | None:
        """Where a bar in the way of the feet begins and ends [m], and its height [m]."""
        leg = self.body.leg
        span = span_across(obstacle, line, self._half_lane())
        if span is None or span[1] < -SEEN_BEHIND * leg or span[0] > SEEN * leg:
            return None
        if obstacle.high > HIGHEST * leg or span[1] - span[0] > LONGEST * leg:
            return None
        return span[0], span[1], obstacle.high

    def _half_lane(self) -> float:
        """Half the width of the lane of the feet [m]."""
        hips = max(abs(half_width(self.body, leg)) for leg in range(len(LEGS)))
        return hips + float(self.body.anatomy["radius"].max())

    def _stretch(self, moved: Motion, line: Line, ahead: float) -> float:
        """Of the period, so that a bar so far ahead [m] is in the widest gap between footholds."""
        memory = self.body.memory
        stride = self._usual_stride()
        middle = _widest_gap(self._footholds(moved, line) / stride)
        phase, strides = float(memory["phase"]), ahead / stride
        left = middle - phase + math.ceil(strides - (middle - phase) - 0.5)
        if left < LEAST_STRIDES:
            return 1.0
        return min(max(strides / left, 1.0 - STRETCH), 1.0 + STRETCH)

    def _usual_stride(self) -> float:
        """Length of a stride that is not stretched [m]."""
        period = float(self.body.command["period"]) / self.stretch
        return max(float(self.body.memory["speed"]), 1e-3) * period

    def _footholds(self, moved: Motion, line: Line) -> Array:
        """(4,) of the feet, ahead of where the center of mass is at the stride's begin [m]."""
        command, anatomy = self.body.command, self.body.anatomy
        halfway = command["offset"] + 1.0 - 0.5 * command["duty"]
        places: Array = halfway * self._usual_stride() + anatomy["neutral"][:, 0]
        places += [line.along(moved.origin[segment, :2]) for segment in anatomy["upper_leg"]]
        return places + anatomy["ahead"] - BACK_BY * self.body.leg


def _widest_gap(phases: Array) -> float:
    """The middle of the widest gap between phases of a stride, which goes on behind 1 at 0."""
    ordered = np.sort(phases % 1.0)
    gaps = np.append(ordered[1:], ordered[0] + 1.0) - ordered
    widest = int(np.argmax(gaps))
    return float(ordered[widest] + 0.5 * gaps[widest]) % 1.0

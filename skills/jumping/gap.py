"""What a runner leaps over: a gap in the ground ahead of it, or what stands out of it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array
from ..world_access import Heights

LOOKS_FAR, LOOKS_EVERY = 30.0, 0.02  # [m]
DEEP = 0.3  # of the leg: ground that is lower than that is a gap
HIGH = 0.05  # of the leg: ground that is higher than that is a hurdle
# Of the leg: what is left free before and behind a hurdle. Tuned by hand, judged by bench jumps.
BEFORE_IT, BEHIND_IT = 0.35, 0.2


class Gap(NamedTuple):
    """What to leap over.

    Attributes:
        start: (2,) where it was seen from [m]; ahead: (2,) unit vector of the way over it.
        near, far: its edges along that way [m].
        onto: height of the ground behind it [m].
        top: of the hurdle between them [m]; None: there is none.
    """

    start: Array
    ahead: Array
    near: float
    far: float
    onto: float
    top: float | None = None

    @property
    def told(self) -> str:
        """As in a sentence."""
        if self.top is None:
            return f"a gap of {self.far - self.near:.2f} m"
        return f"a hurdle of {self.top - self.onto:.2f} m"

    def along(self, place: Array) -> float:
        """Where a place (2,) or more is along the way [m]."""
        return float((place[:2] - self.start) @ self.ahead)


def level_stretch(
    start: Array, heading: float, near: float, width: float, floor: float
) -> Gap:  # fmt: skip
    """Level ground to leap over as if it were a gap.

    Args:
        start, heading, floor: as in `gap_ahead`.
        near: how far ahead it begins [m]; width: how far it goes [m].
    """
    ahead = np.array([math.cos(heading), math.sin(heading)])
    return Gap(start[:2].copy(), ahead, near, near + width, floor)


def gap_ahead(
    heights: Heights | None, start: Array, heading: float, floor: float, leg: float
) -> Gap | None:
    """The first gap or hurdle on the way from a place (2,) along a heading [rad]; None: there is
    none.

    Args:
        floor: height of the ground where the runner is [m].
    """
    if heights is None:
        return None
    ahead = np.array([math.cos(heading), math.sin(heading)])
    along = np.arange(0.0, LOOKS_FAR, LOOKS_EVERY)
    seen = heights(start[:2] + along[:, None] * ahead, floor + leg)
    is_low = np.isnan(seen) | (seen < floor - DEEP * leg)
    is_high = ~is_low & (seen > floor + HIGH * leg)
    if not (is_low | is_high).any():
        return None
    near = int(np.argmax(is_low | is_high))
    kind = is_high if is_high[near] else is_low
    firm = np.flatnonzero(~kind[near:])
    if len(firm) == 0:
        return None
    far = near + int(firm[0])
    gap = Gap(start[:2].copy(), ahead, float(along[near]), float(along[far]), float(seen[far]))
    return _over(gap, float(seen[near:far].max()), leg) if is_high[near] else gap


def _over(hurdle: Gap, top: float, leg: float) -> Gap:
    """With room before and behind a hurdle."""
    near, far = hurdle.near - BEFORE_IT * leg, hurdle.far + BEHIND_IT * leg
    return hurdle._replace(near=near, far=far, top=top)

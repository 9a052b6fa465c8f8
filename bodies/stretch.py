"""Ratios of the segments' sizes of two bodies."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from .body import Body
from .segments import Segment

Array = NDArray[np.float64]
Stretch = Mapping[str, Array]  # segment -> factors along its axes (3,)


def stretch_between(drawn: Body, simulated: Body) -> dict[str, Array]:
    """Factors (3,) along each drawn segment's axes that give the simulated segment's size."""
    others = {segment.name: segment for segment in simulated.segments}
    return {s.name: _factors(s, others[s.name]) for s in drawn.segments if s.name in others}


def _factors(drawn: Segment, simulated: Segment) -> Array:
    length = simulated.length / drawn.length
    if drawn.shape is None or simulated.shape is None:
        return np.full(3, length)
    factors = np.divide(simulated.shape.size, drawn.shape.size)
    factors[drawn.long_axis] = length
    return factors

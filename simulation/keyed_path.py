"""Keyed poses over time as a path: smooth in position, along the shorter arc in orientation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.interpolate import PchipInterpolator

from ..base.rotations import continuous_signs, slerp
from .rotation import Array


class KeyedPath:
    """A path through poses at times; at rest before the first and after the last.

    Positions follow a piecewise cubic without overshoot (PCHIP): their velocity has no jumps, so
    that what stands on a moved body slides only where friction cannot hold it.
    """

    def __init__(
        self,
        times: Sequence[float],
        positions: Sequence[Sequence[float]],
        orientations: Sequence[Sequence[float]],
    ) -> None:
        """
        Args:
            times: (n,) rising [s], two or more; positions: (n, 3) [m].
            orientations: (n, 4), or one for all.
        """
        turns = np.array(orientations, float)
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        self._times = np.array(times, float)
        self._positions = PchipInterpolator(self._times, np.array(positions, float))
        self._turns = continuous_signs(turns)

    def at(self, time: float) -> tuple[Array, Array]:
        """(3,) position [m] and (4,) orientation at a time [s]."""
        times = self._times
        time = min(max(time, float(times[0])), float(times[-1]))
        place: Array = self._positions(time)
        if len(self._turns) == 1:
            return place, self._turns[0]
        key = min(int(np.searchsorted(times, time, side="right")) - 1, len(times) - 2)
        share = (time - times[key]) / (times[key + 1] - times[key])
        turn = slerp(self._turns[key : key + 1], self._turns[key + 1 : key + 2], share[None])
        return place, turn[0]

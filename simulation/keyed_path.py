"""Keyed poses over time as a path: smooth in position, along the shorter arc in orientation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..base.rotations import continuous_signs, slerp
from .rotation import Array


class KeyedPath:
    """A path through poses at times; at rest before the first and after the last.

    Positions follow a piecewise cubic without overshoot (Fritsch, Carlson 1980): their velocity has
    no jumps, so that what stands on a moved body slides only where friction cannot hold it.
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
        self._times, self._positions = np.array(times, float), np.array(positions, float)
        self._velocities = _velocities(self._times, self._positions)
        self._turns = continuous_signs(turns)

    def at(self, time: float) -> tuple[Array, Array]:
        """(3,) position [m] and (4,) orientation at a time [s]."""
        times = self._times
        time = min(max(time, float(times[0])), float(times[-1]))
        key = min(int(np.searchsorted(times, time, side="right")) - 1, len(times) - 2)
        span = float(times[key + 1] - times[key])
        s = (time - float(times[key])) / span
        ends = self._positions[key : key + 2], span * self._velocities[key : key + 2]
        eased = s * s * (3.0 - 2.0 * s)
        place: Array = (1.0 - eased) * ends[0][0] + eased * ends[0][1]
        place += s * (1.0 - s) * ((1.0 - s) * ends[1][0] - s * ends[1][1])
        if len(self._turns) == 1:
            return place, self._turns[0]
        turn = slerp(self._turns[key : key + 1], self._turns[key + 1 : key + 2], np.array([s]))
        return place, turn[0]


def _velocities(times: Array, positions: Array) -> Array:
    """(n, 3) velocities [m/s] at keys: weighted harmonic means of those before and after."""
    spans = np.diff(times)[:, None]
    rates = np.diff(positions, axis=0) / spans
    found = np.concatenate([rates[:1], np.zeros_like(rates[1:]), rates[-1:]])
    if len(times) == 2:
        return found
    before, after = 2.0 * spans[1:] + spans[:-1], spans[1:] + 2.0 * spans[:-1]
    goes_on = rates[:-1] * rates[1:] > 0.0
    one, other = (np.where(goes_on, part, 1.0) for part in (rates[:-1], rates[1:]))
    found[1:-1] = np.where(goes_on, (before + after) / (before / one + after / other), 0.0)
    found[0] = _at_end(spans[0], spans[1], rates[0], rates[1])
    found[-1] = _at_end(spans[-1], spans[-2], rates[-1], rates[-2])
    return found


def _at_end(span: Array, next_span: Array, rate: Array, next_rate: Array) -> Array:
    """(3,) velocity at an end, of the parabola through three keys, bounded against overshoot."""
    found = ((2.0 * span + next_span) * rate - span * next_rate) / (span + next_span)
    found = np.where(found * rate <= 0.0, 0.0, found)
    turns_back = (rate * next_rate < 0.0) & (np.abs(found) > 3.0 * np.abs(rate))
    return np.where(turns_back, 3.0 * rate, found)

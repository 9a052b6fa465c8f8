"""Fewer keys: smooth cubic pieces that stay within a bound of a curve with a key on every frame.

The pieces meet in value and slope, so that Bezier keys hold them exactly. All components of a
channel share their keys. Values and slopes at the keys come from least squares; where the error
still exceeds the bound, a piece is split. At last, keys go that their neighbours can do without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
# Between frames the curve is held near the cubic through four neighbours, but gently: the frames
# are what is shown.
WEIGHT_BETWEEN = 0.01
NO_WEIGHT = 1e-12  # keeps a mean defined where nothing is off
WEIGHT_OF_ENDS = 1e6  # the ends join what comes before and after: they are kept as they are
REFITTED = 3  # keys on either side that make up for one left out
MIDDLE = np.array([-1.0, 9.0, 9.0, -1.0]) / 16.0  # a cubic's middle from four equidistant values


@dataclass(frozen=True, eq=False)
class Spline:
    """Cubic pieces between keys.

    Attributes:
        frames: of the keys (keys,), rising.
        values: (keys, components).
        slopes: (keys, components), change a frame.
    """

    frames: Array
    values: Array
    slopes: Array

    def at(self, frames: Array) -> Array:
        """(frames,) -> (frames, components)."""
        if len(self.frames) == 1:
            return np.repeat(self.values, len(frames), axis=0)
        left, shares = _shares(self.frames, frames)
        unknowns = _interleaved(self.values, self.slopes)
        places = 2 * left[:, None] + np.arange(4)
        curve: Array = np.einsum("fk,fkc->fc", shares, unknowns[places])
        return curve


def reduce_keys(
    frames: Array,
    values: Array,
    error: Callable[[Array], Array],
    seam: Array | None = None,
) -> Spline:
    """The spline with few keys whose error is at most 1 on every frame.

    Args:
        frames: (frames,), equally spaced.
        values: (frames, components).
        error: of other values (frames, components), as a multiple of the bound (frames,).
        seam: slope to keep at the first and the last key (components,); None: they are free.
    """
    if not np.any(error(np.repeat(values[:1], len(values), axis=0)) > 1.0):
        return Spline(frames[:1], values[:1], np.zeros_like(values[:1]))
    samples = _with_middles(frames, values)
    keys = np.array([0, len(frames) - 1])
    while True:
        slopes = None if seam is None else np.stack([seam, seam])
        spline = _fit(frames[keys], samples, values[[0, -1]], slopes)
        added = _splits(keys, error(spline.at(frames)))
        if not len(added):
            return _pruned(spline, frames, samples, error, kept=1 if seam is None else 2)
        keys = np.union1d(keys, added)


def hermite_spline(
    frames: Array, values: Array, step: int, seam: Array | None = None
) -> Spline:  # fmt: skip
    """A key on every `step`-th frame and on the last, with the slopes that the curve has there."""
    slopes = np.gradient(values, frames, axis=0) if len(frames) > 1 else np.zeros_like(values)
    if seam is not None:
        slopes[[0, -1]] = seam
    kept = np.union1d(np.arange(0, len(frames), step), [len(frames) - 1])
    return Spline(frames[kept], values[kept], slopes[kept])


def _splits(keys: NDArray[np.int_], errors: Array) -> NDArray[np.int_]:
    """One frame in each piece that is out of bounds and has a frame to split it at."""
    found = []
    for start, end in pairwise(keys):
        if end - start > 1 and errors[start : end + 1].max() > 1.0:
            # The middle of the error, not its peak: keys side by side would bring nothing.
            inside = np.arange(start + 1, end)
            found.append(round(float(np.average(inside, weights=errors[inside] ** 2 + NO_WEIGHT))))
    return np.array(found, dtype=int)


def _pruned(
    spline: Spline,
    frames: Array,
    samples: tuple[Array, Array, Array],
    error: Callable[[Array], Array],
    kept: int,
) -> Spline:
    """Leave out, one after the other, every key without which the error stays in bounds.

    So many are kept as they are at both ends: at a seam both sides go on alike.
    """
    key = kept
    while key < len(spline.frames) - kept:
        fewer = _without(spline, key, samples, kept)
        if error(fewer.at(frames)).max() <= 1.0:
            spline = fewer
        else:
            key += 1
    return spline


def _without(
    spline: Spline, key: int, samples: tuple[Array, Array, Array], kept: int
) -> Spline:  # fmt: skip
    """The spline without a key, its neighbours fitted anew between keys that stay as they are."""
    first = max(key - REFITTED, kept - 1)
    last = min(key + REFITTED, len(spline.frames) - kept)
    ends = [first, last]
    places = samples[0]
    near = (places >= spline.frames[first]) & (places <= spline.frames[last])
    window = np.delete(np.arange(first, last + 1), key - first)
    part = _fit(
        spline.frames[window],
        (places[near], samples[1][near], samples[2][near]),
        spline.values[ends],
        spline.slopes[ends],
    )
    return Spline(
        np.delete(spline.frames, key),
        np.concatenate([spline.values[:first], part.values, spline.values[last + 1 :]]),
        np.concatenate([spline.slopes[:first], part.slopes, spline.slopes[last + 1 :]]),
    )


def _with_middles(frames: Array, values: Array) -> tuple[Array, Array, Array]:
    """Places, values and weights to fit: those of the frames, and lightly those halfway between."""
    padded = np.concatenate([2 * values[:1] - values[1:2], values, 2 * values[-1:] - values[-2:-1]])
    middles = sum(w * padded[i : i + len(values) - 1] for i, w in enumerate(MIDDLE))
    return (
        np.concatenate([frames, (frames[:-1] + frames[1:]) / 2]),
        np.concatenate([values, middles]),
        np.concatenate([np.ones(len(frames)), np.full(len(frames) - 1, WEIGHT_BETWEEN)]),
    )


def _fit(
    keys: Array,
    samples: tuple[Array, Array, Array],
    ends: Array,
    slopes: Array | None,
) -> Spline:
    """Weighted least squares for values and slopes at the keys: a banded system.

    Args:
        ends: values to keep at the first and the last key (2, components).
        slopes: alike; None: they are free.
    """
    from scipy.linalg import solveh_banded  # only now: Blender's start must not wait for scipy

    places, values, weights = samples
    left, shares = _shares(keys, places)
    size = 2 * len(keys)
    band, right = np.zeros((4, size)), np.zeros((size, values.shape[1]))
    for i in range(4):
        np.add.at(right, 2 * left + i, (weights * shares[:, i])[:, None] * values)
        for j in range(i, 4):
            np.add.at(band[3 - (j - i)], 2 * left + j, weights * shares[:, i] * shares[:, j])
    pins = {0: ends[0], size - 2: ends[1]}
    if slopes is not None:
        pins |= {1: slopes[0], size - 1: slopes[1]}
    for place, value in pins.items():
        band[3, place] += WEIGHT_OF_ENDS
        right[place] += WEIGHT_OF_ENDS * value
    unknowns = solveh_banded(band, right)
    return Spline(keys, unknowns[0::2], unknowns[1::2])


def _shares(keys: Array, places: Array) -> tuple[NDArray[np.int_], Array]:
    """For each place the key before it, and Hermite's four polynomials (places, 4) there."""
    left = np.clip(np.searchsorted(keys, places, side="right") - 1, 0, len(keys) - 2)
    length = keys[left + 1] - keys[left]
    u = (places - keys[left]) / length
    polynomials = [
        (1 + 2 * u) * (1 - u) ** 2,
        length * u * (1 - u) ** 2,
        u**2 * (3 - 2 * u),
        length * u**2 * (u - 1),
    ]
    return left, np.stack(polynomials, axis=-1)


def _interleaved(values: Array, slopes: Array) -> Array:
    return np.stack([values, slopes], axis=1).reshape(-1, values.shape[1])

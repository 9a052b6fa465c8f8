"""Key reduction: smooth cubic pieces within a bound of a curve that has a key on every frame.

The pieces meet in value and slope, so that Bezier keys represent them exactly. All components of a
channel share their keys. Values and slopes at the keys come from least squares; where the error
exceeds the bound, a piece is split. Finally, keys are removed without which the bound still holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
# Between frames the curve is held near the cubic through four neighbours, with a low weight: the
# frames are what is shown.
WEIGHT_BETWEEN = 0.01
NO_WEIGHT = 1e-12  # keeps a mean defined where all weights vanish
WEIGHT_OF_ENDS = 1e6  # the ends join the motion before and after, so they are fixed
REFITTED = 3  # keys on either side that are fitted anew when one is removed
MIDDLE = np.array([-1.0, 9.0, 9.0, -1.0]) / 16.0  # midpoint of a cubic of four equidistant values


@dataclass(frozen=True, eq=False)
class Spline:
    """Cubic pieces between keys.

    Attributes:
        frames: of the keys (keys,), rising.
        values: (keys, components).
        slopes: (keys, components), change per frame.
    """

    frames: Array
    values: Array
    slopes: Array

    def at(self, frames: Array) -> Array:
        """The values (frames, components) at `frames` (frames,)."""
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
        error: maps values (frames, components) to their error as a multiple of the bound (frames,).
        seam: slope of the first and the last key (components,); None: free.
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
    """A key on every `step`-th frame and on the last, with the curve's slopes there."""
    slopes = np.gradient(values, frames, axis=0) if len(frames) > 1 else np.zeros_like(values)
    if seam is not None:
        slopes[[0, -1]] = seam
    kept = np.union1d(np.arange(0, len(frames), step), [len(frames) - 1])
    return Spline(frames[kept], values[kept], slopes[kept])


def _splits(keys: NDArray[np.int_], errors: Array) -> NDArray[np.int_]:
    """One frame in each piece that exceeds the bound and has a frame to split it at."""
    found = []
    for start, end in pairwise(keys):
        if end - start > 1 and errors[start : end + 1].max() > 1.0:
            # The middle of the error and not its peak: adjacent keys would gain nothing.
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
    """Remove, one after the other, every key without which the error stays within the bound.

    At both ends `kept` keys stay: at a seam both sides must continue alike.
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
    """The spline without a key; its neighbours are fitted anew between keys that stay fixed."""
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
    """Places, values and weights of the fit: the frames, and with low weight the midpoints."""
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
        ends: values of the first and the last key (2, components), which are kept.
        slopes: slopes of these keys, likewise; None: free.
    """
    from scipy.linalg import solveh_banded  # imported late: Blender's start must not wait for scipy

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
    """The key before each place, and the four Hermite polynomials (places, 4) there."""
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

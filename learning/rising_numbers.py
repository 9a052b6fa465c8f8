"""The numbers of a plan to rise as a vector: Jones 2011, Section 6.2.

The time warp is searched by its logarithm, since it acts as a factor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..catalogue.planar.rising import LAYOUT
from ..search.trial import Array
from ..skills.planar.rising import Numbers

# Initial standard deviations of the search: times [s], places and heights [m]; of the time warp as
# a share of itself. The neighbours of a plan have a third of them: 0.01 s, as in the thesis.
NOISE = {
    "changes of arms": 0.03, "offsets of arms": 0.006, "lifts of arms": 0.003,
    "changes of legs": 0.03, "offsets of legs": 0.006, "lifts of legs": 0.003,
    "hips, times": 0.03, "hips, heights": 0.006, "shoulders, times": 0.03,
    "shoulders, heights": 0.006, "warp": 0.1, "end": 0.03,
}  # fmt: skip
WARP = (0.3, 12.0)  # smallest and largest
NAMES = [name for name, count in LAYOUT.items() for _ in range(count)]
IS_WARP = np.array([name == "warp" for name in NAMES])
SIGMAS = np.array([NOISE[name] for name in NAMES])


def numbers_of(vector: Array | Sequence[float]) -> Numbers:
    """The numbers of a plan by name, in the order of the layout."""
    ends = np.cumsum(list(LAYOUT.values()))
    plain = np.asarray(vector, float).copy()
    plain[IS_WARP] = np.exp(np.clip(plain[IS_WARP], *np.log(WARP)))
    parts = np.split(plain, ends[:-1])
    return {name: part.tolist() for name, part in zip(LAYOUT, parts, strict=True)}


def vector_of(numbers: Numbers) -> Array:
    """The inverse of `numbers_of`."""
    vector = np.concatenate([np.asarray(numbers[name], float) for name in LAYOUT])
    vector[IS_WARP] = np.log(vector[IS_WARP])
    return vector

"""How deep any two segments of a body pass through each other in a take, frame by frame.

The pelvis is its box; the buttocks below it are left out.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.solids import Solid, overlap, pair_depth, still
from ..shots.take import Performance
from .leg_overlap import solid

Array = NDArray[np.float64]
Pair = tuple[str, str]


def separate_pairs(character: Character) -> list[Pair]:
    """Names of all segments, two by two, that are no neighbours and are apart in the rest pose."""
    standing = _standing(character)
    neighbours = {frozenset((s.name, s.parent)) for s in character.segments}
    return [
        (a, b)
        for a, b in combinations(standing, 2)
        if frozenset((a, b)) not in neighbours
        and float(overlap(standing[a], standing[b]).max()) == 0.0
    ]


def depths(character: Character, performance: Performance) -> dict[Pair, Array]:
    """Depth [m] (frames,) of each separate pair of segments in each other; 0 where apart."""
    pairs = separate_pairs(character)
    solids = {name: solid(character, performance, name) for pair in pairs for name in pair}
    return {(a, b): pair_depth(solids[a], solids[b]) for a, b in pairs}


def _standing(character: Character) -> dict[str, Solid]:
    """Each segment that has a shape, in the rest pose, for one frame."""
    origins = character.standing_origins()
    found = {}
    for segment in character.segments:
        if segment.shape is not None:
            origin = np.array(origins[segment.name])
            found[segment.name] = still(segment.shape).moved(origin, np.eye(3))
    return found

"""Performers whose trunks are in each other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..shots.shot import Performer, Shot
from ..shots.take import Performance, Take

Array = NDArray[np.float64]
DEEP, LONG = 0.05, 0.5  # [m], [s]: an overlap of trunks that counts


def overlapping_pairs(shot: Shot, take: Take) -> int:
    """Pairs whose trunks, as upright cylinders, are deep in each other for long while both are in
    the shot.
    """
    radii = [_trunk_radius(performer) for performer in shot.performers]
    places = [_trunk(performance) for performance in take.performances]
    count = 0
    for one, other in combinations(range(len(places)), 2):
        apart = np.linalg.norm(places[one] - places[other], axis=1)
        deep = apart < radii[one] + radii[other] - DEEP
        count += _longest(deep) > LONG * shot.frame_rate
    return count


def there(performance: Performance) -> slice:
    """The frames in which a performer is in the shot."""
    return slice(*performance.present) if performance.present else slice(None)


def _trunk_radius(performer: Performer) -> float:
    """Half the depth of the torso [m]: nearer than that, two overlap whichever way they face."""
    shape = performer.character.segment("torso").shape
    assert shape is not None
    return min(shape.size[:2]) / 2


def _trunk(performance: Performance) -> Array:
    """(frames, 3) places of the torso [m]; NaN where the performer is not in the shot."""
    torso = performance.segment_names.index("torso")
    places = np.full_like(performance.segment_positions[:, torso], np.nan)
    places[there(performance)] = performance.segment_positions[there(performance), torso]
    return places


def _longest(flags: NDArray[np.bool_]) -> int:
    """Most flags in a row."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))

"""Footstrikes and falls, told from the state and the contacts of a body."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .body import Motion
from .compiled import compiled
from .records import Rows, make_record
from .rotation import Array

NO_PART = -1
# A loaded foot is a footstrike if the foot was without load for this long [s] and moved from its
# place by this share of the root's standing height; a load soon after a footstrike [s] is a bounce.
AIRBORNE, LEFT_ITS_PLACE, BOUNCING = 0.08, 0.01, 0.25
# A fall: pelvis below this share of its standing height over the lower sole for this long [-, s].
LOW, LOW_TIME = 0.7, 0.2
MAY_BE_LOW, IS_DOWN, LIES = 1, 2, 4  # what is known of a body, as bits
FALLS = 1 << 8  # beside the bits of the feet that strike


class FootWatch(NamedTuple):
    """What is remembered of f feet, or hands that bear.

    Attributes:
        parts: (f, 2) their segments; NO_PART where there is one only.
        loaded: (1,) load from which on a foot is down [N].
        standing: (1,) height of the root over the ground in a standing body [m].
        ankle_heights: (f,) of each first part over the sole [m].
        since_load: (f,) how long each has been without load [s].
        last_place: (f, 3) where each was loaded last [m].
        struck: (f,) when each struck last [s].
        left: (f,) 1 once a foot has been away from where it was loaded.
        low_since: (1,) since when the pelvis has been low [s]; infinite while it is not.
    """

    parts: NDArray[np.int64]
    loaded: Array
    standing: Array
    ankle_heights: Array
    since_load: Array
    last_place: Array
    struck: Array
    left: NDArray[np.int64]
    low_since: Array


def make_foot_watch(
    parts: Sequence[Sequence[int]], loaded: float, standing: float, ankle_heights: Sequence[float]
) -> tuple[FootWatch, Rows[FootWatch]]:
    """The watch of a body that has just entered: arrays, and the record of them."""
    count = len(parts)
    padded = [(*own, NO_PART)[:2] for own in parts]
    return make_record(
        FootWatch,
        {
            "parts": np.array(padded),
            "loaded": np.array([loaded]),
            "standing": np.array([standing]),
            "ankle_heights": np.array(ankle_heights, dtype=float),
            "since_load": np.zeros(count),
            "last_place": np.zeros((count, 3)),
            "struck": np.full(count, -np.inf),
            "left": np.ones(count, np.int64),
            "low_since": np.array([np.inf]),
        },
    )


@compiled
def watch_body(
    motions: Rows[Motion], watches: Rows[FootWatch], touches: NDArray[np.bool_],
    may_touch: NDArray[np.bool_], time: float, dt: float, known: int,
) -> int:  # fmt: skip
    """Bits of the feet that strike, and FALLS where the body falls.

    Args:
        touches, may_touch: (n,) whether a segment touches the ground, and whether it may.
        time, dt: present, and since the last call [s].
        known: bits of MAY_BE_LOW, IS_DOWN and LIES: a body that lies may touch the ground with
            any segment, and its feet make no footstrikes.
    """
    motion, watch = motions[0], watches[0]
    found = _strikes(motion, watch, time, dt, (known & LIES) == 0)
    if known & LIES:
        watch.low_since[0] = np.inf
    elif not known & IS_DOWN and _falls(motion, watch, touches, may_touch, time, known):
        found |= FALLS
    return found


@compiled
def _strikes(motion: Motion, watch: FootWatch, time: float, dt: float, means_to_step: bool) -> int:
    strikes = 0
    for foot in range(len(watch.parts)):
        load = 0.0
        for part in watch.parts[foot]:
            if part != NO_PART:
                load += motion.load[part]
        place = motion.origin[watch.parts[foot, 0]]
        if load > watch.loaded[0]:
            if watch.left[foot] == 1 and watch.since_load[foot] > AIRBORNE:
                if means_to_step and time - watch.struck[foot] > BOUNCING:
                    strikes |= 1 << foot
                watch.struck[foot] = time
            watch.since_load[foot] = 0.0
            watch.left[foot] = 0
            watch.last_place[foot] = place
        else:
            watch.since_load[foot] += dt
            if watch.left[foot] == 0:
                away = np.sqrt(((place - watch.last_place[foot]) ** 2).sum())
                watch.left[foot] = int(away > LEFT_ITS_PLACE * watch.standing[0])
    return strikes


@compiled
def _falls(
    motion: Motion, watch: FootWatch, touches: NDArray[np.bool_], may_touch: NDArray[np.bool_],
    time: float, known: int,
) -> bool:  # fmt: skip
    lowest = np.inf
    for segment in range(len(touches)):
        if touches[segment] and not may_touch[segment]:
            return True
    for foot in range(len(watch.parts)):
        sole = motion.origin[watch.parts[foot, 0], 2] - watch.ankle_heights[foot]
        lowest = min(lowest, sole)
    is_high = motion.origin[0, 2] - lowest >= LOW * watch.standing[0]
    if known & MAY_BE_LOW or is_high:
        watch.low_since[0] = np.inf
        return False
    watch.low_since[0] = min(watch.low_since[0], time)
    return bool(time - watch.low_since[0] >= LOW_TIME)


@compiled
def loaded_segments(load: Array) -> int:
    """A number that changes when another segment bears a load, or one ceases to."""
    found = 0
    for segment in range(len(load)):
        if load[segment] != 0.0:
            found ^= 1 << (segment % 60)
    return found

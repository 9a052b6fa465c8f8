"""Where a body goes on that has missed a movement: at the one that begins most like it now is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...simulation.rotation import Array
from .body import RisingBody

# Largest difference of a joint's height between two poses that are alike, of the leg, and how often
# a body goes on at one movement before it begins anew. Tuned: bench rising_starts.
ALIKE, MOST_TRIES = 0.2, 2


def heights_of(b: RisingBody) -> Array:
    """(n,) heights of all joints over the ground, of the leg."""
    heights = np.array([b.height_over_ground(joint) for joint in b.motion.origin])
    relative: Array = heights / b.character.leg_length
    return relative


def go_on_at(begun: Sequence[Array], now: Array, tries: Sequence[int]) -> int | None:
    """The last of some movements that began with a pose like the present one.

    Args:
        begun, now: `heights_of` the body as each movement began, and as it is.
        tries: how often the body has gone on at each.
    Returns:
        the movement's index; None where none fits, so that the body begins anew.
    """
    for k in reversed(range(len(begun))):
        if tries[k] < MOST_TRIES and np.abs(begun[k] - now).max() < ALIKE:
            return k
    return None

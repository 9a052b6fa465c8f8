"""Where the bones of chains on a body are, from the turns of the links' joints, frame by frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...bodies.hanging_links import Links
from ..compiled import compiled
from ..rotation import matrix_of, quaternion_of
from .small import axes_between, multiply, turn

Array = NDArray[np.float64]


class PlacedChain:
    """A chain's bones, frame by frame."""

    def __init__(self, links: Links) -> None:
        self._steps = np.diff(np.concatenate([np.zeros((1, 3)), links.points]), axis=0)
        self._links = links
        self._still = np.tile((1.0, 0.0, 0.0, 0.0), (len(links.mass), 1))

    def fill(
        self, origin: Array, carrier: Array, turns: Array, heads: Array, orientations: Array
    ) -> Array:
        """Fill heads (bones, 3) and orientations (bones, 4); return the center of mass (3,).

        Bones of one link bend evenly from link to link.

        Args:
            origin, carrier: (3,), (4,) of the segment that carries the chain.
            turns: (n, 4) of the joints; none where nothing bends the chain.
        """
        links = self._links
        center: Array = _fill(
            links.offset, links.rest, links.frames, links.length, links.mass, links.between,
            self._steps, links.bones, origin, carrier, turns if len(turns) else self._still,
            heads, orientations,
        )  # fmt: skip
        return center


@compiled
def places_on(origins: Array, orientations: Array, local: Array) -> Array:
    """Places (n, 3) of a point in each of n frames, from the frames' origins and quaternions."""
    places, moved = origins.copy(), np.empty(3)
    for i in range(len(local)):
        turn(matrix_of(orientations[i]), local[i], moved)
        places[i] += moved
    return places


@compiled
def turns_between(before: Array, now: Array, share: float) -> Array:
    """Turns (n, 4) a share of the way between two that are near each other."""
    turns, axes = np.empty_like(now), np.empty((3, 3))
    for i in range(len(now)):
        axes_between(before[i], now[i], share, axes)
        turns[i] = quaternion_of(axes)
    return turns


@compiled
def _fill(
    offset: Array, rest: Array, frames: Array, length: Array, mass: Array, between: Array,
    steps: Array, unbent: Array, origin: Array, carrier: Array, turns: Array, heads: Array,
    orientations: Array,
) -> Array:  # fmt: skip
    """See `PlacedChain.fill` and `Links`.

    Args:
        steps: (bones + 1, 3) to each bone's head from that of the one before, and to the end,
            unbent, in the carrier's frame; unbent: (bones, 3, 3) the bones' axes there.
    """
    count = len(turns)
    axes, before, place = matrix_of(carrier), np.empty((3, 3)), origin.copy()
    moved, center = np.empty(3), np.zeros(3)
    turned = np.empty((count, 4))  # of the links from their place on the carrier, in the world
    for i in range(count):
        turn(axes, offset[i], moved)
        place += moved
        multiply(axes, rest[i], before)
        multiply(before, matrix_of(turns[i]), axes)
        for k in range(3):
            center[k] += mass[i] * (place[k] + 0.5 * length[i] * axes[k, 1])
        multiply(axes, frames[i].T, before)
        turned[i] = quaternion_of(before)
    turn(matrix_of(carrier), steps[0], moved)
    at = origin + moved
    for bone in range(len(between)):
        low = int(between[bone])
        high = min(low + 1, count - 1)
        axes_between(turned[low], turned[high], between[bone] - low, before)
        heads[bone] = at
        multiply(before, unbent[bone], axes)
        orientations[bone] = quaternion_of(axes)
        turn(before, steps[bone + 1], moved)
        at += moved
    return center / mass.sum()

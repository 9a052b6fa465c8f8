"""Which segments of a biped collide with each other: legs, arms with all, and head with legs.

Shapes that are deep in each other at rest never collide, as a forearm that hangs beside a broad
hip: the contact would spread the arms. Nor do thighs with the belly, which gives way where the
trunk's box would keep a body from squatting.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from .body import Body
from .buttocks import buttocks
from .clearance import LEG_PARTS
from .kinds import BIPED
from .solids import Solid, pair_depth, still

Array = NDArray[np.float64]
Pair = tuple[str, str]
ARM = ("upper_arm", "lower_arm", "hand")
LEFT, RIGHT = SIDES = (".L", ".R")
DEEP_AT_REST = 0.01  # [m]


def pairs_of_legs(body: Body) -> list[Pair]:
    """Names of the segments of the legs, two by two, that collide; none where it is no biped."""
    if body.kind != BIPED:
        return []
    return [(a + LEFT, b + RIGHT) for a, b in product(LEG_PARTS, LEG_PARTS)]


def pairs_of_limbs(body: Body) -> list[Pair]:
    """Names of the segments, two by two, by which arms meet the body or the head meets a leg; none
    where it is no biped.
    """
    if body.kind != BIPED:
        return []
    standing = body.standing_origins()
    origins = np.array([standing[name] for name in body.segment_names])
    at_rest = np.broadcast_to(np.eye(3), (len(origins), 3, 3))
    return _within(DEEP_AT_REST, _limbs_on_body(), body, origins, at_rest)


def apart(pairs: Iterable[Pair], body: Body, origins: Array, rotations: Array) -> list[Pair]:
    """Those of some pairs whose shapes are not in each other.

    Args:
        origins: (n, 3) of all segments [m]; rotations: (n, 3, 3).
    """
    return _within(0.0, pairs, body, origins, rotations)


def _limbs_on_body() -> list[Pair]:
    """Arms with the body and each other, and the head with legs; no neighbours."""
    legs = [part + side for part in LEG_PARTS for side in SIDES]
    arms = [part + side for part in ARM for side in SIDES]
    forearms = [name for name in arms if not name.startswith("upper_arm")]
    return [
        *product(arms, ("pelvis", "lower_back", "head", *legs)),
        *product(forearms, ("torso",)),
        *product((part + LEFT for part in ARM), (part + RIGHT for part in ARM)),
        *product(("head",), legs),
    ]


def _within(
    depth: float, pairs: Iterable[Pair], body: Body, origins: Array, rotations: Array
) -> list[Pair]:
    """Those of some pairs whose shapes are no deeper in each other [m]."""
    solids = _solids(body, origins, rotations)
    return [
        (a, b)
        for a, b in pairs
        if all(pair_depth(x, y)[0] <= depth for x, y in product(solids[a], solids[b]))
    ]


def _solids(body: Body, origins: Array, rotations: Array) -> dict[str, list[Solid]]:
    """The shapes of each segment; the buttocks, which are the pelvis's, are capsules as balls."""
    found: dict[str, list[Solid]] = {}
    for segment, origin, axes in zip(body.segments, origins, rotations, strict=True):
        shapes = [] if segment.shape is None else [still(segment.shape)]
        if not found:
            shapes += [_ball(center, radius) for center, radius in buttocks(body)]
        found[segment.name] = [shape.moved(origin, axes) for shape in shapes]
    return found


def _ball(center: tuple[float, float, float], radius: float) -> Solid:
    return Solid("capsule", np.full(3, 2 * radius), np.array([center]), np.eye(3)[None])

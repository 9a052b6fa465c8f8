"""Which segments of a biped collide with each other: arms with the body, legs, and head with legs.

Shapes that are in each other at rest never collide, as a hand that hangs beside a broad hip: the
contact would spread the arms. Nor do thighs with the belly, which gives way where the trunk's box
would keep a body from squatting.
"""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

from .body import Body
from .buttocks import buttocks
from .clearance import LEG_PARTS
from .kinds import BIPED
from .segments import Segment, Vector

Pair = tuple[str, str]
ARM = ("upper_arm", "lower_arm", "hand")
LEFT, RIGHT = SIDES = (".L", ".R")
APART = 0.002  # [m] at least, at rest
CENTER = (0.0, 0.0, 0.0)


class Rounded(NamedTuple):
    """All points within a radius [m] of a box along the axes: its middle and half its sizes [m].

    A capsule's box has a length only, and a ball's has no size.
    """

    middle: Vector
    half: Vector
    radius: float


def colliding_pairs(body: Body) -> list[Pair]:
    """Names of the segments, two by two, that collide; none in a body that is no biped."""
    if body.kind != BIPED:
        return []
    shapes = _shapes_at_rest(body)
    apart = [
        (a, b)
        for a, b in _limbs_on_body()
        if min(_gap(first, second) for first, second in product(shapes[a], shapes[b])) > APART
    ]
    legs = [(a + LEFT, b + RIGHT) for a, b in product(LEG_PARTS, LEG_PARTS)]
    return [*legs, *apart]


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


def _shapes_at_rest(body: Body) -> dict[str, list[Rounded]]:
    """The shapes of each segment in the zero pose, in which all axes are parallel."""
    origins = body.standing_origins()
    found = {s.name: _shapes_of(s, origins[s.name]) for s in body.segments}
    root = body.segments[0].name
    found[root] += [Rounded(place, CENTER, radius) for place, radius in buttocks(body)]
    return found


def _shapes_of(segment: Segment, origin: Vector) -> list[Rounded]:
    shape, axis = segment.shape, segment.long_axis
    if shape is None:
        return []
    x, y, z = (a + b for a, b in zip(origin, shape.center, strict=True))
    half = [size / 2 for size in shape.size]
    radius = 0.0
    if shape.kind != "box":
        radius = half[1 if axis == 0 else 0]
        half = [max(h - radius, 0.0) if k == axis else 0.0 for k, h in enumerate(half)]
    return [Rounded((x, y, z), (half[0], half[1], half[2]), radius)]


def _gap(a: Rounded, b: Rounded) -> float:
    """Distance of two shapes [m]; 0 or less where they meet."""
    between = (
        max(abs(p - q) - h - k, 0.0)
        for p, q, h, k in zip(a.middle, b.middle, a.half, b.half, strict=True)
    )
    return math.hypot(*between) - a.radius - b.radius

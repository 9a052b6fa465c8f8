"""Changes of a body's proportions: lengths, widths, and masses by volume."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..base.errors import InvalidInput
from .body import AnyBody, Body
from .clearance import keep_legs_apart
from .hanging import Chain
from .kinds import QUADRUPED
from .quadruped import SPINE, TAIL, stand_level
from .segments import Segment, Vector, lowest_point, resize
from .strength import base_name, strengthen

SAME_HEIGHT = 1e-9  # [m]

GROUPS: Mapping[str, str] = {
    "pelvis": "pelvis", "lower_back": "trunk", "torso": "trunk", "head": "head",
    "upper_arm": "upper_arm", "lower_arm": "lower_arm", "hand": "hand",
    "upper_leg": "upper_leg", "lower_leg": "lower_leg", "foot": "foot", "toes": "foot",
    **dict.fromkeys(SPINE, "trunk"), "neck": "neck", **dict.fromkeys(TAIL, "tail"),
    "upper_leg.F": "upper_arm", "lower_leg.F": "lower_arm", "foot.F": "hand",
    "upper_leg.B": "upper_leg", "lower_leg.B": "lower_leg", "foot.B": "foot",
}  # fmt: skip


def vary(character: AnyBody, seed: int, amount: float) -> AnyBody:
    """A body whose segment groups have random lengths and widths.

    The length and, separately, the width of every group is multiplied by an independent uniform
    factor in 1 +- amount, left and right alike; mass follows volume.

    Args:
        seed: the same seed gives the same body.
        amount: from 0 up to, but not including, 1.
    """
    if not (math.isfinite(amount) and 0 <= amount < 1):
        raise InvalidInput(f"The amount of variation must be in 0 to 1, got {amount}.")
    groups = list(dict.fromkeys(GROUPS.values()))
    random = np.random.default_rng(seed)
    drawn = random.uniform(1 - amount, 1 + amount, size=(len(groups), 2)).tolist()
    factors = {group: (length, width) for group, (length, width) in zip(groups, drawn, strict=True)}
    return scale_groups(character, factors)


def scale_groups(character: AnyBody, factors: Mapping[str, tuple[float, float]]) -> AnyBody:
    """Scale groups of segments by (length, width), left and right alike."""
    groups = {name: GROUPS[base_name(name)] for name in character.segment_names}
    return scale_segments(
        character, {name: factors[group] for name, group in groups.items() if group in factors}
    )


def scale_segments(character: AnyBody, factors: Mapping[str, tuple[float, float]]) -> AnyBody:
    """Scale named segments by (length, width); joints move with them and strength follows mass.

    Legs that become unequal still stand level on both soles: see `level_soles`.
    """
    parents = {s.name: s for s in character.segments}
    segments = []
    for s in character.segments:
        length, width = factors.get(s.name, (1.0, 1.0))
        offset = _scaled_offset(s, parents.get(s.parent), factors)
        segments.append(replace(resize(s, length, width), offset=offset))
    hanging = tuple(_moved(chain, parents[chain.carrier], factors) for chain in character.hanging)
    resized = replace(character, segments=tuple(segments), hanging=hanging)
    scaled = keep_legs_apart(level_soles(resized))
    growth = _stature(scaled) / _stature(character)
    return strengthen(replace(scaled, height=character.height * growth))


def level_soles(character: AnyBody) -> AnyBody:
    """The same limbs with the hip of the longer leg raised in the pelvis by the difference.

    All segments then stand upright on both soles, as in an artist's rest pose: neither knee bends
    and the pelvis does not tilt. Legs of a four-legged body bend until all feet are level.
    """
    if character.kind == QUADRUPED:
        return stand_level(character)
    soles = {side: _sole(character, side) for side in (".L", ".R")}
    highest = max(soles.values())
    return replace(
        character,
        segments=tuple(
            _raised(s, highest - soles[s.name[-2:]]) if base_name(s.name) == "upper_leg" else s
            for s in character.segments
        ),
    )


def _sole(character: Body, side: str) -> float:
    """Height of a leg's lowest point in the root's frame, standing [m]."""
    origins = character.standing_origins()
    leg = [s for s in character.segments if s.name in (f"foot{side}", f"toes{side}")]
    return min(origins[s.name][2] + lowest_point(s) for s in leg)


def _raised(segment: Segment, by: float) -> Segment:
    """The segment with its joint raised in its parent; unchanged below rounding errors."""
    if by < SAME_HEIGHT:
        return segment
    x, y, z = segment.offset
    return replace(segment, offset=(x, y, z + by))


def _stature(character: Body) -> float:
    """Height of a character by its definition [m]: a quadruped's is that of the hips."""
    if character.kind == QUADRUPED:
        return character.standing_height_of_root
    return standing_height(character)


def standing_height(character: Body) -> float:
    """Height from the lowest to the highest point of the shapes, standing [m]."""
    origins = character.standing_origins()
    tops = [
        origins[s.name][2] + s.shape.center[2] + s.shape.size[2] / 2
        for s in character.segments
        if s.shape
    ]
    return max(tops) + character.standing_height_of_root


def _scaled_offset(
    segment: Segment, parent: Segment | None, factors: Mapping[str, tuple[float, float]]
) -> Vector:
    """The joint's offset, scaled with the parent's shape."""
    return segment.offset if parent is None else _scaled_place(segment.offset, parent, factors)


def _moved(chain: Chain, carrier: Segment, factors: Mapping[str, tuple[float, float]]) -> Chain:
    """The same chain where it hangs on its carrier as that is scaled."""
    first = chain.bones[0]
    first = replace(first, head=_scaled_place(first.head, carrier, factors))
    return replace(chain, bones=(first, *chain.bones[1:]))


def _scaled_place(
    place: Vector, segment: Segment, factors: Mapping[str, tuple[float, float]]
) -> Vector:
    """A place in a segment's frame, scaled with its shape."""
    length, width = factors.get(segment.name, (1.0, 1.0))
    x, y, z = (
        value * (length if axis == segment.long_axis else width)
        for axis, value in enumerate(place)
    )
    return (x, y, z)

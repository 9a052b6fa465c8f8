"""Balance of the trunk: its mass is over the hips, independent of the rig's joints inside it."""

from __future__ import annotations

from dataclasses import replace

from .body import AnyBody
from .segments import Segment, Vector

TRUNK = ("pelvis", "lower_back", "torso", "head")
HIPS = ("upper_leg.L", "upper_leg.R")


def stand_over_hips(character: AnyBody) -> AnyBody:
    """The same joints with the trunk's centers of mass above the middle of the hips.

    Rigs have spines along the back, through the middle, or leaning as a clip began; a body whose
    mass followed the joints would stand on its heels or toes.
    """
    origins = character.standing_origins()
    x, y = (sum(origins[hip][axis] for hip in HIPS) / len(HIPS) for axis in (0, 1))
    return replace(
        character,
        segments=tuple(
            _moved(s, x - origins[s.name][0], y - origins[s.name][1]) if s.name in TRUNK else s
            for s in character.segments
        ),
    )


def _moved(segment: Segment, x: float, y: float) -> Segment:
    """The segment with center of mass and shape moved to (x, y) in its frame [m]."""
    by = (x - segment.center[0], y - segment.center[1], 0.0)
    shape = segment.shape
    return replace(
        segment,
        center=_plus(segment.center, by),
        shape=shape and replace(shape, center=_plus(shape.center, by)),
    )


def _plus(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])

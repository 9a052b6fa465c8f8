"""Clearance between the legs: the shapes of the two sides do not overlap in standing."""

from __future__ import annotations

from dataclasses import replace

from .body import AnyBody
from .kinds import BIPED
from .segments import Segment, Shape, Vector

LEG_PARTS = ("upper_leg", "lower_leg", "foot", "toes")
# Least way aside between ankles of a walk's legs that pass each other [m]: a shank is 0.105 wide;
# tuned: bench performing_loops.
ANKLES_PASS = 0.14
FILLED = 0.96  # of the distance of two shapes' middles: their largest joint width


def keep_legs_apart(character: AnyBody) -> AnyBody:
    """The same body with legs' shapes narrow enough for the distance of its hips.

    Only collision shapes become narrower. Masses stay, because real flesh deforms on contact.
    """
    if character.kind != BIPED:
        return character
    origins = character.standing_origins()
    slimmed = {}
    for part in LEG_PARTS:
        left, right = character.segment(part + ".L"), character.segment(part + ".R")
        room = FILLED * (_middle(left, origins) - _middle(right, origins))
        width = (_breadth(left) + _breadth(right)) / 2
        if width > room > 0.0:
            slimmed[left.name] = slimmed[right.name] = room / width
    segments = (_slimmed(s, slimmed.get(s.name, 1.0)) for s in character.segments)
    return replace(character, segments=tuple(segments))


def _middle(segment: Segment, origins: dict[str, Vector]) -> float:
    """Place of the middle of a standing segment's shape, positive to the left [m]."""
    return origins[segment.name][1] + (segment.shape.center[1] if segment.shape else 0.0)


def _breadth(segment: Segment) -> float:
    return segment.shape.size[1] if segment.shape else 0.0


def _slimmed(segment: Segment, factor: float) -> Segment:
    shape = segment.shape
    if shape is None or factor == 1.0:
        return segment
    x, y, z = shape.size
    size = (x * factor if shape.kind == "capsule" else x, y * factor, z)
    return replace(segment, shape=Shape(kind=shape.kind, size=size, center=shape.center))

"""The buttocks that a body sits on: two spheres under its hips."""

from __future__ import annotations

from .body import Body
from .segments import Vector

FLESH = 1.3  # of the thigh's radius: from the hip down to the seat
SIDES = (".L", ".R")


def sitting_height(character: Body) -> float:
    """Height of the hips over the seat [m]."""
    thighs = [thigh_radius(character, side) for side in SIDES]
    return FLESH * sum(thighs) / len(thighs)


def buttocks(character: Body) -> list[tuple[Vector, float]]:
    """Center in the pelvis' frame and radius [m] of each; none for a body without thighs."""
    if any("upper_leg" + side not in character.segment_names for side in SIDES):
        return []
    radius = sitting_height(character)
    return [(character.segment("upper_leg" + side).offset, radius) for side in SIDES]


def thigh_radius(character: Body, side: str) -> float:
    """Radius of a thigh's shape [m]."""
    shape = character.segment("upper_leg" + side).shape
    return shape.size[0] / 2 if shape else 0.0

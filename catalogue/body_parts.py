"""Limbs by the segments whose joints they are; a name without a side means both sides."""

from __future__ import annotations

from collections.abc import Collection

ARM, LEG = ("upper_arm", "lower_arm", "hand"), ("upper_leg", "lower_leg", "foot", "toes")


def of_side(limb: Collection[str], side: str) -> tuple[str, ...]:
    """The segments of a limb on a side, "L" or "R"."""
    return tuple(f"{segment}.{side}" for segment in limb)


def is_among(segment: str, names: Collection[str]) -> bool:
    """Whether a segment is named, with its side or without."""
    return segment in names or segment.partition(".")[0] in names

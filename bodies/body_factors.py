"""Factors on a body's masses, widths and strengths; the joints stay in place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .body import AnyBody
from .clearance import keep_legs_apart
from .humanoid import with_mass
from .proportions import GROUPS
from .segments import Joint, Segment, resize
from .strength import base_name, strengthen

ENDS = (".F", ".B")  # of the front and back legs of a body on four
FEET = ("foot", "toes")


@dataclass(frozen=True, kw_only=True)
class Factors:
    """Factors of a part of the body; 1 leaves the measured value.

    Attributes:
        mass: of the density, in addition to the change of volume by the width.
        width: across the length; mass follows volume. A foot keeps its width and its sole.
        strength: of torque limits and tracking gains of the joints to the parents.
    """

    mass: float = 1.0
    width: float = 1.0
    strength: float = 1.0


def part_of(segment: str) -> str:
    """The part of the body that a segment belongs to, without the side or leg in its name."""
    base = base_name(segment)
    if base.endswith(ENDS):
        return segment
    return GROUPS[base] + segment[len(base) :]


def with_factors(character: AnyBody, factors: Mapping[str, Factors]) -> AnyBody:
    """The same skeleton with other masses, widths and strengths; the factors are by part."""
    if not any(given != Factors() for given in factors.values()):
        return character
    of = {s.name: factors.get(part_of(s.name), Factors()) for s in character.segments}
    fleshed = [_fleshed(s, of[s.name]) for s in character.segments]
    body = strengthen(keep_legs_apart(replace(character, segments=tuple(fleshed))))
    return replace(
        body,
        segments=tuple(
            replace(s, joint=_stronger(s.joint, of[s.name].strength)) for s in body.segments
        ),
    )


def _fleshed(segment: Segment, factors: Factors) -> Segment:
    width = 1.0 if segment.name.startswith(FEET) else factors.width
    wider = resize(segment, 1.0, width)
    return with_mass(wider, wider.mass * factors.mass)


def _stronger(joint: Joint, strength: float) -> Joint:
    """The joint at another strength; damping grows with the square root, for the same ratio."""
    return replace(
        joint,
        torque_limit=joint.torque_limit * strength,
        stiffness=joint.stiffness * strength,
        damping=joint.damping * math.sqrt(strength),
    )

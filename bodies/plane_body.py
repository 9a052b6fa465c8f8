"""The planar body that is simulated in place of a rig's body.

A body of Sharon's thesis is scaled to the rig's size and mass: lengths by that of the legs, mass by
mass, strength by dynamic similarity, so that it walks as the thesis's body does on the same slopes.
Its feet are to the sides of the plane, at the distance of the rig's feet.
"""

from __future__ import annotations

from dataclasses import replace

from .body import Body
from .character import Character
from .kinds import PLANAR
from .planar_parts import SIDES
from .segments import Joint, Segment, Shape, Vector


def plane_body(character: Character, name: str) -> Character:
    """The planar body of that name, scaled to a biped; a planar character itself unchanged."""
    if character.kind == PLANAR:
        return character
    template = Character.planar(name)
    length, mass = similarity(character, template)
    beside = {"foot" + side: _beside(character, side) for side in SIDES}
    return replace(
        template,
        height=template.height * length,
        segments=tuple(
            _sized(s, length, mass, beside.get(s.name, 0.0)) for s in template.segments
        ),
    )


def similarity(character: Body, template: Body) -> tuple[float, float]:
    """Ratios of leg length and of mass to those of another body."""
    return character.leg_length / template.leg_length, character.mass / template.mass


def _beside(character: Body, side: str) -> float:
    """Distance of a standing foot to the left of the pelvis [m]."""
    return character.standing_origins()["foot" + side][1]


def _sized(segment: Segment, length: float, mass: float, beside: float) -> Segment:
    x, y, z = (moment * mass * length**2 for moment in segment.inertia)
    return replace(
        segment,
        offset=_times(segment.offset, length),
        length=segment.length * length,
        mass=segment.mass * mass,
        center=_times(segment.center, length),
        inertia=(x, y, z),
        shape=segment.shape and _sized_shape(segment.shape, length, beside),
        joint=_strong(segment.joint, length, mass),
    )


def _sized_shape(shape: Shape, length: float, beside: float) -> Shape:
    x, y, z = _times(shape.center, length)
    return replace(shape, size=_times(shape.size, length), center=(x, y + beside, z))


def _strong(joint: Joint, length: float, mass: float) -> Joint:
    """The joint scaled: torque as mass times length, time as the square root of length."""
    return replace(
        joint,
        torque_limit=joint.torque_limit * mass * length,
        stiffness=joint.stiffness * mass * length,
        damping=joint.damping * mass * length**1.5,
    )


def _times(vector: Vector, factor: float) -> Vector:
    x, y, z = vector
    return (x * factor, y * factor, z * factor)

"""A rigid part of a body, with its shape and the joint to its parent, as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Vector = tuple[float, float, float]
JointType = Literal["root", "fixed", "hinge", "universal", "spherical"]

DEGREES_OF_FREEDOM: Mapping[JointType, int] = {
    "root": 6, "fixed": 0, "hinge": 1, "universal": 2, "spherical": 3,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A collision shape in its segment's frame.

    Attributes:
        kind: "box" (full sizes x, y, z [m]), "capsule" (height along the segment's long axis,
            diameter across), or "balls": one at each end, with the distance of their middles in x
            and their extents in y and z.
        size: full extents along the segment's axes [m].
        center: middle of the shape [m].
    """

    kind: Literal["box", "capsule", "balls"]
    size: Vector
    center: Vector


@dataclass(frozen=True, kw_only=True)
class Joint:
    """The joint of a segment to its parent.

    Attributes:
        name: the joint's own name ("knee.L").
        type: "spherical", "universal" (pitch about y, then roll about x), "hinge" (about y),
            "fixed" or "root".
        limits: (lowest, highest) angle [rad] about x, y and z of the parent's frame; a hinge uses
            y, a universal joint y and x.
        torque_limit: largest torque about any one axis [N m].
        stiffness: proportional gain of the tracking controller [N m/rad].
        damping: derivative gain of the tracking controller [N m s/rad].
    """

    name: str
    type: JointType
    limits: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
    torque_limit: float
    stiffness: float
    damping: float


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A rigid part of the body.

    Attributes:
        name, parent: names; the root's parent is "".
        offset: the segment's origin in its parent's frame, standing [m].
        length: extent along the long axis [m].
        long_axis: index of the long axis: x, y, z are 0, 1, 2.
        mass: [kg]; center: center of mass in the segment's frame [m].
        inertia: moments about the frame's axes through the center of mass [kg m2].
        shape: collision shape, or None.
        joint: the joint to the parent.
        friction: of its surface, multiplied with that of what it touches; 1 is a shoe's sole.
    """

    name: str
    parent: str
    offset: Vector
    length: float
    long_axis: int
    mass: float
    center: Vector
    inertia: Vector
    shape: Shape | None
    joint: Joint
    friction: float = 1.0


def pitched(vector: Vector, pitch: float) -> Vector:
    """A vector turned about y [rad]."""
    if pitch == 0.0:
        return vector
    x, y, z = vector
    c, s = math.cos(pitch), math.sin(pitch)
    return (c * x + s * z, y, c * z - s * x)


def lowest_point(segment: Segment, pitch: float = 0.0) -> float:
    """Lowest z of the segment's shape [m] over its origin, turned about y [rad]; 0 without one."""
    shape = segment.shape
    if shape is None:
        return 0.0
    x, _, z = shape.size
    middle = pitched(shape.center, pitch)[2]
    if pitch == 0.0:
        return middle - z / 2
    if shape.kind == "box":
        return middle - (abs(x * math.sin(pitch)) + abs(z * math.cos(pitch))) / 2
    radius = min(shape.size) / 2
    along = math.cos(pitch) if segment.long_axis == 2 else math.sin(pitch)
    return middle - radius - abs(along) * (shape.size[segment.long_axis] / 2 - radius)


def resize(segment: Segment, length: float, width: float) -> Segment:
    """The segment stretched by `length` along its long axis and by `width` across it.

    Density is constant: mass follows volume, and the second moments of mass follow both. The offset
    to the parent belongs to the parent's shape and is unchanged.
    """
    factors = [width, width, width]
    factors[segment.long_axis] = length
    mass_factor = length * width * width
    second = _second_moments(segment.inertia)
    scaled = [mass_factor * f * f * s for f, s in zip(factors, second, strict=True)]
    return replace(
        segment,
        length=segment.length * length,
        mass=segment.mass * mass_factor,
        center=_times(segment.center, factors),
        inertia=(scaled[1] + scaled[2], scaled[0] + scaled[2], scaled[0] + scaled[1]),
        shape=segment.shape
        and replace(
            segment.shape,
            size=_times(segment.shape.size, factors),
            center=_times(segment.shape.center, factors),
        ),
    )


def _times(vector: Vector, factors: list[float]) -> Vector:
    return (vector[0] * factors[0], vector[1] * factors[1], vector[2] * factors[2])


def _second_moments(inertia: Vector) -> Vector:
    """Integrals of x^2, y^2 and z^2 over the mass, from the moments of inertia."""
    half = sum(inertia) / 2
    return (half - inertia[0], half - inertia[1], half - inertia[2])

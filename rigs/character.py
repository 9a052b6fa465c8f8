"""A character: a tree of rigid segments joined by joints, as plain data.

Every segment has a frame whose origin is the joint to its parent; the frame of the root is the
pelvis. In the zero pose all frames are parallel to the world's: x forward, y left, z up, with
arms and legs straight down. A character's geometry is thus a list of offsets in that pose. A biped
stands in it; who stands with bent legs has their angles.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from ..errors import InvalidInput
from ..files import check_format, read_json, write_json

Vector = tuple[float, float, float]
JointType = Literal["root", "fixed", "hinge", "universal", "spherical"]
FORMAT_VERSION = 1

DEGREES_OF_FREEDOM: Mapping[JointType, int] = {
    "root": 6, "fixed": 0, "hinge": 1, "universal": 2, "spherical": 3,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A collision shape in its segment's frame.

    Attributes:
        kind: "box" (full sizes x, y, z [m]), "capsule" (its height along the segment's long axis,
            its diameter across), or "balls": one at each end of x, where their middles are, of y
            and z across.
        size: full extents along the segment's axes [m].
        center: middle of the shape [m].
    """

    kind: Literal["box", "capsule", "balls"]
    size: Vector
    center: Vector


@dataclass(frozen=True, kw_only=True)
class Joint:
    """How a segment hangs on its parent.

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
        long_axis: which of x, y, z (0, 1, 2) the length runs along.
        mass: [kg]; center: center of mass in the segment's frame [m].
        inertia: moments about the frame's axes through the center of mass [kg m2].
        shape: collision shape, or None.
        joint: the joint to the parent.
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


@dataclass(frozen=True, kw_only=True)
class Character:
    """A body made of segments; parents come before their children, the root first.

    Attributes:
        kind: "biped", "quadruped", or "planar" for one that its root joint keeps in a vertical
            plane.
        height: standing height [m], of a quadruped's hips.
        segments: the tree.
        standing: pitches [rad] of the joints that are bent standing, by name.
    """

    kind: str
    height: float
    segments: tuple[Segment, ...]
    standing: Mapping[str, float] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_character(self)

    @classmethod
    def humanoid(
        cls,
        height: float = 1.75,
        mass: float = 70.4,
        scale: Mapping[str, float] | None = None,
    ) -> Character:
        """A human of average proportions.

        Args:
            height: standing height [m].
            mass: body mass [kg].
            scale: factors on the lengths of named segments ({"upper_leg.L": 1.2}); mass follows.
                The hip of a leg that becomes the longer one sits higher in the pelvis, so that
                the body still stands upright on both soles.
        """
        from .humanoid import make_humanoid

        return make_humanoid(height, mass, scale or {})

    @classmethod
    def quadruped(cls, height: float = 0.44, mass: float = 30.0) -> Character:
        """A dog of average proportions.

        Args:
            height: of the hips, standing [m].
            mass: body mass [kg].
        """
        from .quadruped_body import make_quadruped

        return make_quadruped(height, mass)

    @classmethod
    def preset(cls, name: str) -> Character:
        """A ready body: "human", "robot", "beast1", "beast2", "child" or "giant"."""
        from .presets import make_preset

        return make_preset(name)

    @classmethod
    def planar(cls, name: str) -> Character:
        """A body in a vertical plane: "human7", "human16", "mechbot" or "prone9"."""
        from .planar import make_planar

        return make_planar(name)

    def vary(self, seed: int, amount: float = 0.1) -> Character:
        """A body with other proportions: see `proportions.vary`."""
        from .proportions import vary

        return vary(self, seed, amount)

    @property
    def mass(self) -> float:
        """Mass of the whole body [kg]."""
        return math.fsum(segment.mass for segment in self.segments)

    @property
    def segment_names(self) -> tuple[str, ...]:
        return tuple(segment.name for segment in self.segments)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints between segments: one for each segment but the root."""
        return tuple(segment.joint.name for segment in self.segments[1:])

    @property
    def leg_length(self) -> float:
        """Mean distance from hip to sole, standing [m]."""
        origins = self.standing_origins()
        sole = -self.standing_height_of_root
        hips = [s for s in self.segments if s.joint.name.startswith("hip")]
        return math.fsum(origins[s.name][2] - sole for s in hips) / len(hips)

    @property
    def standing_height_of_root(self) -> float:
        """Height of the root's origin above the ground when standing [m]."""
        origins, pitches = self.standing_origins(), self.standing_pitches()
        return -min(origins[s.name][2] + lowest_point(s, pitches[s.name]) for s in self.segments)

    def standing_origins(self) -> dict[str, Vector]:
        """Origins of the segments in the root's frame when standing [m]."""
        pitches = {"": 0.0, **self.standing_pitches()}
        origins: dict[str, Vector] = {"": (0.0, 0.0, 0.0)}
        for s in self.segments:
            x, y, z = origins[s.parent]
            dx, dy, dz = pitched(s.offset, pitches[s.parent])
            origins[s.name] = (x + dx, y + dy, z + dz) if s.parent else (0.0, 0.0, 0.0)
        return origins

    def standing_pitches(self) -> dict[str, float]:
        """How far each segment is turned about y when standing [rad]."""
        pitches = {"": 0.0}
        for s in self.segments:
            pitches[s.name] = pitches[s.parent] + self.standing.get(s.joint.name, 0.0)
        del pitches[""]
        return pitches

    def segment(self, name: str) -> Segment:
        for segment in self.segments:
            if segment.name == name:
                return segment
        known = ", ".join(self.segment_names)
        raise InvalidInput(f"There is no segment {name!r}; this character has {known}.")

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"version": FORMAT_VERSION, **asdict(self)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Character:
        """The inverse of `to_data`; raises InvalidInput on anything else."""
        try:
            check_format("character", data["version"], FORMAT_VERSION)
            segments = tuple(_segment_from_data(s) for s in data["segments"])
            return cls(
                kind=data["kind"],
                height=data["height"],
                segments=segments,
                standing=dict(data.get("standing", {})),
            )
        except InvalidInput:
            raise
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InvalidInput(
                f"This is not a character: {error!r} is wrong or missing."
            ) from error

    def save(self, path: str | Path) -> None:
        write_json(path, "character", self.to_data())

    @classmethod
    def load(cls, path: str | Path) -> Character:
        return cls.from_data(read_json(path, "character"))


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


def check_character(character: Character) -> None:
    """Raise InvalidInput unless the tree is sound and every number can be simulated."""
    if not character.segments or character.segments[0].parent:
        raise InvalidInput("A character starts with its root, a segment without a parent.")
    if not (math.isfinite(character.height) and character.height > 0):
        raise InvalidInput(f"A character's height must be above 0 m, got {character.height}.")
    seen: set[str] = {""}
    for i, s in enumerate(character.segments):
        if s.parent not in seen or (i > 0 and not s.parent):
            raise InvalidInput(f"Segment {s.name!r} needs a parent listed before it.")
        if s.name in seen:
            raise InvalidInput(f"Segment {s.name!r} is listed twice; names must differ.")
        seen.add(s.name)
        _check_numbers(s)


def _check_numbers(s: Segment) -> None:
    numbers = [*s.offset, *s.center, s.length, s.mass, *s.inertia]
    numbers += [s.joint.torque_limit, s.joint.stiffness, s.joint.damping]
    if not all(isinstance(n, (int, float)) and math.isfinite(n) for n in numbers):
        raise InvalidInput(f"Segment {s.name!r} has a number that is not finite: {numbers}.")
    if s.mass <= 0 or min(s.inertia) <= 0:
        raise InvalidInput(
            f"Segment {s.name!r} needs a mass and inertia above 0, got {s.mass} kg, {s.inertia}."
        )
    if s.shape and min(s.shape.size) <= 0:
        raise InvalidInput(f"Segment {s.name!r} has a shape of no size: {s.shape.size}.")
    if any(low > high for low, high in s.joint.limits):
        raise InvalidInput(f"Joint {s.joint.name!r} has a lower limit above its upper one.")


def _segment_from_data(data: Mapping[str, Any]) -> Segment:
    joint = dict(data["joint"])
    joint["limits"] = tuple(tuple(pair) for pair in joint["limits"])
    shape = data["shape"] and Shape(
        kind=data["shape"]["kind"],
        size=tuple(data["shape"]["size"]),
        center=tuple(data["shape"]["center"]),
    )
    plain = {f.name: data[f.name] for f in fields(Segment) if f.name not in ("joint", "shape")}
    vectors = {name: tuple(plain[name]) for name in ("offset", "center", "inertia")}
    return Segment(**{**plain, **vectors}, joint=Joint(**joint), shape=shape)


def resize(segment: Segment, length: float, width: float) -> Segment:
    """The segment stretched by `length` along its long axis and by `width` across it.

    Density stays: mass follows volume, and the second moments of mass follow both. The offset
    to the parent belongs to the parent's shape and is left as it is.
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

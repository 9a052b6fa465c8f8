"""The four-legged body around its measured joints: shapes, masses, joints.

Shapes are round; masses are the shapes' shares of the total volume, since no table of a dog's
segments is as good as de Leva's of humans. The total mass scales with the cube of the size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from ..base.errors import InvalidInput
from .body import Body
from .kinds import QUADRUPED
from .quadruped import (
    DOG_HEIGHT,
    DOG_MASS,
    LEGS,
    NAMES_OF_JOINTS,
    SPINE,
    TAIL,
    QuadrupedMeasurements,
    average_quadruped,
    hip_height,
    names_of,
    parent_of,
    stand_level,
)
from .segments import Joint, Segment, Shape, Vector
from .strength import make_joint, strengthen

ALONG, UPRIGHT = 0, 2  # long axes: x and z
# Thickness of segments without a measured one.
BREADTHS: Mapping[str, float] = {
    "pelvis": 0.46, "spine1": 0.46, "spine2": 0.47, "spine3": 0.49, "spine4": 0.50, "torso": 0.46,
    "neck": 0.26, "head": 0.22, "tail1": 0.10, "tail2": 0.09, "tail3": 0.08,
    "upper_leg.F": 0.20, "lower_leg.F": 0.11, "foot.F": 0.09,
    "upper_leg.B": 0.26, "lower_leg.B": 0.13, "foot.B": 0.09,
}  # fmt: skip
SHARE_OF_PELVIS_BEHIND = 0.5  # of its breadth: part behind the hips
LEAST_FOOT = 0.15  # of the hips' height: a foot has at least the mass of one of this length
SHORTEST = 0.02  # of the hips' height, of any segment
LEANS = 2.0  # 1 / cosine of 60 degrees: lean of a shin up to which only the foot touches


def make_quadruped(height: float, mass: float) -> Body:
    """A dog's body with a height of the hips [m] and a mass [kg]."""
    for name, value, unit in (("height", height, "m"), ("mass", mass, "kg")):
        if not (isinstance(value, (int, float)) and math.isfinite(value) and value > 0):
            raise InvalidInput(f"A quadruped's {name} must be above 0 {unit}, got {value!r}.")
    return build_quadruped(average_quadruped(height), mass)


def build_quadruped(measured: QuadrupedMeasurements, mass: float | None = None) -> Body:
    """A character around measured joints; `mass` [kg], when given, sets the total."""
    height = hip_height(measured)
    segments = [_segment(name, measured, height) for name in names_of(measured)]
    usual = sum(segment.mass for segment in segments) * _dog_density()
    factor = (usual if mass is None else mass) / sum(segment.mass for segment in segments)
    body = Body(
        kind=QUADRUPED,
        height=height,
        segments=tuple(_with_density(segment, factor) for segment in segments),
        standing={
            f"{joint}.{leg}": angle
            for leg in LEGS
            for joint, angle in zip(
                ("hip", "knee", "ankle"), measured.rest_angles[leg], strict=True
            )
        },
    )
    return strengthen(stand_level(body))


def _segment(name: str, measured: QuadrupedMeasurements, height: float) -> Segment:
    """A segment with a density of 1."""
    part, _, leg = name.partition(".")
    start, end = _ends(name, measured, height)
    axis = UPRIGHT if leg or abs(end[2] - start[2]) > abs(end[0] - start[0]) else ALONG
    width = BREADTHS[f"{part}.{leg[0]}" if leg else name] * height * measured.breadth
    length = max(math.dist(start, end), SHORTEST * height)
    # A low hoof must not reach below the ground.
    thickness = min(width, length) if part == "foot" else width
    size = [thickness, thickness, thickness]
    size[axis] = length if part == "foot" else length + width
    flesh = max(length, LEAST_FOOT * height) if part == "foot" else length
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (start[2] + end[2]) / 2)
    volume = math.pi / 4 * width * width * flesh
    joint = f"{NAMES_OF_JOINTS[part]}.{leg}" if leg else name
    return Segment(
        name=name,
        parent=parent_of(name),
        offset=measured.offsets.get(name, (0.0, 0.0, 0.0)),
        length=length,
        long_axis=axis,
        mass=volume,
        center=middle,
        inertia=_rod_inertia(volume, flesh, width / 2, axis),
        shape=_shape(
            (size[0], size[1], size[2]),
            middle,
            _over_ankle(leg, width / 2, measured, height) if part == "lower_leg" else 0.0,
        ),
        joint=_bending_as_at_rest(make_joint(joint), measured.rest_angles),
    )


def _bending_as_at_rest(joint: Joint, rest: Mapping[str, tuple[float, float, float]]) -> Joint:
    """The joint, with its range mirrored where the rig bends it the other way, as toys' knees."""
    name, _, leg = joint.name.partition(".")
    if name not in ("knee", "ankle"):
        return joint
    angle = rest[leg][("hip", "knee", "ankle").index(name)]
    x, (low, high), z = joint.limits
    if low <= angle <= high:
        return joint
    return replace(joint, limits=(x, (-high, -low), z))


def _shape(size: Vector, middle: Vector, shorter: float) -> Shape:
    """A capsule whose round ends reach beyond both joints, the lower one by `shorter` [m] less."""
    return Shape(
        kind="capsule",
        size=(size[0], size[1], size[2] - shorter),
        center=(middle[0], middle[1], middle[2] + shorter / 2),
    )


def _over_ankle(leg: str, radius: float, measured: QuadrupedMeasurements, height: float) -> float:
    """Height [m] of a shin's round end over the ankle, so that a low foot touches first."""
    length = measured.foot_length[leg[0] == "B"]
    sole = min(BREADTHS[f"foot.{leg[0]}"] * height * measured.breadth, length) / 2
    return max(LEANS * (radius - sole) - (length - sole), 0.0)


def _ends(name: str, measured: QuadrupedMeasurements, height: float) -> tuple[Vector, Vector]:
    """Ends of a segment's shape in its frame [m]."""
    origin = (0.0, 0.0, 0.0)
    part, _, leg = name.partition(".")
    if name == "pelvis":
        behind = SHARE_OF_PELVIS_BEHIND * BREADTHS["pelvis"] * height * measured.breadth / 2
        return (-behind, 0.0, 0.0), measured.offsets["spine1"]
    if name == "head":
        return origin, (measured.head_length, 0.0, 0.0)
    if name == TAIL[-1]:
        assert measured.tail_tip is not None
        return origin, measured.tail_tip
    if part == "foot":
        return origin, (0.0, 0.0, -measured.foot_length[leg[0] == "B"])
    below = {"upper_leg": f"lower_leg.{leg}", "lower_leg": f"foot.{leg}", "torso": "neck"}
    chain = ("pelvis", *SPINE, "neck", "head") if name not in TAIL else TAIL
    following = below.get(part) or chain[chain.index(name) + 1]
    return origin, measured.offsets[following]


def _rod_inertia(mass: float, length: float, radius: float, axis: int) -> Vector:
    """Moments of a homogeneous cylinder."""
    across = mass * (radius * radius / 4 + length * length / 12)
    moments = [across, across, across]
    moments[axis] = mass * radius * radius / 2
    return (moments[0], moments[1], moments[2])


def _with_density(segment: Segment, density: float) -> Segment:
    x, y, z = segment.inertia
    return replace(
        segment, mass=segment.mass * density, inertia=(x * density, y * density, z * density)
    )


def _dog_density() -> float:
    """Density [kg/m3] of the table's shapes that gives the dog its mass."""
    dog = average_quadruped(DOG_HEIGHT)
    height = hip_height(dog)
    return DOG_MASS / sum(_segment(name, dog, height).mass for name in names_of(dog))

"""The human body: proportions and masses from published tables, or measured from a rig.

Segment masses, centers of mass, radii of gyration and most lengths: de Leva 1996, "Adjustments to
Zatsiorsky-Seluyanov's segment inertia parameters", Journal of Biomechanics 29 (males, 1.741 m).
Ankle height, foot length and widths: Drillis and Contini 1964, as in Winter 2009, "Biomechanics
and Motor Control of Human Movement", 4th ed., fig. 4.1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ..base.errors import InvalidInput
from .body import Body
from .clearance import keep_legs_apart
from .kinds import BIPED
from .proportions import scale_segments
from .segments import Segment, Shape, Vector, resize
from .strength import ADULT_HEIGHT, ADULT_MASS, base_name, make_joint, strengthen

SIDES = (".L", ".R")
LENGTHWAYS, UPRIGHT = 0, 2  # the long axis: x for the foot, z for all else

# Fractions of standing height.
PELVIS, LOWER_BACK, TORSO = 0.0837, 0.1238, 0.1391  # hips - navel - xiphoid - cervicale
HIP_HALF_WIDTH, SHOULDER_HALF_WIDTH, SHOULDER_HEIGHT = 0.05, 0.11, 0.287  # height above the hips
UPPER_ARM, LOWER_ARM, HAND = 0.1618, 0.1545, 0.108
UPPER_LEG, LOWER_LEG, ANKLE_HEIGHT = 0.2425, 0.2493, 0.039
HEEL, INSTEP, TOES = 0.038, 0.0714, 0.0426  # ankle to heel, to toe joint; toe joint to toe tip
TOE_JOINT_HEIGHT = 0.015
HEAD = 1.0 - (ANKLE_HEIGHT + LOWER_LEG + UPPER_LEG + PELVIS + LOWER_BACK + TORSO)
TOES_SHARE_OF_FOOT = 0.12
# Of the toes' inertia: that with the sole of a shoe, which bends with them. The engine's iterations
# cannot hold a body's weight on bare toes: it folds them 60 degrees beyond their range.
TOES_WITH_SOLE = 4.0


@dataclass(frozen=True)
class Tissue:
    """One row of de Leva's table, for a segment.

    Attributes:
        mass: fraction of body mass.
        center: center of mass, fraction of the length from the segment's origin.
        gyration: radii of gyration about x, y and z, fractions of the length.
        breadth: full extents across the length (x, y), fractions of body height.
    """

    mass: float
    center: float
    gyration: Vector
    breadth: tuple[float, float]


TISSUES: Mapping[str, Tissue] = {
    "pelvis": Tissue(0.1117, 0.389, (0.615, 0.551, 0.587), (0.11, 0.19)),
    "lower_back": Tissue(0.1633, 0.550, (0.482, 0.383, 0.468), (0.11, 0.17)),
    "torso": Tissue(0.1596, 0.494, (0.505, 0.320, 0.465), (0.12, 0.19)),
    "head": Tissue(0.0694, 0.55, (0.303, 0.315, 0.261), (0.10, 0.088)),
    "upper_arm": Tissue(0.0271, 0.5772, (0.285, 0.269, 0.158), (0.05, 0.05)),
    "lower_arm": Tissue(0.0162, 0.4574, (0.276, 0.265, 0.121), (0.04, 0.04)),
    "hand": Tissue(0.0061, 0.36, (0.288, 0.235, 0.184), (0.045, 0.02)),
    "upper_leg": Tissue(0.1416, 0.4095, (0.329, 0.329, 0.149), (0.085, 0.085)),
    "lower_leg": Tissue(0.0433, 0.4459, (0.255, 0.249, 0.103), (0.06, 0.06)),
    "foot": Tissue(0.0137, 0.4415, (0.124, 0.245, 0.257), (0.055, 0.045)),
}
FOOT_WIDTH = 0.055


@dataclass(frozen=True, kw_only=True)
class Measurements:
    """The geometry of a biped in the standing pose, from a table or from a rig.

    Attributes:
        offsets: each joint (by the segment that it carries) in its parent segment's frame, with
            arms and legs straight down [m]; without the pelvis.
        head_height: neck to the top of the head [m].
        hand_length: wrist to finger tip, for each side [m].
        ankle_height: ankle to sole, for each side [m].
        heel_length: ankle to the back of the heel, for each side [m].
        toe_length: toe joint to toe tip, for each side [m].
        breadth: size of the body across, relative to a human of this height.
    """

    offsets: Mapping[str, Vector]
    head_height: float
    hand_length: tuple[float, float]
    ankle_height: tuple[float, float]
    heel_length: tuple[float, float]
    toe_length: tuple[float, float]
    breadth: float = 1.0


def make_humanoid(height: float, mass: float, scale: Mapping[str, float]) -> Body:
    """See `Character.humanoid`."""
    for name, value in (("height [m]", height), ("mass [kg]", mass)):
        if not (math.isfinite(value) and value > 0):
            raise InvalidInput(f"A humanoid's {name} must be above 0, got {value}.")
    body = build_biped(average_measurements(height), mass)
    known = set(body.segment_names)
    for name, factor in scale.items():
        if name not in known:
            raise InvalidInput(
                f"There is no segment {name!r} to scale; allowed: {', '.join(body.segment_names)}."
            )
        if not (math.isfinite(factor) and factor > 0):
            raise InvalidInput(f"The scale of {name!r} must be above 0, got {factor}.")
    return scale_segments(body, {name: (factor, 1.0) for name, factor in scale.items()})


def average_measurements(height: float) -> Measurements:
    """The tables' proportions for a standing height [m]."""
    offsets: dict[str, Vector] = {
        "lower_back": (0.0, 0.0, PELVIS),
        "torso": (0.0, 0.0, LOWER_BACK),
        "head": (0.0, 0.0, TORSO),
    }
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        above_back = SHOULDER_HEIGHT - PELVIS - LOWER_BACK
        offsets["upper_arm" + side] = (0.0, sign * SHOULDER_HALF_WIDTH, above_back)
        offsets["lower_arm" + side] = (0.0, 0.0, -UPPER_ARM)
        offsets["hand" + side] = (0.0, 0.0, -LOWER_ARM)
        offsets["upper_leg" + side] = (0.0, sign * HIP_HALF_WIDTH, 0.0)
        offsets["lower_leg" + side] = (0.0, 0.0, -UPPER_LEG)
        offsets["foot" + side] = (0.0, 0.0, -LOWER_LEG)
        offsets["toes" + side] = (INSTEP, 0.0, TOE_JOINT_HEIGHT - ANKLE_HEIGHT)
    return Measurements(
        offsets={name: (x * height, y * height, z * height) for name, (x, y, z) in offsets.items()},
        head_height=HEAD * height,
        hand_length=(HAND * height,) * 2,
        ankle_height=(ANKLE_HEIGHT * height,) * 2,
        heel_length=(HEEL * height,) * 2,
        toe_length=(TOES * height,) * 2,
    )


def build_biped(measured: Measurements, mass: float | None = None) -> Body:
    """A character of human tissue around measured joints.

    Each segment's mass is its share in the table times its volume relative to the table's body of
    the same height; `mass` [kg], when given, sets the total and keeps the shares.
    """
    height = measured_height(measured)
    body_mass = ADULT_MASS * (height / ADULT_HEIGHT) ** 3
    segments = [_pelvis(measured, height, body_mass)]
    segments += [_limb(n, p, measured, height, body_mass) for n, p in TRUNK]
    for side in SIDES:
        segments += [_limb(n + side, p + side, measured, height, body_mass) for n, p in ARM]
    for i, side in enumerate(SIDES):
        segments += [_limb(n + side, p + side, measured, height, body_mass) for n, p in LEG]
        segments += _foot(side, i, measured, height, body_mass)
    factor = 1.0 if mass is None else mass / math.fsum(s.mass for s in segments)
    body = Body(
        kind=BIPED,
        height=height,
        segments=tuple(with_mass(s, s.mass * factor) for s in segments),
    )
    return strengthen(keep_legs_apart(body))


# Segment and parent; a parent that stands alone in the middle loses its side in `_limb`.
TRUNK = (("lower_back", "pelvis"), ("torso", "lower_back"), ("head", "torso"))
ARM = (("upper_arm", "torso"), ("lower_arm", "upper_arm"), ("hand", "lower_arm"))
LEG = (("upper_leg", "pelvis"), ("lower_leg", "upper_leg"))
MIDDLE = ("pelvis", "lower_back", "torso", "head")
JOINT_OF = {
    "pelvis": "pelvis", "lower_back": "waist", "torso": "back", "head": "neck",
    "upper_arm": "shoulder", "lower_arm": "elbow", "hand": "wrist",
    "upper_leg": "hip", "lower_leg": "knee", "foot": "ankle", "toes": "toe",
}  # fmt: skip
LENGTHS = {
    "pelvis": PELVIS, "lower_back": LOWER_BACK, "torso": TORSO, "head": HEAD,
    "upper_arm": UPPER_ARM, "lower_arm": LOWER_ARM, "hand": HAND,
    "upper_leg": UPPER_LEG, "lower_leg": LOWER_LEG,
}  # fmt: skip


# A rig may place its spine's joints anywhere, but each segment keeps this share of its usual mass:
# a pelvis with a third of its mass cannot be balanced at the hips' gains.
SHORTEST = {"pelvis": 0.8, "lower_back": 0.5, "torso": 0.5}


def measured_height(measured: Measurements) -> float:
    """Standing height, in the unit of the measurements."""
    offsets = measured.offsets
    up = measured.head_height + sum(offsets[n][2] for n in ("lower_back", "torso", "head"))
    down = [
        offsets["upper_leg" + side][2] + offsets["lower_leg" + side][2]
        + offsets["foot" + side][2] - measured.ankle_height[i]
        for i, side in enumerate(SIDES)
    ]  # fmt: skip
    return up - min(down)


def _pelvis(measured: Measurements, height: float, body_mass: float) -> Segment:
    left, right = (measured.offsets["upper_leg" + side] for side in SIDES)
    hips = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2)
    waist = measured.offsets["lower_back"]
    return _between("pelvis", "", (0.0, 0.0, 0.0), hips, waist, measured, height, body_mass)


def _limb(
    name: str, parent: str, measured: Measurements, height: float, body_mass: float
) -> Segment:
    parent = base_name(parent) if base_name(parent) in MIDDLE else parent
    if name == "head":
        end = (0.0, 0.0, measured.head_height)
    elif base_name(name) == "hand":
        end = (0.0, 0.0, -measured.hand_length[SIDES.index(name[-2:])])
    else:
        end = measured.offsets[NEXT[base_name(name)] + name[len(base_name(name)) :]]
    origin = (0.0, 0.0, 0.0)
    offset = measured.offsets[name]
    return _between(name, parent, offset, origin, end, measured, height, body_mass)


NEXT = {
    "lower_back": "torso", "torso": "head",
    "upper_arm": "lower_arm", "lower_arm": "hand",
    "upper_leg": "lower_leg", "lower_leg": "foot",
}  # fmt: skip


def _between(
    name: str,
    parent: str,
    offset: Vector,
    start: Vector,
    end: Vector,
    measured: Measurements,
    height: float,
    body_mass: float,
) -> Segment:
    """An upright segment whose mass lies between two points of its frame."""
    tissue = TISSUES[base_name(name)]
    average = LENGTHS[base_name(name)] * height
    length = max(math.dist(start, end), SHORTEST.get(name, 0.05) * average)
    at = tissue.center
    center = _between_points(start, end, at)
    middle = _between_points(start, end, 0.5)
    size = (tissue.breadth[0] * height, tissue.breadth[1] * height, average)
    kind: Literal["box", "capsule"] = "box" if name in MIDDLE else "capsule"
    segment = Segment(
        name=name,
        parent=parent,
        offset=offset,
        length=average,
        long_axis=UPRIGHT,
        mass=tissue.mass * body_mass,
        center=(0.0, 0.0, 0.0),
        inertia=_inertia(tissue, average, body_mass),
        shape=Shape(kind=kind, size=size, center=(0.0, 0.0, 0.0)),
        joint=make_joint(JOINT_OF[base_name(name)] + name[len(base_name(name)) :]),
    )
    return _moved(resize(segment, length / average, measured.breadth), center, middle)


def _foot(
    side: str, i: int, measured: Measurements, height: float, body_mass: float
) -> list[Segment]:
    """Foot and toes: boxes on the sole, the foot from the heel to the toe joint."""
    tissue, breadth = TISSUES["foot"], measured.breadth
    instep, _, drop = measured.offsets["toes" + side]
    heel, sole = measured.heel_length[i], -measured.ankle_height[i]
    width = FOOT_WIDTH * height * breadth
    thickness = 2 * max(drop - sole, 0.25 * TOE_JOINT_HEIGHT * height)
    foot = replace(
        _bare_foot_part("foot" + side, "lower_leg" + side, measured.offsets["foot" + side]),
        length=heel + instep,
        mass=tissue.mass * body_mass * (1 - TOES_SHARE_OF_FOOT),
        center=(tissue.center * (heel + instep) - heel, 0.0, 0.5 * sole),
        shape=Shape(
            kind="box",
            size=(heel + instep, width, -0.9 * sole),
            center=((instep - heel) / 2, 0.0, 0.55 * sole),
        ),
    )
    toes = replace(
        _bare_foot_part("toes" + side, "foot" + side, measured.offsets["toes" + side]),
        length=measured.toe_length[i],
        mass=tissue.mass * body_mass * TOES_SHARE_OF_FOOT,
        center=(measured.toe_length[i] / 2, 0.0, 0.0),
        shape=Shape(
            kind="box",
            size=(measured.toe_length[i], width, thickness),
            center=(measured.toe_length[i] / 2, 0.0, sole - drop + thickness / 2),
        ),
    )
    stretch = (heel + instep) / ((HEEL + INSTEP) * height) * breadth**2
    feet = [with_mass(s, s.mass * stretch) for s in (foot, toes)]
    foot, toes = (replace(s, inertia=_box_inertia(s)) for s in feet)
    x, y, z = (TOES_WITH_SOLE * own for own in toes.inertia)
    return [foot, replace(toes, inertia=(x, y, z))]


def _bare_foot_part(name: str, parent: str, offset: Vector) -> Segment:
    """A part of the foot, still without mass and shape."""
    return Segment(
        name=name,
        parent=parent,
        offset=offset,
        length=1.0,
        long_axis=LENGTHWAYS,
        mass=1.0,
        center=(0.0, 0.0, 0.0),
        inertia=(1.0, 1.0, 1.0),
        shape=None,
        joint=make_joint(JOINT_OF[base_name(name)] + name[-2:]),
    )


def _between_points(start: Vector, end: Vector, share: float) -> Vector:
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    return (x, y, z)


def with_mass(segment: Segment, mass: float) -> Segment:
    """The same segment with another mass, at the same shape."""
    x, y, z = (moment * mass / segment.mass for moment in segment.inertia)
    return replace(segment, mass=mass, inertia=(x, y, z))


def _moved(segment: Segment, center: Vector, middle: Vector) -> Segment:
    """The same segment with its center of mass and its shape moved in its frame."""
    return replace(
        segment, center=center, shape=segment.shape and replace(segment.shape, center=middle)
    )


def _inertia(tissue: Tissue, length: float, body_mass: float) -> Vector:
    x, y, z = (tissue.mass * body_mass * (r * length) ** 2 for r in tissue.gyration)
    return (x, y, z)


def _box_inertia(segment: Segment) -> Vector:
    """Moments of a homogeneous box, because the table's foot radii are of a longer, whole foot."""
    assert segment.shape is not None
    x, y, z = (size * size * segment.mass / 12 for size in segment.shape.size)
    return (y + z, x + z, x + y)

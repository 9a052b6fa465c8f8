"""The four-legged skeleton, with a dog's proportions or measured from a rig, and its stance.

Two leg frames, the pelvis and the torso, with a flexible spine of five joints between them, and
legs of three links (Jones 2011, Section 5.1.1, Figures 3.2 and 5.3). In the zero pose all frames
are parallel to the world's and the legs hang straight down; the body stands with its legs bent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .body import AnyBody, Body
from .leg_bending import Leg, bend_to, foot_of
from .segments import Vector

LEGS = ("FL", "FR", "BL", "BR")
SPINE = ("spine1", "spine2", "spine3", "spine4", "torso")
TAIL = ("tail1", "tail2", "tail3")
DOG_HEIGHT, DOG_MASS = 0.44, 30.0  # of the hips [m] (Jones 2011, Section 5.1.2); a labrador's [kg]

# Fractions of the hips' height.
HIP_HALF_WIDTH, SHOULDER_HALF_WIDTH = 0.16, 0.17
SPINE_OFFSETS: Mapping[str, Vector] = {
    "spine1": (0.14, 0.0, 0.08), "spine2": (0.16, 0.0, 0.0), "spine3": (0.16, 0.0, 0.0),
    "spine4": (0.16, 0.0, 0.0), "torso": (0.16, 0.0, 0.0),
}  # fmt: skip
SHOULDER = (0.28, 0.0, -0.08)  # in the torso's frame, without its width
NECK, HEAD = (0.32, 0.0, 0.12), (0.22, 0.0, 0.28)
HEAD_LENGTH = 0.48
TAIL_OFFSETS: Mapping[str, Vector] = {
    "tail1": (-0.16, 0.0, 0.12), "tail2": (-0.20, 0.0, -0.06), "tail3": (-0.18, 0.0, -0.14),
}  # fmt: skip
TAIL_TIP = (-0.10, 0.0, -0.18)
UPPER_LEG, LOWER_LEG, FOOT = (0.38, 0.41), (0.44, 0.43), (0.24, 0.30)  # front, back
# Pitches of hip, knee and ankle, standing [rad]: the elbow points back, the knee forwards.
STANDING = {"F": (0.48, -0.62, -0.05), "B": (-0.36, 1.03, -0.62)}
STRAIGHTEST = 0.985  # of a leg's length: largest reach in standing
NAMES_OF_JOINTS = {"upper_leg": "hip", "lower_leg": "knee", "foot": "ankle"}


@dataclass(frozen=True, kw_only=True)
class QuadrupedMeasurements:
    """The geometry of a four-legged body, from the table or from a rig.

    Attributes:
        offsets: each joint (by the segment that it carries) in its parent segment's frame, with
            legs straight down [m]; without the pelvis, which is the middle between the back hips,
            and without the tail of a body that has none.
        head_length: from the head's joint to the tip of the nose [m].
        tail_tip: tip in the frame of the last segment of the tail [m]; None without a tail.
        foot_length: from hock or wrist to the ground, front and back [m].
        rest_angles: pitches of hip, knee and ankle [rad] of a standing leg, by its name.
        breadth: size of the body across, relative to a dog of this height.
    """

    offsets: Mapping[str, Vector]
    head_length: float
    tail_tip: Vector | None
    foot_length: tuple[float, float]
    rest_angles: Mapping[str, tuple[float, float, float]]
    breadth: float = 1.0


def average_quadruped(height: float) -> QuadrupedMeasurements:
    """A dog's proportions for a height of the hips [m]."""
    offsets: dict[str, Vector] = {**SPINE_OFFSETS, "neck": NECK, "head": HEAD, **TAIL_OFFSETS}
    for leg in LEGS:
        front, sign = leg[0] == "F", 1.0 if leg[1] == "L" else -1.0
        x, _, z = SHOULDER if front else (0.0, 0.0, 0.0)
        width = SHOULDER_HALF_WIDTH if front else HIP_HALF_WIDTH
        offsets[f"upper_leg.{leg}"] = (x, sign * width, z)
        offsets[f"lower_leg.{leg}"] = (0.0, 0.0, -UPPER_LEG[not front])
        offsets[f"foot.{leg}"] = (0.0, 0.0, -LOWER_LEG[not front])
    usual = QuadrupedMeasurements(
        offsets=offsets,
        head_length=HEAD_LENGTH,
        tail_tip=TAIL_TIP,
        foot_length=FOOT,
        rest_angles={leg: STANDING[leg[0]] for leg in LEGS},
    )
    return scaled(usual, height / hip_height(usual))


def scaled(measured: QuadrupedMeasurements, factor: float) -> QuadrupedMeasurements:
    """The same body in other units."""
    front, back = measured.foot_length
    return replace(
        measured,
        offsets={name: _times(offset, factor) for name, offset in measured.offsets.items()},
        head_length=measured.head_length * factor,
        tail_tip=measured.tail_tip and _times(measured.tail_tip, factor),
        foot_length=(front * factor, back * factor),
    )


def _times(vector: Vector, factor: float) -> Vector:
    x, y, z = vector
    return (x * factor, y * factor, z * factor)


def hip_height(measured: QuadrupedMeasurements) -> float:
    """Height of the back hips over the ground, standing [m]."""
    heights = [-foot_of(_leg(measured, leg), *measured.rest_angles[leg])[1] for leg in LEGS[2:]]
    return sum(heights) / len(heights)


def _leg(measured: QuadrupedMeasurements, leg: str) -> Leg:
    return Leg(
        upper=-measured.offsets[f"lower_leg.{leg}"][2],
        lower=-measured.offsets[f"foot.{leg}"][2],
        foot=measured.foot_length[leg[0] == "B"],
    )


def names_of(measured: QuadrupedMeasurements) -> Iterator[str]:
    """Names of all segments, parents first."""
    yield "pelvis"
    yield from SPINE
    yield from ("neck", "head")
    yield from (part for part in TAIL if part in measured.offsets)
    for leg in LEGS:
        yield from (f"{part}.{leg}" for part in NAMES_OF_JOINTS)


def parent_of(name: str) -> str:
    """The parent of a segment; "" for the pelvis."""
    part, _, leg = name.partition(".")
    if leg:
        trunk = "torso" if leg[0] == "F" else "pelvis"
        return {"upper_leg": trunk, "lower_leg": f"upper_leg.{leg}", "foot": f"lower_leg.{leg}"}[
            part
        ]
    chains = (("pelvis", *SPINE, "neck", "head"), ("pelvis", *TAIL))
    chain = next(chain for chain in chains if name in chain)
    return chain[chain.index(name) - 1] if chain.index(name) else ""


def leg_of(character: Body, leg: str) -> Leg:
    """The lengths of a leg [m], down to the point that touches the ground."""
    foot = character.segment(f"foot.{leg}").shape
    assert foot is not None
    return Leg(
        upper=-character.segment(f"lower_leg.{leg}").offset[2],
        lower=-character.segment(f"foot.{leg}").offset[2],
        foot=foot.size[2] / 2 - foot.center[2],
    )


def stand_level(character: AnyBody) -> AnyBody:
    """The same body with legs bent so that all feet stand at one level.

    The back legs determine the height, unless the front legs cannot reach so far down.
    """
    origins = {name: at[2] for name, at in character.standing_origins().items()}
    hips = {leg: origins[f"upper_leg.{leg}"] for leg in LEGS}
    legs = {leg: leg_of(character, leg) for leg in LEGS}
    feet = {leg: foot_of(legs[leg], *_angles(character, leg)) for leg in LEGS}
    backs = [hips[leg] + feet[leg][1] for leg in LEGS[2:]]
    lowest = sum(backs) / len(backs)
    reachable = []
    for leg in LEGS:
        longest = STRAIGHTEST * legs[leg].longest(_angles(character, leg)[2])
        reachable.append(hips[leg] - math.sqrt(max(longest**2 - feet[leg][0] ** 2, 0.0)))
    ground = max(lowest, *reachable)
    standing = dict(character.standing)
    for leg in LEGS:
        _, knee, ankle = _angles(character, leg)
        angles = bend_to(legs[leg], feet[leg][0], ground - hips[leg], ankle, math.copysign(1, knee))
        for joint, angle in zip(("hip", "knee"), angles, strict=True):
            standing[f"{joint}.{leg}"] = angle
    return replace(character, standing=standing)


def _angles(character: Body, leg: str) -> tuple[float, float, float]:
    hip, knee, ankle = (character.standing[f"{joint}.{leg}"] for joint in ("hip", "knee", "ankle"))
    return (hip, knee, ankle)

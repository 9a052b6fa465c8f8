"""From a quadruped rig's rest pose to the measurements of a standing body, and the rig's scale.

Joints that the rig lacks are interpolated between those that it has.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from ..bodies.quadruped import (
    DOG_HEIGHT,
    LEGS,
    SPINE,
    TAIL,
    QuadrupedMeasurements,
    average_quadruped,
    hip_height,
    parent_of,
)
from ..bodies.quadruped_body import BREADTHS
from ..bodies.segments import Vector
from ..bodies.strength import base_name
from .drawn_units import Sizes, choose_unit
from .four_legged_axes import PARTS, bone_points, contact_points, find_axes, leg_frames
from .measure import RestPose, world_scale
from .skeleton import Skeleton

Array = NDArray[np.float64]
CHAINS = (("pelvis", *SPINE), ("torso", "neck", "head"), ("pelvis", *TAIL))
TORSO_SHARE = 0.75  # of the distance from hips to shoulders, where the rig has no torso bone
GOES_ON = 0.5  # cosine between a tail's last two bones: a sharper bend is a guess of the importer
PLAUSIBLE_HEAD = (0.3, 3.0)  # range relative to the table
PLAUSIBLE_BREADTH = (0.6, 1.6)
HIPS = Sizes(
    in_metres=(0.05, 2.5),  # of mice and of tall horses
    likely=(0.2, 1.8),
    # Centimetres, feet, decimetres, inches, millimetres, and rigs scaled down by those.
    units=(0.01, 0.3048, 0.1, 0.0254, 0.001, 100.0, 10.0, 39.3701, 1000.0),
    usual=DOG_HEIGHT,
)


def read_quadruped_rest(
    skeleton: Skeleton, roles: Mapping[str, int], flesh: Mapping[str, Array] | None = None
) -> RestPose:
    """The rest pose of a rig with all leg bones; the pelvis lies between the hips."""
    axes = find_axes(skeleton, roles)
    contacts = contact_points(skeleton, roles, axes, flesh or {})
    frames = {role: axes.frame for role in roles if base_name(role) == role}
    frames |= leg_frames(skeleton, roles, axes, contacts)
    heads = skeleton.heads
    hips = (heads[roles["upper_leg.BL"]] + heads[roles["upper_leg.BR"]]) / 2
    return RestPose(skeleton, roles, axes, frames, flesh or {}, {"pelvis": hips})


def measure_quadruped(rest: RestPose) -> QuadrupedMeasurements:
    """The body's measurements in the armature's units."""
    contacts = contact_points(rest.skeleton, rest.roles, rest.axes, rest.flesh)
    joints = _trunk_joints(rest)
    tip = _tail_tip(rest, joints)
    legs = {leg: _leg_lengths(rest, contacts[leg], leg) for leg in LEGS}
    offsets = {name: _in_body(rest, joints[name] - joints[parent_of(name)])
               for name in joints if name != "pelvis"}  # fmt: skip
    for leg in LEGS:
        trunk = joints["torso" if leg[0] == "F" else "pelvis"]
        offsets[f"upper_leg.{leg}"] = _in_body(rest, rest.joint(f"upper_leg.{leg}") - trunk)
        for part, length in zip(PARTS[1:], legs[leg][:2], strict=True):
            offsets[f"{part}.{leg}"] = (0.0, 0.0, -length)
    front, back = ((legs[e + "L"][2] + legs[e + "R"][2]) / 2 for e in "FB")
    measured = QuadrupedMeasurements(
        offsets=offsets,
        head_length=1.0,
        tail_tip=None if tip is None else _in_body(rest, tip - joints[TAIL[-1]]),
        foot_length=(front, back),
        rest_angles={leg: _rest_angles(rest, leg) for leg in LEGS},
    )
    height = hip_height(measured)
    return replace(
        measured, head_length=_head_length(rest, height), breadth=_breadth(rest, height)
    )


def _in_body(rest: RestPose, way: Array) -> Vector:
    x, y, z = way @ rest.axes.frame
    return (float(x), float(y), float(z))


def _leg_lengths(rest: RestPose, contact: Array, leg: str) -> tuple[float, float, float]:
    points = np.array([*(rest.joint(f"{part}.{leg}") for part in PARTS), contact])
    upper, lower, foot = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return float(upper), float(lower), float(foot)


def _rest_angles(rest: RestPose, leg: str) -> tuple[float, float, float]:
    """Pitches of hip, knee and ankle [rad], averaged over both sides."""
    both = np.array([_pitches(rest, leg[0] + side) for side in "LR"])
    hip, knee, ankle = both.mean(axis=0)
    return float(hip), float(knee), float(ankle)


def _pitches(rest: RestPose, leg: str) -> list[float]:
    frames = [rest.axes.frame, *(rest.frames[f"{part}.{leg}"] for part in PARTS)]
    turns = [above.T @ below for above, below in pairwise(frames)]
    return [math.atan2(turn[0, 2], turn[2, 2]) for turn in turns]


def _trunk_joints(rest: RestPose) -> dict[str, Array]:
    """All joints (3,) of trunk, neck, head and tail, in the armature's space."""
    joints = {role: rest.joint(role) for chain in CHAINS for role in chain if role in rest.roles}
    hips, shoulders = (
        np.mean([rest.joint(f"upper_leg.{e}{s}") for s in "LR"], axis=0) for e in "BF"
    )
    joints.setdefault("torso", hips + TORSO_SHARE * (shoulders - hips))
    usual = average_quadruped(float(_height(rest)))
    for above, name in (("torso", "neck"), ("neck", "head")):
        if name not in joints and not (name == "neck" and "head" in joints):
            joints[name] = joints[above] + rest.axes.frame @ np.array(usual.offsets[name])
    _fill(joints, CHAINS[0])
    _fill(joints, CHAINS[1])
    tail = [role for role in TAIL if role in joints]
    if tail:
        _fill(joints, (*CHAINS[2], "tip"), {"tip": _end_of_chain(rest, tail[-1])})
    return joints


def _height(rest: RestPose) -> float:
    """Height of the hips over the feet, in the armature's units."""
    hips = rest.joint("pelvis") @ rest.axes.up
    feet = [rest.joint(f"foot.{leg}") @ rest.axes.up for leg in LEGS]
    return float(hips - min(feet))


def _fill(
    joints: dict[str, Array], chain: Sequence[str], ends: Mapping[str, Array] | None = None
) -> None:
    """Add the missing joints of a chain, evenly spaced between those that are present."""
    known = {**joints, **(ends or {})}
    places = [i for i, name in enumerate(chain) if name in known]
    for start, end in pairwise(places):
        for i in range(start + 1, end):
            share = (i - start) / (end - start)
            joints[chain[i]] = (1 - share) * known[chain[start]] + share * known[chain[end]]


def _end_of_chain(rest: RestPose, role: str) -> Array:
    """The end of the last bone of a tail: by the mesh, its descendants, or the bones before."""
    skeleton, bone = rest.skeleton, rest.roles[role]
    head = skeleton.heads[bone]
    points = rest.flesh.get(role, bone_points(skeleton, bone))
    far = points[int(np.argmax(np.linalg.norm(points - head, axis=1)))]
    before = head - skeleton.heads[skeleton.parents[bone]] if skeleton.parents[bone] >= 0 else None
    goes_on = before is None or unit(far - head) @ unit(before) > GOES_ON
    if goes_on and np.linalg.norm(far - head) > 0:
        return far
    return head + before if before is not None else head - rest.axes.forward * _height(rest) / 4


def _tail_tip(rest: RestPose, joints: Mapping[str, Array]) -> Array | None:
    if TAIL[0] not in joints:
        return None
    last = max((role for role in TAIL if role in rest.roles), key=TAIL.index)
    return _end_of_chain(rest, last)


def _head_length(rest: RestPose, height: float) -> float:
    """From the head's joint to the tip of the nose: by the mesh, the bones, or the table."""
    usual = average_quadruped(height).head_length
    if "head" not in rest.roles:
        return usual
    points = rest.flesh.get("head", bone_points(rest.skeleton, rest.roles["head"]))
    length = float(((points - rest.joint("head")) @ rest.axes.forward).max())
    low, high = PLAUSIBLE_HEAD
    return length if low * usual <= length <= high * usual else usual


def _breadth(rest: RestPose, height: float) -> float:
    """Width of the trunk's mesh relative to a dog of this height; 1 without a mesh."""
    widths = [float(np.ptp(rest.flesh[role] @ rest.axes.left)) / (BREADTHS[role] * height)
              for role in ("pelvis", *SPINE) if role in rest.flesh]  # fmt: skip
    return float(np.clip(np.mean(widths), *PLAUSIBLE_BREADTH)) if widths else 1.0


def soles(rest: RestPose) -> Array:
    """The points (4, 3) at which the feet touch the ground, in the armature's space."""
    contacts = contact_points(rest.skeleton, rest.roles, rest.axes, rest.flesh)
    return np.array([contacts[leg] for leg in LEGS])


def metres_per_unit(rest: RestPose) -> float:
    """Metres per unit of the scene in which the rig stands."""
    return choose_unit(hip_height(measure_quadruped(rest)) * world_scale(rest.skeleton), HIPS)

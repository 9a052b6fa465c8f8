"""The frames of a body's segments in a rig's rest pose; in the standing pose all are parallel.

A limb's z points up along it (for hanging arms and legs) and its y is the hinge about which the
limb bends, so that elbows and knees move in the plane in which the rig was modelled.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_between, shortest_arc, unit, without
from ..bodies.strength import base_name
from .body_axes import BodyAxes
from .skeleton import Skeleton

Array = NDArray[np.float64]
STRAIGHT, BENT = np.radians(4.0), np.radians(12.0)  # between these, the rest bend gains weight
FLEXED = np.radians(25.0)  # more than hyperextension in a model: the joint can only bend this way
STRAY = np.radians(50.0)  # a slight bend about an axis this far off does not define the hinge
STANDING_SHIN = np.radians(35.0)
FOOT_SLOPE = np.radians(19.0)  # ankle to toe joint, below the sole's plane; Drillis and Contini
FLAT_SLOPES = np.radians((-20.0, 70.0))  # plausible slopes of a foot flat on the ground

LIMBS = (("upper_leg", "lower_leg", "foot", 1.0), ("upper_arm", "lower_arm", "hand", -1.0))


def rest_frames(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes
) -> dict[str, Array]:  # fmt: skip
    """For each mapped segment its frame's axes (3, 3, columns x, y, z) in the armature's space."""
    frames = {role: axes.frame for role in roles if base_name(role) == role}
    for side in "LR":
        for upper, lower, end, bends in LIMBS:
            if f"{upper}.{side}" not in roles or f"{lower}.{side}" not in roles:
                continue
            above, below = _limb(skeleton, roles, axes, (upper, lower, end), side, bends)
            frames[f"{upper}.{side}"], frames[f"{lower}.{side}"] = above, below
            frames[f"{end}.{side}"] = below
        frames[f"foot.{side}"] = _foot(skeleton, roles, axes, side, frames[f"lower_leg.{side}"])
        frames[f"toes.{side}"] = frames[f"foot.{side}"]
    return {role: frame for role, frame in frames.items() if role in roles}


def limb_end(skeleton: Skeleton, roles: Mapping[str, int], lower: str, end: str) -> Array:
    """The end of a forearm or shin: the next joint, else a descendant bone, else its tail."""
    bone = roles[lower]
    if end in roles:
        return skeleton.heads[roles[end]]
    below = skeleton.children[bone]
    if below:
        return skeleton.heads[max(below, key=lambda b: skeleton.distance(bone, b))]
    return skeleton.tails[bone]


def _limb(
    skeleton: Skeleton,
    roles: Mapping[str, int],
    axes: BodyAxes,
    parts: tuple[str, str, str],
    side: str,
    bends: float,
) -> tuple[Array, Array]:
    """Frames of thigh and shin, or upper arm and forearm; `bends` is the flexion's sign about y."""
    upper, lower, end = (f"{part}.{side}" for part in parts)
    start, middle = skeleton.heads[roles[upper]], skeleton.heads[roles[lower]]
    first = unit(middle - start)
    second = unit(limb_end(skeleton, roles, lower, end) - middle)
    if not first.any() or not second.any():
        first, second = (v if v.any() else -axes.up for v in (first, second))
    hanging = shortest_arc(-axes.up, first, axes.forward) @ axes.left
    hinge = _hinge(first, second, hanging, bends)
    return _frame(-first, hinge), _frame(-second, hinge)


def _hinge(first: Array, second: Array, hanging: Array, bends: float) -> Array:
    """The y axis: from the rest bend if there is one, else that of the straight hanging limb."""
    bend = angle_between(first, second)
    measured = bends * unit(np.cross(first, second))
    if bend < FLEXED and measured @ hanging < 0:
        measured = -measured  # hyperextended
    if bend < STRAIGHT or (bend < FLEXED and angle_between(measured, hanging) > STRAY):
        return hanging
    share = float(np.clip((bend - STRAIGHT) / (BENT - STRAIGHT), 0.0, 1.0))
    return unit((1 - share) * hanging + share * measured)


def _frame(z: Array, y: Array) -> Array:
    y = without(y, z)
    return np.column_stack([np.cross(y, z), y, z])


def _foot(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes, side: str, shin: Array
) -> Array:
    """The foot's frame, level and turned to the toes; a foot in the air gets the usual slope."""
    toes = foot_direction(skeleton, roles, axes, side)
    standing = angle_between(shin[:, 2], axes.up) < STANDING_SHIN
    if toes is None:
        return axes.frame if standing else shin
    slope = np.arctan2(-toes @ axes.up, np.linalg.norm(toes - axes.up * (toes @ axes.up)))
    if standing and FLAT_SLOPES[0] < slope < FLAT_SLOPES[1]:
        return _frame(axes.up, np.cross(axes.up, toes))
    if standing:
        return _frame(axes.up, axes.left)
    y = without(shin[:, 1], unit(toes))
    # A turn about y (left) by minus the slope maps ankle-to-toes to the sole's forward axis.
    forward = np.cos(FOOT_SLOPE) * unit(toes) - np.sin(FOOT_SLOPE) * np.cross(y, unit(toes))
    return np.column_stack([forward, y, np.cross(forward, y)])


def foot_direction(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes, side: str
) -> Array | None:
    """From the ankle to the toe joint, else to a descendant bone, else to a plausible tail."""
    foot = roles[f"foot.{side}"]
    head = skeleton.heads[foot]
    if f"toes.{side}" in roles:
        return skeleton.heads[roles[f"toes.{side}"]] - head
    shin = skeleton.distance(roles[f"lower_leg.{side}"], foot)
    ends = [skeleton.heads[bone] for bone in skeleton.children[foot]] + [skeleton.tails[foot]]
    for end in ends:
        way = end - head
        if way @ axes.forward > 0.1 * shin and way @ axes.up < 0.05 * shin:
            return way
    return None

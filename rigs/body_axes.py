"""The front, left and up of a rig's body, for any rest pose and any axes of the armature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_between, unit, without
from .skeleton import Skeleton

Array = NDArray[np.float64]
UP_SNAP = np.radians(20.0)  # a trunk that leans less than this is upright
LEFT_SNAP = np.radians(10.0)
STRIDING = np.radians(30.0)  # between left and right legs or knees: a rig in mid-stride
ACROSS = 0.3  # cosine between legs and trunk: with less, they lie across each other
LEG_BONES = (("upper_leg", "lower_leg"), ("lower_leg", "foot"))
SIGN = 0.03  # of a leg: less than this forward or backward is no evidence


@dataclass(frozen=True)
class BodyAxes:
    """Unit directions in the armature's space: x, y and z of the standing body."""

    forward: Array
    left: Array
    up: Array

    @property
    def frame(self) -> Array:
        """The axes as columns (3, 3)."""
        return np.column_stack([self.forward, self.left, self.up])


def find_body_axes(skeleton: Skeleton, roles: Mapping[str, int]) -> BodyAxes:
    """Up points from the hips to the neck, left from the right hip and shoulder to the left ones.

    Both snap to a nearby axis of the armature or of the world. In mid-stride a body leans, so that
    up is the trunk's own direction.
    """
    heads = skeleton.heads
    hips = [heads[roles[f"upper_leg.{side}"]] for side in "LR"]
    up = unit(_top_of_trunk(skeleton, roles) - (hips[0] + hips[1]) / 2)
    across = unit(hips[0] - hips[1])
    if "upper_arm.L" in roles and "upper_arm.R" in roles:
        across = across + unit(heads[roles["upper_arm.L"]] - heads[roles["upper_arm.R"]])
    if not _is_striding(skeleton, roles, across):
        up = _snap(skeleton, up, UP_SNAP)
    left = _snap(skeleton, without(across, up), LEFT_SNAP)
    left = without(left, up)
    return BodyAxes(forward=unit(np.cross(left, up)), left=left, up=up)


def _is_striding(skeleton: Skeleton, roles: Mapping[str, int], across: Array) -> bool:
    """Whether left and right thighs or shins differ in direction, seen from the side."""
    return any(
        angle_between(*(without(way, unit(across)) for way in ways)) > STRIDING
        for ways in (_pair(skeleton, roles, *ends) for ends in LEG_BONES)
        if ways
    )


def _pair(
    skeleton: Skeleton, roles: Mapping[str, int], upper: str, lower: str
) -> list[Array]:
    """Vectors from one joint of a leg to another, left and right; empty if a role is missing."""
    ends = [[roles.get(f"{part}.{side}") for part in (upper, lower)] for side in "LR"]
    return [
        skeleton.heads[end] - skeleton.heads[start]
        for start, end in ends
        if start is not None and end is not None and None not in (*ends[0], *ends[1])
    ]


def legs_continue_trunk(skeleton: Skeleton, roles: Mapping[str, int]) -> bool:
    """Whether the legs continue the trunk, as a biped's do; a quadruped's lie across it."""
    up = find_body_axes(skeleton, roles).up
    hips, feet = (
        [skeleton.heads[roles[f"{part}.{side}"]] for side in "LR"] for part in ("upper_leg", "foot")
    )
    legs: Array = np.sum([unit(hip - foot) for hip, foot in zip(hips, feet, strict=True)], axis=0)
    return bool(unit(legs) @ up >= ACROSS)


def _top_of_trunk(skeleton: Skeleton, roles: Mapping[str, int]) -> Array:
    heads = skeleton.heads
    arms = [heads[roles[f"upper_arm.{side}"]] for side in "LR" if f"upper_arm.{side}" in roles]
    if "head" in roles:
        return heads[roles["head"]]
    if arms:
        shoulders: Array = np.mean(arms, axis=0)
        return shoulders
    return skeleton.tails[roles["torso"]] if "torso" in roles else skeleton.tails[roles["pelvis"]]


def _snap(skeleton: Skeleton, direction: Array, tolerance: float) -> Array:
    """The axis of the armature, else of the world, within the tolerance; else the direction."""
    world = np.linalg.inv(skeleton.to_world[:3, :3])
    for axes in (np.eye(3), world / np.linalg.norm(world, axis=0)):
        for axis in (*axes.T, *-axes.T):
            if angle_between(direction, axis) < tolerance:
                return np.array(axis)
    return direction


def snapped(skeleton: Skeleton, direction: Array) -> Array:
    """A body's up or front: a nearby axis of the armature or of the world, else unchanged."""
    return _snap(skeleton, direction, UP_SNAP)


def foot_directions(skeleton: Skeleton, roles: Mapping[str, int]) -> list[Array]:
    """Vectors from each ankle to its toes, where the rig has a toe bone; may be empty."""
    directions = []
    for side in "LR":
        foot = roles[f"foot.{side}"]
        toes = roles.get(f"toes.{side}")
        below = [toes] if toes is not None else list(skeleton.children[foot])
        far = max(below, key=lambda bone: skeleton.distance(foot, bone), default=None)
        if far is not None:
            directions.append(skeleton.heads[far] - skeleton.heads[foot])
    return directions


@dataclass(frozen=True)
class Sides:
    """Whether left and right are exchanged, and whether there is evidence on the body for it."""

    exchanged: bool
    told: bool


def judge_sides(skeleton: Skeleton, roles: Mapping[str, int], certain: bool) -> Sides:
    """Judge left and right by the feet.

    When the names are `certain`, only feet that clearly point backwards refute them. Without
    names, the tails of the feet and the bend of the knees decide as well, and finally Blender's
    front (-y), which is a guess.
    """
    axes = find_body_axes(skeleton, roles)
    leg = skeleton.distance(roles["upper_leg.L"], roles["foot.L"])
    for signs in _signs_of_front(skeleton, roles, axes, certain):
        if signs and abs(np.mean(signs)) > SIGN * leg:
            return Sides(bool(np.mean(signs) < 0), told=True)
    front = np.linalg.inv(skeleton.to_world[:3, :3]) @ np.array([0.0, -1.0, 0.0])
    facing_away = not certain and unit(front) @ axes.forward < -SIGN
    return Sides(bool(facing_away), told=certain)


def _signs_of_front(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes, certain: bool
) -> list[list[float]]:
    """How far the body's forward parts point along the assumed front, best evidence first."""
    heads, forward = skeleton.heads, axes.forward
    feet = [float(d @ forward) for d in foot_directions(skeleton, roles)]
    if certain:
        # A rest pose may be a frame of a clip, in which one foot points anywhere.
        return [feet if len(feet) == 2 and feet[0] * feet[1] > 0 else []]
    tails, knees = [], []
    for side in "LR":
        hip, knee, ankle = (roles[f"{r}.{side}"] for r in ("upper_leg", "lower_leg", "foot"))
        tails.append(float((skeleton.tails[ankle] - heads[ankle]) @ forward))
        knees.append(float((heads[knee] - (heads[hip] + heads[ankle]) / 2) @ forward))
    return [feet, tails, knees]

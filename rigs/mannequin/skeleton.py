"""The bones of a body: names that are told at a glance and found by rigs/naming."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .proportions import FORWARD, UP, Proportions, arm_direction

Array = NDArray[np.float64]
MIRROR = np.array([-1.0, 1.0, 1.0])
# Parent, and the joint at which the bone ends.
BONES = {
    "hips": ("", "abdomen"),
    "abdomen": ("hips", "chest"),
    "chest": ("abdomen", "neck"),
    "neck": ("chest", "head"),
    "head": ("neck", "head.end"),
    "shoulder": ("chest", "upper_arm"),
    "upper_arm": ("shoulder", "forearm"),
    "forearm": ("upper_arm", "hand"),
    "hand": ("forearm", "hand.end"),
    "thigh": ("hips", "shin"),
    "shin": ("thigh", "foot"),
    "foot": ("shin", "toe"),
    "toe": ("foot", "toe.end"),
}
SIDED = tuple(BONES)[5:]
ARM = ("upper_arm", "forearm", "hand")


class BodyBone(NamedTuple):
    """A bone at rest.

    Attributes:
        parent: its name; "" for the first bone.
        head, tail: (3,) of the standing height.
        front: the direction (3,) of the bone's z axis; its x axis is the one that limbs bend about.
    """

    name: str
    parent: str
    head: Array
    tail: Array
    front: Array


def bone_names() -> tuple[str, ...]:
    """All bones, each after its parent."""
    return tuple(name for bone in BONES for name in _with_sides(bone))


def other_side() -> list[int]:
    """For each bone the place of the one on the other side; its own in the middle."""
    names = bone_names()
    exchanged = {".L": ".R", ".R": ".L"}
    return [names.index(n[:-2] + exchanged[n[-2:]] if n[-2:] in exchanged else n) for n in names]


def _with_sides(bone: str) -> tuple[str, ...]:
    return (f"{bone}.L", f"{bone}.R") if bone in SIDED else (bone,)


def make_bones(body: Proportions, arm_angle: float) -> list[BodyBone]:
    """The bones of a body whose arms are `arm_angle` [rad] below the horizontal."""
    joints = body.joints(arm_angle)
    back_of_hand = -np.cross(FORWARD, arm_direction(arm_angle))
    bones = []
    for bone, (parent, end) in BONES.items():
        front = {"hand": back_of_hand, "foot": UP, "toe": UP}.get(bone, FORWARD)
        for name in _with_sides(bone):
            side = name[len(bone) :]
            turn = MIRROR if side == ".R" else np.ones(3)
            above = parent + side if parent in SIDED else parent
            bones.append(
                BodyBone(name, above, turn * joints[bone], turn * joints[end], turn * front)
            )
    return bones


def lower_arms(body: Proportions, points: Array, shares: Array, angle: float) -> Array:
    """Points (n, 3), moved as far as the arms do that turn down by an angle [rad].

    Args:
        shares: how far each point goes with the left and the right arm (n, 2).
    """
    c, s = np.cos(angle), np.sin(angle)
    moved = points.copy()
    for share, sign in zip(shares.T, (1.0, -1.0), strict=True):
        shoulder = body.joints(0.0)["upper_arm"] * [sign, 1.0, 1.0]
        turn = np.array([[c, 0.0, sign * s], [0.0, 1.0, 0.0], [-sign * s, 0.0, c]])
        moved += share[:, None] * ((points - shoulder) @ turn.T + shoulder - points)
    return moved

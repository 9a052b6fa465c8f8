"""Rigs drawn from a character: its joints in any rest pose, under any names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..rigs.skeleton import Skeleton
from .drawn_rigs import MIXAMO

Array = NDArray[np.float64]
Pose = Mapping[str, tuple[float, float, float]]
DEGREES = np.pi / 180
# Rest poses as turns about (x, y, z) in degrees, left side; the right side is their mirror image.
T_POSE: Pose = {"upper_arm.L": (90.0, 0.0, 0.0)}
A_POSE: Pose = {"upper_arm.L": (45, 0, 0), "lower_arm.L": (0, -8, 0)}
ARMS_DOWN: Pose = {}
BENT: Pose = {
    "upper_arm.L": (70, 0, 0), "lower_arm.L": (0, -30, 0), "upper_leg.L": (0, -12, 0),
    "lower_leg.L": (0, 25, 0), "foot.L": (0, -13, 0),
}  # fmt: skip
REST_POSES: dict[str, Pose] = {"T": T_POSE, "A": A_POSE, "arms down": ARMS_DOWN, "bent knees": BENT}


def turn_about(axis: int, degrees: float) -> Array:
    """(3, 3): a turn about x, y or z."""
    half = DEGREES * degrees / 2
    quaternion = np.zeros(4)
    quaternion[0], quaternion[1 + axis] = np.cos(half), np.sin(half)
    matrix: Array = matrices_from_quaternions(quaternion)
    return matrix


def turn_of(name: str, pose: Pose) -> Array:
    """A segment's turn against its parent (3, 3) in a rest pose."""
    left = name[:-2] + ".L" if name.endswith(".R") else name
    x, y, z = pose.get(left, (0.0, 0.0, 0.0))
    sign = -1.0 if name.endswith(".R") else 1.0
    turn: Array = turn_about(2, sign * z) @ turn_about(1, y) @ turn_about(0, sign * x)
    return turn


def pose_joints(
    character: Character, pose: Pose, root: Array | None = None
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Each segment's joint (3,) and axes (3, 3), the pelvis above the world's origin.

    The body faces +x; `root` (3, 3) turns it about its pelvis.
    """
    turns = {"": np.eye(3) if root is None else root}
    origins = {"": np.array([0.0, 0.0, character.standing_height_of_root])}
    for s in character.segments:
        turns[s.name] = turns[s.parent] @ turn_of(s.name, pose)
        offset = np.array(s.offset) if s.parent else np.zeros(3)
        origins[s.name] = origins[s.parent] + turns[s.parent] @ offset
    del turns[""], origins[""]
    return origins, turns


def bone_ends(
    character: Character, joints: Mapping[str, Array], turns: Mapping[str, Array]
) -> dict[str, Array]:
    """Each segment's tail (3,): the next joint, else the end of its flesh."""
    tails = {}
    for s in character.segments:
        along = (s.length, 0.0, 0.0) if s.long_axis == 0 else (0.0, 0.0, s.length)
        if s.name.startswith(("upper", "lower_arm", "lower_leg", "hand")):
            along = (0.0, 0.0, -s.length)
        if s.name.startswith("foot"):
            along = character.segment("toes" + s.name[4:]).offset
        tails[s.name] = joints[s.name] + turns[s.name] @ np.array(along)
    return tails


def name_bones(character: Character, names: Mapping[str, str]) -> dict[str, str]:
    """Segment -> bone name, from a table with {side}; segments without a name are left out."""
    bones = {}
    for s in character.segments:
        part, side = (s.name[:-2], s.name[-1]) if s.name[-2] == "." else (s.name, "")
        if part in names:
            word = {"L": "Left", "R": "Right", "": ""}[side]
            bones[s.name] = names[part].format(side=word, s=side, l=side.lower())
    return bones


def draw_skeleton(
    character: Character,
    pose: Pose = T_POSE,
    names: Mapping[str, str] = MIXAMO,
    root: Array | None = None,
    to_world: Array | None = None,
) -> Skeleton:
    """Plain bones whose own axes are arbitrary, as imported rigs have them."""
    joints, turns = pose_joints(character, pose, root)
    tails = bone_ends(character, joints, turns)
    bones = name_bones(character, names)
    order = list(bones)
    parents = {s.name: s.parent for s in character.segments}

    def parent(name: str) -> int:
        above = parents[name]
        while above and above not in bones:
            above = parents[above]
        return order.index(above) if above else -1

    matrices = np.tile(np.eye(4), (len(order), 1, 1))
    random = np.random.default_rng(0)
    matrices[:, :3, :3] = matrices_from_quaternions(random.normal(size=(len(order), 4)))
    matrices[:, :3, 3] = np.array([joints[n] for n in order]).reshape(-1, 3)
    return Skeleton(
        armature="drawn",
        names=tuple(bones.values()),
        parents=tuple(parent(n) for n in order),
        matrices=matrices,
        tails=np.array([tails[n] for n in order]).reshape(-1, 3),
        to_world=np.eye(4) if to_world is None else to_world,
        deforms=(True,) * len(order),
    )


def build_armature(bpy: Any, skeleton: Skeleton, connect: bool = False) -> Any:
    """The same bones as a Blender armature, each from its joint to its tail."""
    data = bpy.data.armatures.new(skeleton.armature)
    armature = bpy.data.objects.new(skeleton.armature, data)
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    made: list[Any] = []
    for i, name in enumerate(skeleton.names):
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = skeleton.heads[i], skeleton.tails[i]
        bone.roll = 0.3 * i
        if skeleton.parents[i] >= 0:
            bone.parent = made[skeleton.parents[i]]
            bone.use_connect = connect and (bone.parent.tail - bone.head).length < 1e-5
        made.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.update()
    return armature

"""Rigs drawn from a character: its joints in any rest pose, under any names."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from synthetic import about, multiply, rotate

from footfall import Character
from footfall.rigs.rotations import matrices_from_quaternions
from footfall.rigs.skeleton import Skeleton

Array = NDArray[np.float64]
DEGREES = np.pi / 180
# Rest poses as turns about (x, y, z) in degrees, left side; the right side is their mirror image.
T_POSE = {"upper_arm.L": (90, 0, 0)}
A_POSE = {"upper_arm.L": (45, 0, 0), "lower_arm.L": (0, -8, 0)}
ARMS_DOWN: dict[str, tuple[float, float, float]] = {}
BENT = {
    "upper_arm.L": (70, 0, 0), "lower_arm.L": (0, -30, 0), "upper_leg.L": (0, -12, 0),
    "lower_leg.L": (0, 25, 0), "foot.L": (0, -13, 0),
}  # fmt: skip
REST_POSES = {"T": T_POSE, "A": A_POSE, "arms down": ARMS_DOWN, "bent knees": BENT}
MIXAMO = {
    "pelvis": "Hips", "lower_back": "Spine", "torso": "Spine1", "head": "Neck",
    "upper_arm": "{side}Arm", "lower_arm": "{side}ForeArm", "hand": "{side}Hand",
    "upper_leg": "{side}UpLeg", "lower_leg": "{side}Leg", "foot": "{side}Foot",
    "toes": "{side}ToeBase",
}  # fmt: skip


def turn_of(name: str, pose: Mapping[str, tuple[float, float, float]]) -> Array:
    left = name[:-2] + ".L" if name.endswith(".R") else name
    x, y, z = (DEGREES * a for a in pose.get(left, (0, 0, 0)))
    sign = -1.0 if name.endswith(".R") else 1.0
    turns = [
        about(1, np.array([y])),
        about(0, np.array([sign * x])),
        about(2, np.array([sign * z])),
    ]
    return multiply(multiply(turns[2], turns[1]), turns[0])


def pose_joints(
    character: Character,
    pose: Mapping[str, tuple[float, float, float]],
    root: Array | None = None,
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Each segment's joint (3,) and orientation (1, 4), the pelvis above the world's origin."""
    turns = {"": about(0, np.zeros(1)) if root is None else root}
    origins = {"": np.array([[0.0, 0.0, character.standing_height_of_root]])}
    for s in character.segments:
        turns[s.name] = multiply(turns[s.parent], turn_of(s.name, pose))
        offset = s.offset if s.parent else (0.0, 0.0, 0.0)
        origins[s.name] = origins[s.parent] + rotate(turns[s.parent], offset)
    return {n: o[0] for n, o in origins.items() if n}, {n: q for n, q in turns.items() if n}


def bone_ends(character: Character, joints: Mapping[str, Array], turns: Mapping[str, Array]):
    """Each segment's tail (3,): the next joint, else the end of its flesh."""
    tails = {}
    for s in character.segments:
        along = (s.length, 0, 0) if s.long_axis == 0 else (0, 0, s.length)
        if s.name.startswith(("upper", "lower_arm", "lower_leg", "hand")):
            along = (0, 0, -s.length)
        if s.name.startswith("foot"):
            along = character.segment("toes" + s.name[4:]).offset
        tails[s.name] = joints[s.name] + rotate(turns[s.name], along)[0]
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
    pose: Mapping[str, tuple[float, float, float]] = T_POSE,
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


def build_armature(bpy, skeleton: Skeleton, connect: bool = False):
    """The same bones as a Blender armature, each from its joint to its tail."""
    data = bpy.data.armatures.new(skeleton.armature)
    armature = bpy.data.objects.new(skeleton.armature, data)
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    made = []
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

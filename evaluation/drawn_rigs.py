"""Rigs for benchmarks that need no files: bones at a body's joints, named as others do."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character

Array = NDArray[np.float64]
MIXAMO = {
    "pelvis": "Hips", "lower_back": "Spine", "torso": "Spine1", "head": "Neck",
    "upper_arm": "{side}Arm", "lower_arm": "{side}ForeArm", "hand": "{side}Hand",
    "upper_leg": "{side}UpLeg", "lower_leg": "{side}Leg", "foot": "{side}Foot",
    "toes": "{side}ToeBase",
}  # fmt: skip
JOINTS = {
    "pelvis": "Hips", "lower_back": "Chest", "torso": "Chest2", "head": "Neck",
    "upper_arm": "{side}Shoulder", "lower_arm": "{side}Elbow", "hand": "{side}Wrist",
    "upper_leg": "{side}Hip", "lower_leg": "{side}Knee", "foot": "{side}Ankle",
    "toes": "{side}Toe",
}  # fmt: skip
BVH_UNIT = 0.01  # [m]


def bone_names(character: Character, names: Mapping[str, str]) -> dict[str, str]:
    """Segment -> bone."""
    sides = {".L": "Left", ".R": "Right"}
    return {
        s.name: names[s.name.removesuffix(".L").removesuffix(".R")].format(
            side=sides.get(s.name[-2:], "")
        )
        for s in character.segments
    }


def t_pose(character: Character) -> tuple[dict[str, Array], dict[str, Array]]:
    """Joints and ends of the segments (3,), arms sideways, soles on z = 0, facing -y as rigs do."""
    joints: dict[str, Array] = {}
    ends: dict[str, Array] = {}
    for s in character.segments:
        offset = np.array(s.offset)
        if s.name.startswith(("lower_arm", "hand")):
            offset = _sideways(s.name) * np.linalg.norm(offset)
        above = joints.get(s.parent, np.array([0.0, 0.0, character.standing_height_of_root]))
        joints[s.name] = above + (offset if s.parent else 0.0)
    for s in character.segments:
        ends[s.name] = joints[s.name] + _along(s.name) * s.length
    facing = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    return (
        {name: facing @ point for name, point in joints.items()},
        {name: facing @ point for name, point in ends.items()},
    )


def _sideways(name: str) -> Array:
    return np.array([0.0, 1.0 if name.endswith(".L") else -1.0, 0.0])


def _along(name: str) -> Array:
    if name.startswith(("upper_arm", "lower_arm", "hand")):
        return _sideways(name)
    if name.startswith(("foot", "toes")):
        return np.array([1.0, 0.0, 0.0])
    return np.array([0.0, 0.0, -1.0 if "leg" in name else 1.0])


def draw_armature(
    character: Character, names: Mapping[str, str] = MIXAMO, turn: float = 0.0
) -> Any:
    """A T-posed armature in the open scene; `turn` [rad] turns its bones, not its object."""
    import bpy

    c, s = np.cos(turn), np.sin(turn)
    turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    data = bpy.data.armatures.new("drawn")
    armature = bpy.data.objects.new("drawn", data)
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    joints, ends = t_pose(character)
    bones = bone_names(character, names)
    for segment in character.segments:
        bone = data.edit_bones.new(bones[segment.name])
        bone.head, bone.tail = turned @ joints[segment.name], turned @ ends[segment.name]
        if segment.parent:
            bone.parent = data.edit_bones[bones[segment.parent]]
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.update()
    return armature


def import_bvh(character: Character) -> Any:
    """The same T-pose as a motion file in centimetres, y up, as Blender imports it."""
    import bpy

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drawn.bvh"
        path.write_text(bvh_text(character), encoding="utf-8")
        bpy.ops.import_anim.bvh(filepath=str(path))
    return bpy.context.object


def bvh_text(character: Character) -> str:
    """One frame of a clip that stands on the ground."""
    joints, ends = t_pose(character)
    bones = bone_names(character, JOINTS)
    children: dict[str, list[str]] = {s.name: [] for s in character.segments}
    for s in character.segments[1:]:
        children[s.parent].append(s.name)

    def vector(v: Array) -> str:
        x, y, z = v / BVH_UNIT
        return f"{x:.6f} {z:.6f} {-y:.6f}"

    def joint(name: str, above: Array, depth: int) -> list[str]:
        tab = "\t" * depth
        channels = "CHANNELS 3 Zrotation Xrotation Yrotation"
        if depth == 0:
            channels = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
        lines = [f"{tab}{'JOINT' if depth else 'ROOT'} {bones[name]}", f"{tab}{{"]
        lines += [f"{tab}\tOFFSET {vector(joints[name] - above)}", f"{tab}\t{channels}"]
        for child in children[name]:
            lines += joint(child, joints[name], depth + 1)
        if not children[name]:
            end = f"\t\tOFFSET {vector(ends[name] - joints[name])}"
            lines += [f"{tab}\tEnd Site", f"{tab}\t{{", tab + end, f"{tab}\t}}"]
        return [*lines, f"{tab}}}"]

    root = character.segments[0].name
    rotations = 3 * len(character.segments)
    motion = f"{vector(joints[root])} " + " ".join(["0.0"] * rotations)
    tree = joint(root, joints[root], 0)
    head = ["HIERARCHY", *tree, "MOTION", "Frames: 1", "Frame Time: 0.0166667", motion]
    return "\n".join(head) + "\n"

"""The ready human with long hair and a skirt of strips, and how deep these get into its shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from ..bodies.hanging import PRESETS
from ..bodies.segments import Shape
from ..rigs.blender.evaluated_frames import evaluated_at
from ..rigs.blender.hanging import add_hanging, find_hanging
from ..rigs.blender.hanging_pose import HungChain
from ..rigs.blender.mannequin import add_mannequin
from ..rigs.blender.motion import segments_of
from ..rigs.blender.rig import Rig, read_rig
from ..rigs.mannequin.build import build_mannequin
from ..simulation.hanging.touching import BOX, CAPSULE, gap_to

Array = NDArray[np.float64]
STRANDS, STRIPS = 5, 8
HAIR, SKIRT = (6, 0.07), (4, 0.11)  # number of bones, and their length [m]
BEHIND, AROUND = 0.12, (0.175, 0.155)  # [m]: hair behind the head's middle; half axes of a skirt
FLARE = 0.1  # of a skirt's length
SAMPLES = 4  # along each bone; heads are the tails before, or fixed to the body


def dressed_mannequin(strands: int = STRANDS, extra: int = 0) -> Rig:
    """The adult in an empty scene; it faces -y.

    Args:
        strands: of hair.
        extra: bones of a further, shorter strand.
    """
    bpy.ops.wm.read_homefile(use_empty=True)
    collection = bpy.context.scene.collection
    armature, _ = add_mannequin(build_mannequin("adult"), "Human", collection, 1.0)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    head, hips = bones["head"], bones["hips"]
    counts = [HAIR[0]] * strands + [extra] * bool(extra)
    for i, count in enumerate(counts):
        side = 0.12 * (i / (len(counts) - 1) - 0.5)
        start = np.array((side, BEHIND, 0.7 * head.head.z + 0.3 * head.tail.z))
        _add_chain(bones, f"hair_{i}", head, start, np.array((0.0, 0.1, -1.0)), count, HAIR[1])
    for i in range(STRIPS):
        angle = 2.0 * math.pi * (i + 0.5) / STRIPS  # none lies under an arm
        out = np.array((AROUND[0] * math.cos(angle), AROUND[1] * math.sin(angle), 0.0))
        way = np.array((0.0, 0.0, -1.0)) + FLARE * unit(out)
        start = np.array(hips.head) + out + np.array((0.0, 0.0, 0.05))
        _add_chain(bones, f"skirt_{i}", hips, start, way, *SKIRT)
    bpy.ops.object.mode_set(mode="OBJECT")
    return read_rig(armature)


def _add_chain(
    bones: bpy.types.ArmatureEditBones, name: str, above: bpy.types.EditBone, start: Array,
    way: Array, count: int, length: float,
) -> None:  # fmt: skip
    for i in range(count):
        bone = bones.new(f"{name}.{i:03d}")
        bone.head, bone.tail = start, start + length * unit(way)
        bone.parent, bone.use_connect = above, i > 0
        above, start = bone, np.array(bone.tail)


def hang_all(rig: Rig) -> tuple[str, ...]:
    """Let all parts hang with their presets; the names of their bones."""
    found, _ = find_hanging(rig)
    add_hanging(rig, [HungChain(found=c, hanging=PRESETS[c.kind]) for c in found])
    return tuple(bone for chain in found for bone in chain.bones)


def depths(rig: Rig, bones: Sequence[str], frames: Sequence[float]) -> Array:
    """(frames,) greatest depth [m] of the middle lines of bones in the body's shapes; at most 0
    where none is inside.
    """
    shapes = [(s.name, s.shape) for s in rig.character.segments if s.shape is not None]
    deepest: Array = np.zeros(len(frames))
    for frame, armature in enumerate(evaluated_at(rig.armature, frames)):
        segments = segments_of(rig, armature)
        world = np.array(armature.matrix_world)
        points = [_points(armature.pose.bones[bone], world) for bone in bones]
        for point in np.concatenate(points) - (0.0, 0.0, rig.ground_height):
            for name, shape in shapes:
                axes, origin = segments[name]
                depth = -_gap(shape, axes, origin, point)
                deepest[frame] = max(deepest[frame], depth)
    return deepest


def _points(bone: bpy.types.PoseBone, world: Array) -> Array:
    ends = np.array([[*bone.head, 1.0], [*bone.tail, 1.0]]) @ world.T
    share = (np.arange(SAMPLES)[:, None] + 1.0) / SAMPLES
    return np.asarray((1.0 - share) * ends[0, :3] + share * ends[1, :3], float)


def _gap(shape: Shape, axes: Array, origin: Array, point: Array) -> float:
    half = 0.5 * np.array(shape.size)
    place = origin + axes @ np.array(shape.center)
    capsule = shape.kind == "capsule"
    size = np.array((half[0], max(half[2] - half[0], 0.0), 0.0)) if capsule else half
    return gap_to(CAPSULE if capsule else BOX, size, place, axes, point, np.empty(3))

"""Soft bones in Blender: displaced or turned, by what the rig allows; on the hanging layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

# A ready human with a belly of one bone, that hops up and down on the spot.
HOPPING = """
import math
import numpy as np
from mathutils import Vector

def add_belly(rig, connected=False, name="belly"):
    bpy.ops.object.mode_set(mode="EDIT")
    bones = rig.data.edit_bones
    bone = bones.new(name)
    bone.parent = bones["hips"]
    bone.head = bone.parent.tail if connected else bone.parent.head + Vector((0.0, -0.05, 0.05))
    bone.tail = bone.head + Vector((0.0, -0.12, 0.0))
    bone.use_connect = connected
    bpy.ops.object.mode_set(mode="OBJECT")

def hop(rig, frames=41):
    for frame in range(1, frames + 1):
        rig.location.z = 0.1 * abs(math.sin(math.pi * (frame - 1) / 10))
        rig.keyframe_insert("location", index=2, frame=frame)

def local(rig, name="belly", frames=range(1, 42)):
    '''Matrices of the bone in its parent.'''
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        bone = rig.pose.bones[name]
        found.append(np.array(bone.parent.matrix.inverted() @ bone.matrix))
    return np.array(found)

bpy.ops.footfall.add_character()
rig = bpy.context.object
hanging = rig.footfall.hanging
"""


def test_a_belly_is_displaced_and_keeps_its_orientation(in_blender: Run) -> None:
    said = in_blender(
        HOPPING
        + """
add_belly(rig)
hop(rig)
own = rig.animation_data.action
bpy.ops.footfall.find_hanging_parts()
said["parts"] = [(part.name, part.count, part.is_soft) for part in hanging.parts]
stiff = local(rig)
bpy.ops.footfall.add_hanging_motion()
soft = local(rig)
said["turned"] = float(np.abs(soft - stiff)[:, :3, :3].max())
said["moved"] = float(np.linalg.norm((soft - stiff)[:, :3, 3], axis=1).max())
said["tracks"] = [track.name for track in rig.animation_data.nla_tracks]
said["own"] = rig.animation_data.action == own
bpy.ops.footfall.remove_hanging_motion()
said["back"] = float(np.abs(local(rig) - stiff).max())
said["location"] = list(rig.pose.bones["belly"].location)
"""
    )
    assert said["parts"] == [["belly", 1, True]]
    assert said["turned"] < 1e-5
    assert 0.01 < said["moved"] <= 0.3 * 0.12 + 1e-6
    assert said["tracks"] == ["Hanging Motion"]
    assert said["own"]
    assert said["back"] < 1e-6
    assert said["location"] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "why",
    [
        "add_belly(rig, connected=True)",
        "add_belly(rig); bone().lock_location[1] = True",
        "add_belly(rig); rig.data.bones['belly'].use_local_location = False",
    ],
)
def test_where_it_cannot_be_displaced_it_turns(in_blender: Run, why: str) -> None:
    said = in_blender(
        HOPPING
        + f"""
bone = lambda: rig.pose.bones["belly"]
{why}
hop(rig)
stiff = local(rig)
bpy.ops.footfall.add_hanging_motion()
soft = local(rig)
said["turned"] = float(np.abs(soft - stiff)[:, :3, :3].max())
said["moved"] = float(np.abs(soft - stiff)[:, :3, 3].max())
said["placed"] = any("location" in c.data_path
                     for c in rig.animation_data.nla_tracks[0].strips[0].action.fcurves)
"""
    )
    assert 0.05 < said["turned"] < 0.3
    assert said["moved"] < 1e-6
    assert not said["placed"]


def test_its_values_are_those_of_the_panel_and_stay(in_blender: Run) -> None:
    said = in_blender(
        HOPPING
        + """
add_belly(rig)
hop(rig)
bpy.ops.footfall.find_hanging_parts()
belly = hanging.parts[0]
said["preset"] = [getattr(belly, name) for name in ("frequency", "damping", "shift", "gravity")]
from footfall.panels.hanging import draw_part
said["drawn"] = drawn(SimpleNamespace(draw=lambda panel, context: draw_part(panel.layout, hanging)))
belly.shift = 0.05
bpy.ops.footfall.find_hanging_parts()
said["kept"] = hanging.parts[0].shift
stiff = local(rig)
bpy.ops.footfall.add_hanging_motion()
said["moved"] = float(np.linalg.norm((local(rig) - stiff)[:, :3, 3], axis=1).max())
"""
    )
    assert said["preset"] == pytest.approx([3.0, 0.2, 0.3, 0.5])
    assert "FOOTFALL_PG_hanging_part.frequency" in str(said["drawn"])
    assert "FOOTFALL_PG_hanging_part.stiffness" not in str(said["drawn"])
    assert said["kept"] == pytest.approx(0.05)
    assert 0.003 < said["moved"] <= 0.05 * 0.12 + 1e-6


def test_a_posed_belly_swings_about_its_pose_and_gets_it_back(in_blender: Run) -> None:
    said = in_blender(
        HOPPING
        + """
add_belly(rig)
hop(rig)
rig.pose.bones["belly"].location = (0.02, 0.0, 0.0)
stiff = local(rig)
bpy.ops.footfall.add_hanging_motion()
said["middle"] = float((local(rig) - stiff)[:, 0, 3].mean())
said["moved"] = float(np.abs((local(rig) - stiff)[:, :3, 3]).max())
bpy.ops.footfall.remove_hanging_motion()
said["location"] = list(rig.pose.bones["belly"].location)
"""
    )
    assert abs(said["middle"]) < 1e-3
    assert said["moved"] > 0.005
    assert said["location"] == pytest.approx([0.02, 0.0, 0.0])


def test_in_a_large_scene_it_moves_as_far_of_its_length(in_blender: Run) -> None:
    """The same character in centimetres."""
    said = in_blender(
        HOPPING
        + """
add_belly(rig)
hop(rig)
stiff = local(rig)
bpy.ops.footfall.add_hanging_motion()
said["metres"] = (local(rig) - stiff)[:, :3, 3].tolist()
bpy.ops.footfall.remove_hanging_motion()
bpy.context.scene.unit_settings.scale_length = 0.01
rig.scale = (100.0, 100.0, 100.0)
for point in rig.animation_data.action.fcurves[0].keyframe_points:
    point.co[1] *= 100.0
bpy.context.view_layer.update()
bpy.ops.footfall.add_hanging_motion()
said["centimetres"] = (local(rig) - stiff)[:, :3, 3].tolist()
"""
    )
    for small, large in zip(said["metres"], said["centimetres"], strict=True):
        assert large == pytest.approx(small, abs=2e-4)


def test_hair_and_belly_share_a_press_and_a_layer(in_blender: Run) -> None:
    said = in_blender(
        HOPPING
        + """
add_belly(rig)
bpy.ops.object.mode_set(mode="EDIT")
bones = rig.data.edit_bones
above, at = bones["head"], bones["head"].tail + Vector((0.0, 0.14, -0.1))
for i in range(3):
    bone = bones.new(f"plait.{i + 1:03d}")
    bone.head, bone.tail = at, at + Vector((0.0, 0.01, -0.08))
    bone.parent, above, at = above, bone, bone.tail
bpy.ops.object.mode_set(mode="OBJECT")
hop(rig)
bpy.ops.footfall.add_hanging_motion()
track, = rig.animation_data.nla_tracks
said["curves"] = sorted({c.data_path for c in track.strips[0].action.fcurves})
said["listed"] = [part.name for part in hanging.parts]
"""
    )
    assert said["curves"] == [
        'pose.bones["belly"].location',
        *(f'pose.bones["plait.00{i}"].rotation_quaternion' for i in (1, 2, 3)),
    ]
    assert said["listed"] == ["plait.001", "belly"]

"""Hanging parts in Blender: found, let hang on a track of their own, and taken away again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

# A ready human with a plait of four bones, whose head nods twice in 40 frames.
NODDING = """
import math
import numpy as np

def plait(rig):
    bpy.ops.object.mode_set(mode="EDIT")
    bones = rig.data.edit_bones
    above = bones["head"]
    at = above.tail + __import__("mathutils").Vector((0.0, 0.14, -0.1))
    for i in range(4):
        bone = bones.new(f"plait.{i + 1:03d}")
        bone.head, bone.tail = at, at + __import__("mathutils").Vector((0.0, 0.01, -0.08))
        bone.parent, bone.use_connect = above, i > 0
        above, at = bone, bone.tail
    bpy.ops.object.mode_set(mode="OBJECT")

def nod(rig):
    neck = rig.pose.bones["neck"]
    neck.rotation_mode = "XYZ"
    for frame in range(1, 42):
        neck.rotation_euler.x = 0.4 * math.sin(2 * math.pi * (frame - 1) / 20)
        neck.keyframe_insert("rotation_euler", frame=frame)

def heads(rig):
    places = []
    for frame in range(1, 42):
        bpy.context.scene.frame_set(frame)
        places.append(tuple(rig.matrix_world @ rig.pose.bones["plait.004"].tail))
    return np.array(places)

bpy.ops.footfall.add_character()
rig = bpy.context.object
plait(rig)
nod(rig)
hanging = rig.footfall.hanging
own = rig.animation_data.action
"""


def test_a_plait_is_found_and_swings_on_a_track_of_its_own(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + """
bpy.ops.footfall.find_hanging_parts()
said["parts"] = [(part.name, part.count, part.kind) for part in hanging.parts]
stiff = heads(rig)
bpy.ops.footfall.add_hanging_motion()
said["swings"] = float(np.abs(heads(rig) - stiff).max())
said["tracks"] = [track.name for track in rig.animation_data.nla_tracks]
said["own"] = rig.animation_data.action == own and not any(
    "plait" in curve.data_path for curve in own.fcurves)
once = heads(rig)
bpy.ops.footfall.add_hanging_motion()
said["same"] = float(np.abs(heads(rig) - once).max())
said["again"] = [track.name for track in rig.animation_data.nla_tracks]
bpy.ops.footfall.remove_hanging_motion()
said["removed"] = len(rig.animation_data.nla_tracks)
said["back"] = float(np.abs(heads(rig) - stiff).max())
"""
    )
    assert said["parts"] == [["plait.001", 4, "hair"]]
    assert said["swings"] > 0.02
    assert said["tracks"] == said["again"] == ["Hanging Motion"]
    assert said["own"]
    assert said["same"] < 1e-5
    assert said["removed"] == 0
    assert said["back"] < 1e-5


def test_a_cyclic_action_gives_a_cyclic_plait(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + """
own.use_cyclic = own.use_frame_range = True
own.frame_start, own.frame_end = 1, 41
bpy.ops.footfall.add_hanging_motion()
places = heads(rig)
said["seam"] = float(np.abs(places[0] - places[-1]).max())
said["swings"] = float(np.ptp(places, axis=0).max())
"""
    )
    assert said["seam"] < 0.002
    assert said["swings"] > 0.02


def test_a_second_time_follows_the_action_as_it_is_now(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + """
bpy.ops.footfall.add_hanging_motion()
for curve in own.fcurves:
    while len(curve.keyframe_points) > 20:
        curve.keyframe_points.remove(curve.keyframe_points[-1])
bpy.ops.footfall.add_hanging_motion()
strip, = rig.animation_data.nla_tracks[0].strips
said["frames"] = strip.frame_start, strip.frame_end
"""
    )
    assert said["frames"] == [1, 20]


def test_a_part_that_is_not_used_stays_as_it_is(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + """
bpy.ops.footfall.find_hanging_parts()
hanging.parts[0].use = False
said["refusal"] = refusal(bpy.ops.footfall.add_hanging_motion)
said["tracks"] = len(rig.animation_data.nla_tracks)
hanging.parts[0].kind = "strap"
said["stiffness"] = hanging.parts[0].stiffness
hanging.parts[0].damping = 1.5
bpy.ops.footfall.find_hanging_parts()
said["kept"] = hanging.parts[0].use, hanging.parts[0].kind, hanging.parts[0].damping
"""
    )
    assert "No hanging part of 'Adult Human' is used" in said["refusal"]
    assert said["tracks"] == 0
    assert said["stiffness"] == pytest.approx(0.55)
    assert said["kept"] == [False, "strap", 1.5]


def test_without_an_animation_there_is_nothing_to_follow(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + """
rig.animation_data_clear()
said["polls"] = bpy.ops.footfall.add_hanging_motion.poll()
"""
    )
    assert not said["polls"]


def test_it_hangs_on_a_body_with_segments_that_no_bone_plays(in_blender: Run) -> None:
    said = in_blender(
        """
from footfall.operators.rig_run import read_chosen_rig

bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_basic_quadruped_metarig_add()
rig = bpy.context.object
bpy.ops.object.mode_set(mode="EDIT")
bones = rig.data.edit_bones
above = next(bone for bone in bones if bone.name == "spine.008")
at = above.head.copy()
for i in range(3):
    bone = bones.new(f"mane.{i + 1:03d}")
    bone.head = at
    at.z -= 0.05
    bone.tail, bone.parent, bone.use_connect = at, above, i > 0
    above = bone
bpy.ops.object.mode_set(mode="OBJECT")
for frame in (1, 20):
    rig.location.y = frame
    rig.keyframe_insert("location", frame=frame)
read = read_chosen_rig(bpy.context)
said["unplayed"] = sorted({s.name for s in read.character.segments} - read.bone_map.roles.keys())
bpy.ops.footfall.add_hanging_motion()
said["tracks"] = [track.name for track in rig.animation_data.nla_tracks]
"""
    )
    assert said["unplayed"]
    assert said["tracks"] == ["Hanging Motion"]


LEFT_ALONE = """
from footfall.panels.hanging import draw_left_alone

def box():
    return drawn(SimpleNamespace(draw=lambda p, context: draw_left_alone(p.layout, hanging)))
"""


def test_what_is_left_alone_says_why_where_one_points_at_it(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + LEFT_ALONE
        + """
bpy.ops.object.mode_set(mode="EDIT")
jaw = rig.data.edit_bones.new("jaw")
jaw.parent = rig.data.edit_bones["head"]
jaw.head, jaw.tail = jaw.parent.head, jaw.parent.tail
bpy.ops.object.mode_set(mode="OBJECT")
bpy.ops.footfall.find_hanging_parts()
said["left"] = {alone.name: alone.reason for alone in hanging.left_alone}
said["closed"] = box()
hanging.show_left_alone = True
said["open"] = box()
kind = footfall.operators.hanging.FOOTFALL_OT_explain_left_alone
said["tip"] = kind.description(bpy.context, SimpleNamespace(reason=said["left"]["jaw"]))
"""
    )
    assert said["left"]["jaw"] == "It belongs to the face."
    assert "'jaw'" not in str(said["closed"])
    assert f"Left Alone ({len(said['left'])})" in str(said["closed"])
    assert 'explain_left_alone(reason="It belongs to the face.")' in str(said["open"])
    assert said["tip"] == "It belongs to the face."


def test_the_tail_of_an_animal_hangs_on_request(in_blender: Run) -> None:
    said = in_blender(
        """
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_basic_quadruped_metarig_add()
rig = bpy.context.object
for frame in range(1, 31):
    rig.rotation_mode = "XYZ"
    rig.rotation_euler.z = 0.02 * frame * (1 if frame % 10 < 5 else 1.3)
    rig.keyframe_insert("rotation_euler", frame=frame)
hanging = rig.footfall.hanging
bpy.ops.footfall.find_hanging_parts()
said["without"] = [part.name for part in hanging.parts]
said["why"] = {alone.name: alone.reason for alone in hanging.left_alone}
hanging.with_tail = True
bpy.ops.footfall.find_hanging_parts()
said["with"] = [(part.name, part.kind) for part in hanging.parts]
tail = next(name for name, kind in said["with"] if name not in said["without"])
bpy.ops.footfall.add_hanging_motion()
track, = rig.animation_data.nla_tracks
swung = 0.0
for frame in range(1, 31):
    bpy.context.scene.frame_set(frame)
    swung = max(swung, rig.pose.bones[tail].matrix_basis.to_quaternion().angle)
said["swung"] = swung
"""
    )
    (tail, kind), = [part for part in said["with"] if part[0] not in said["without"]]
    assert kind == "tail"
    assert said["why"][tail] == "It moves with the tail of the simulated body."
    assert 0.05 < said["swung"] < 1.0


# Curves that repeat, before and after their keys.

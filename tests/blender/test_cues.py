"""Cues in the panel: their order, frames, keys, and those of older files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from adding_cues import ADD

Run = Callable[[str], dict[str, Any]]


def test_a_new_file_begins_with_a_walk(in_blender: Run) -> None:
    said = in_blender(ADD + "said['told'] = told()")
    assert [(skill, start) for skill, start, _ in said["told"]] == [("walk", 0.0)]


def test_a_new_scene_begins_with_a_walk_and_keeps_one_cue(in_blender: Run) -> None:
    said = in_blender("""
bpy.ops.scene.new(type="NEW")
metarig()
bpy.context.view_layer.update()
said["new"] = [cue.skill for cue in bpy.context.scene.footfall.cues]
bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("scenes.blend"))
bpy.ops.wm.open_mainfile(filepath=os.path.abspath("scenes.blend"))
said["opened"] = [len(scene.footfall.cues) for scene in bpy.data.scenes]
""")
    assert said["new"] == ["walk"]
    assert said["opened"] == [1, 1]


def test_the_cue_holds_the_numbers_that_were_typed(in_blender: Run) -> None:
    said = in_blender("""
from math import pi
walk = settings().cues[0].walk
walk.speed, walk.step_height, walk.heading = 1.2, 0.35, pi
walk.use_step_height = True
said["without"] = cues()[0].parameters
walk.use_heading = True
said["with"] = cues()[0].parameters
walk.heading = 1e9
said["ends"] = cues()[0].parameters["heading"]
footfall.Shot([footfall.Performer(footfall.Character.humanoid(), cues())])
""")
    assert said["without"]["speed"] == 1.2
    assert said["without"]["step_height"] == 0.35
    assert "step_period" not in said["without"]
    assert "heading" not in said["without"]
    assert said["with"]["heading"] == pytest.approx(3.14159265, abs=1e-6)
    assert said["ends"] == pytest.approx(314.15926535, abs=1e-4)


def test_cues_are_added_at_the_current_frame_and_sorted_by_it(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
add("stand", 91)
add("push", 61).push.force = (0.0, 120.5, 0.0)
said["told"] = told()
"""
    )
    assert [(skill, start) for skill, start, _ in said["told"]] == [
        ("walk", 0.0), ("push", 2.0), ("stand", 3.0)
    ]  # fmt: skip
    assert said["told"][1][2] == {
        "direction": "world", "force": [0, 120.5, 0], "duration": 0.1, "segment": "torso"
    }  # fmt: skip


def test_cues_are_moved_and_removed_with_their_keys(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
scene = bpy.context.scene
add("stand", 91)
late = add("walk", 121)
for frame, speed in ((121, 0.5), (181, 1.0)):
    late.walk.speed = speed
    late.walk.keyframe_insert("speed", frame=frame)
said["keyed"] = told()[2][2]["speed"]
bpy.ops.footfall.move_cue(direction="UP")
said["moved"] = [c[:2] for c in told()]
scene.frame_set(151)
bpy.ops.footfall.place_cue()
said["placed"] = [c[:2] for c in told()]
scene.footfall.active_cue = 1
bpy.ops.footfall.remove_cue()
said["left"] = told()
scene.footfall.active_cue = 1
bpy.ops.footfall.remove_cue()
said["curves"] = curves(scene.animation_data.action)
"""
    )
    assert said["keyed"][0] == [4.0, 0.5]
    assert said["keyed"][-2] == [6.0, 1.0]
    assert said["moved"] == [["walk", 0.0], ["walk", 3.0], ["stand", 4.0]]
    assert said["placed"] == [["walk", 0.0], ["stand", 4.0], ["walk", 5.0]]
    assert [c[:2] for c in said["left"]] == [["walk", 0.0], ["walk", 5.0]]
    assert isinstance(said["left"][1][2]["speed"], list)
    assert said["curves"] == []


def test_keys_become_few_keys_of_the_shot_and_the_same_ones_each_time(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
walk = settings(duration=4.0).cues[0].walk
for frame, speed in ((1, 0.5), (61, 0.5), (91, 1.2), (301, 1.2)):
    walk.speed = speed
    walk.keyframe_insert("speed", frame=frame)
action = bpy.context.scene.animation_data.action
from footfall.rigs.blender.actions import curves_of
for curve in curves_of(bpy.context.scene, action):
    for key in curve.keyframe_points:
        key.interpolation = "LINEAR"
said["linear"] = told()[0][2]["speed"]
said["again"] = told()[0][2]["speed"]
for curve in curves_of(bpy.context.scene, action):
    for key in curve.keyframe_points:
        key.interpolation = "BEZIER"
said["smooth"] = told()[0][2]["speed"]
said["frame"] = bpy.context.scene.frame_current
walk.heading = 0.3
walk.keyframe_insert("heading", frame=1)
said["unused"] = "heading" in told()[0][2]
walk.use_heading = True
said["constant"] = told()[0][2]["heading"]
"""
    )
    assert said["linear"] == [[0.0, 0.5], [2.0, 0.5], [3.0, 1.2], [4.0, 1.2]]
    assert said["again"] == said["linear"]
    assert 4 < len(said["smooth"]) < 60
    assert said["frame"] == 1
    assert said["unused"] is False
    assert said["constant"] == pytest.approx(0.3, abs=1e-6)


def test_a_later_start_frame_begins_with_what_is_being_done_then(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
add("stand", 31)
add("walk", 91)
settings(start_frame=61)
said["told"] = [c[:2] for c in told()]
"""
    )
    assert said["told"] == [["stand", 0.0], ["walk", 1.0]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("bpy.ops.footfall.remove_cue()", "There is no cue yet: add one to the list"),
        ("add('stand', 1)", "Two cues begin at frame 1: move one of them."),
        (
            "add('push', 31)\nsettings(start_frame=61)",
            "The push at frame 31 comes before the start frame 61: move one of them.",
        ),
        ("settings().cues[0].skill = 'follow'", "There is no path yet: choose one in the cue."),
        ("settings().cues[0].skill = 'approach'", "There is no target yet: choose one in the cue."),
    ],
)
def test_cues_that_cannot_be_baked_are_one_sentence(
    in_blender: Run, change: str, sentence: str
) -> None:
    said = in_blender(
        f"metarig()\n{ADD}\n{change}\nsaid['refusal'] = refusal(bpy.ops.footfall.bake)"
    )
    assert sentence in said["refusal"]


def test_settings_of_version_0_become_cues_when_the_file_is_opened(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
s = settings(start_frame=11)
s.cues.clear()
s.version = 0
s.skill, s.walk.speed, s.walk.style, s.walk.use_heading = "walk", 0.7, "proud", True
s.walk.keyframe_insert("torso_lean", frame=1)
old = s.pushes.add()
old.frame, old.segment, old.force = 41, "head", (0.0, 50.0, 0.0)
path = bpy.app.tempdir + "old.blend"
bpy.ops.wm.save_as_mainfile(filepath=path)
bpy.ops.wm.open_mainfile(filepath=path)
s = bpy.context.scene.footfall
said["told"] = told()
said["version"], said["old"] = s.version, len(s.pushes)
said["paths"] = [c[0] for c in curves(bpy.context.scene.animation_data.action)]
s.cues[0].walk.speed = 0.9
bpy.ops.wm.save_as_mainfile(filepath=path)
bpy.ops.wm.open_mainfile(filepath=path)
said["kept"] = told()
"""
    )
    walk, push = said["told"]
    assert walk[:2] == ["walk", 0.0]
    assert (walk[2]["speed"], walk[2]["style"]) == (0.7, "proud")
    assert push[:2] == ["push", 1.0]
    assert push[2] == {
        "direction": "world", "force": [0, 50, 0], "duration": 0.1, "segment": "head"
    }  # fmt: skip
    assert (said["version"], said["old"]) == (3, 0)
    assert said["paths"] == ["footfall.cues[0].walk.torso_lean"]
    assert [c[:2] for c in said["kept"]] == [["walk", 0.0], ["push", 1.0]]
    assert said["kept"][0][2]["speed"] == 0.9

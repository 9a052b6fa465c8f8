"""Cues in the panel: their order, frames, keys, and those of older files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

ADD = """
def add(skill, frame):
    bpy.context.scene.frame_set(frame)
    bpy.ops.footfall.add_cue(skill=skill)
    return settings(duration=10.0).cues[-1]

def told():
    return [[c.skill, c.start, dict(c.parameters)] for c in cues()]

bpy.context.scene.render.fps = 30
"""


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
    assert (said["version"], said["old"]) == (2, 0)
    assert said["paths"] == ["footfall.cues[0].walk.torso_lean"]
    assert [c[:2] for c in said["kept"]] == [["walk", 0.0], ["push", 1.0]]
    assert said["kept"][0][2]["speed"] == 0.9


def test_pushes_of_version_1_stay_forces_of_the_world_with_their_default(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
add("push", 31)
add("push", 41).push.segment = "head"
s = settings()
s.version = 1
path = bpy.app.tempdir + "old.blend"
bpy.ops.wm.save_as_mainfile(filepath=path)
bpy.ops.wm.open_mainfile(filepath=path)
said["told"] = told()
add("push", 51)
said["new"] = told()[-1]
"""
    )
    one, other = (parameters for skill, _, parameters in said["told"] if skill == "push")
    assert one["force"] == other["force"] == [300, 0, 0]
    assert other["segment"] == "head"
    assert said["new"][2] == {
        "direction": "from_behind", "strength": "shove", "duration": 0.1, "segment": "torso"
    }  # fmt: skip


def test_a_push_hits_a_rig_from_the_side_chosen_in_the_panel(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot
from footfall import simulate
metarig()  # it faces -Y
push = add("push", 7).push
settings(duration=0.7).cues[0].skill = "stand"
for direction in ("from_behind", "from_left"):
    push.direction = direction
    shot = read_shot(bpy.context.scene, read_chosen_rig(bpy.context))
    com = simulate(shot).performances[0].center_of_mass
    said[direction] = (com[-1] - com[0]).tolist()
"""
    )
    ahead, aside = said["from_behind"], said["from_left"]
    assert -ahead[1] > 0.1 > abs(ahead[0])
    assert -aside[0] > 0.1 > abs(aside[1])


def test_a_strength_of_one_s_own_is_an_impulse_and_a_force_is_the_world_s(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
push = add("push", 31).push
push.direction, push.impulse = "from_left", 25.0
said["impulse"] = told()[-1][2]
push.force = (1.0, 2.0, 3.0)
said["force"] = told()[-1][2]
push.strength = "nudge"
said["word"] = told()[-1][2]
"""
    )
    rest = {"duration": 0.1, "segment": "torso"}
    assert said["impulse"] == {
        "direction": "from_left", "strength": "custom", "impulse": 25, **rest
    }  # fmt: skip
    assert said["force"] == {"direction": "world", "force": [1, 2, 3], **rest}
    assert said["word"] == {"direction": "from_behind", "strength": "nudge", **rest}


CHAIN = (
    ADD
    + """
scene = bpy.context.scene
s = settings(duration=10.0)
s.cues[0].skill = "fall"
get_up = add("get_up", 1)
walk = add("walk", 1)
stand = add("stand", 400)
said["begins"] = [cue.begins for cue in s.cues]
said["told"] = [c[:2] for c in told()]
"""
)


def test_what_is_added_after_a_cue_with_an_end_follows_it(in_blender: Run) -> None:
    said = in_blender(CHAIN)
    assert said["begins"] == ["AT_FRAME", "WHEN_DONE", "WHEN_DONE", "AT_FRAME"]
    assert said["told"] == [["fall", 0.0], ["get_up", None], ["walk", None], ["stand", 13.3]]


def test_what_follows_stays_behind_its_cue_wherever_that_is_moved(in_blender: Run) -> None:
    said = in_blender(
        CHAIN
        + """
s.cues[0].frame = 451
said["later"] = [c[:2] for c in told()]
s.active_cue = 2
walk = s.cues[2].walk
for frame, speed in ((460, 0.5), (500, 1.0)):
    walk.speed = speed
    walk.keyframe_insert("speed", frame=frame)
bpy.ops.footfall.move_cue(direction="UP")
said["moved"] = [cue.skill for cue in s.cues]
said["curves"] = [curve[0] for curve in curves(scene.animation_data.action)]
s.active_cue = 0
bpy.ops.footfall.remove_cue()
said["removed"] = [[cue.skill, cue.begins, cue.frame] for cue in s.cues]
"""
    )
    assert said["later"] == [["stand", 13.3], ["fall", 15.0], ["get_up", None], ["walk", None]]
    assert said["moved"] == ["fall", "walk", "get_up", "stand"]
    assert said["curves"] == ["footfall.cues[1].walk.speed"]
    assert said["removed"][:2] == [["walk", "AT_FRAME", 451], ["get_up", "WHEN_DONE", 1]]


def test_a_cue_that_follows_one_without_an_end_is_refused(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
metarig()
add("stand", 31).begins = "WHEN_DONE"
said["refused"] = refusal(bpy.ops.footfall.bake)
said["shown"] = str(drawn(bpy.types.FOOTFALL_PT_main))
"""
    )
    assert "when the walk before it is done, which has no end" in said["refused"]
    assert "Begins" in said["shown"]


def test_a_bake_reports_unfinished_cues_in_its_report_and_at_the_cue(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
from footfall.operators.unfinished import unfinished
from footfall.operators.baking import bake_steps
from footfall.operators.rig_run import report
scene = bpy.context.scene
rig = metarig()
add("fall", 16)
add("get_up", 16)
s = settings(duration=1.0)

def bake():
    steps = bake_steps(bpy.context)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return report(done.value)

said["report"] = str(bake())
said["row"] = [unfinished(scene, index) for index in range(3)]
s.active_cue = 1
said["panel"] = str(drawn(bpy.types.FOOTFALL_PT_main))
s.active_cue = 2
bpy.ops.footfall.remove_cue()
s.active_cue = 1
s.as_long_as_cues = True
said["whole"] = str(bake())
said["frames"] = list(rig.animation_data.action.frame_range)
said["after"] = unfinished(scene, 1)
"""
    )
    sentence = "Fall did not finish: still falling at the end, usually takes about 3 s"
    assert "WARNING" in said["report"]
    assert sentence in said["report"]
    assert "Get up did not begin: Fall was not done" in said["report"]
    assert said["row"][0] == ""
    assert said["row"][1].startswith(sentence)
    assert said["row"][2] == "Get up did not begin: Fall was not done"
    assert "Fall did not finish" in said["panel"]
    assert "Takes about 3 s" in said["panel"]
    assert "INFO" in said["whole"]
    assert 60 < said["frames"][1] < 300
    assert said["after"] == ""

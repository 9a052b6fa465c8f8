"""Cues that begin when the one before is done, and what did not finish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adding_cues import ADD

Run = Callable[[str], dict[str, Any]]

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

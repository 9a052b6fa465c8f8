"""Falling and getting up in the panel: the check box, the preset, the search, stored plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

SEARCH = """
from footfall.operators.run_state import CURRENT

rig = metarig()
scene = bpy.context.scene
scene.render.fps = 30
cue = settings(duration=4.0).cues[0]
cue.skill, cue.fall.protect = "fall", 0.0
scene.frame_set(46)
bpy.ops.footfall.add_cue(skill="get_up")
scene.footfall.cues[-1].begins = "AT_FRAME"
get_up = scene.footfall.cues[-1].get_up
scene.frame_set(1)
"""


def test_the_preset_is_a_walk_and_a_push_from_behind_that_it_recovers_from(in_blender: Run) -> None:
    said = in_blender("""
from pathlib import Path
metarig()
bpy.context.scene.render.fps = 30
settings(start_frame=11).cues[0].walk.keyframe_insert("speed", frame=1)
folders = [Path(folder) for folder in bpy.utils.preset_paths("footfall/cues")]
(preset,) = [path for folder in folders for path in folder.glob("Pushed*.py")]
bpy.ops.script.execute_preset(filepath=str(preset), menu_idname="FOOTFALL_PT_cue_presets")
s = bpy.context.scene.footfall
said["cues"] = [[c.skill, c.frame] for c in s.cues]
push = s.cues[1].push
said["push"] = [push.direction, push.strength, push.duration]
said["recover"], said["duration"] = s.recover, s.duration
said["keyed"] = curves(bpy.context.scene.animation_data.action)
""")
    assert [skill for skill, _ in said["cues"]] == ["walk", "push"]
    assert said["cues"][0][1] == 11
    assert said["push"] == ["from_behind", "knocks_over", pytest.approx(0.2)]
    assert (said["recover"], said["duration"]) == (True, 30.0)
    assert said["keyed"] == []


def test_the_check_box_and_the_plans_of_the_armature_go_into_the_shot(in_blender: Run) -> None:
    said = in_blender("""
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot
rig = metarig()
settings(recover=True)
rig.footfall.plans = "1 2 0; 0"
performer = read_shot(bpy.context.scene, read_chosen_rig(bpy.context)).performers[0]
said["performer"] = [performer.recover, list(performer.plans)]
said["panel"] = str(drawn(bpy.types.FOOTFALL_PT_main))
said["body"] = str(drawn(bpy.types.FOOTFALL_PT_body))
""")
    assert said["performer"] == [True, ["1 2 0", "0"]]
    assert "recover" in said["panel"]
    assert "plans" in said["body"]


@pytest.mark.parametrize("way", ["bake", "preview"])
def test_a_search_reports_its_activity_and_can_be_cancelled(in_blender: Run, way: str) -> None:
    said = in_blender(
        SEARCH
        + f"""
before = snapshot()
if {way!r} == "bake":
    from footfall.operators.baking import bake_steps
    steps = bake_steps(bpy.context)
    while not CURRENT.note.startswith("Searching"):
        next(steps)
    said["note"] = CURRENT.note
    steps.close()
else:
    from footfall.operators.previewing import active_preview, begin_preview
    begin_preview(bpy.context)
    while not CURRENT.note.startswith("Searching"):
        active_preview().step(bpy.context)
    said["note"] = CURRENT.note
    bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
said["again"] = bpy.ops.footfall.bake.poll()
"""
    )
    assert said["note"].startswith("Searching how to get up, try ")
    assert said["same"] and said["again"]


def test_a_bake_keeps_its_plan_with_the_armature(in_blender: Run) -> None:
    said = in_blender(
        SEARCH
        + """
settings(duration=1.6)
get_up.plan, rig.footfall.plans = "3 1", "0"
bpy.ops.footfall.bake()
said["plans"] = rig.footfall.plans
"""
    )
    assert said["plans"] == "3 1; 0"

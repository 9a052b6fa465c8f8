"""Footprints in the scene: added by a button, moved by hand, and stepped on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

LAID = """
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot

rig = metarig()
rig.location = (2.0, 1.0, 0.0)
rig.rotation_euler.z = 0.5
cue = settings(duration=2.0).cues[0]
cue.skill = "step"
said["pressed"] = list(bpy.ops.footfall.lay_footprints(count=4))
prints = sorted(cue.step.footsteps.objects, key=lambda thing: thing.name)

def steps():
    bpy.context.view_layer.update()
    shot = read_shot(bpy.context.scene, read_chosen_rig(bpy.context))
    return shot.performers[0].cues[0].values()["footsteps"]
"""


def test_laid_footprints_lead_ahead_of_the_rig(in_blender: Run) -> None:
    said = in_blender(
        LAID
        + """
said["names"] = [thing.name for thing in prints]
said["shown"] = all(thing.show_name for thing in prints)
said["steps"] = steps()
said["heading"] = read_chosen_rig(bpy.context).heading
"""
    )
    assert said["pressed"] == ["FINISHED"]
    assert said["names"] == ["Step 01.L", "Step 02.R", "Step 03.L", "Step 04.R"]
    assert said["shown"]
    assert [step["foot"] for step in said["steps"]] == ["L", "R", "L", "R"]
    for step in said["steps"]:
        assert step["heading"] == pytest.approx(said["heading"], abs=1e-5)


def test_footprints_are_drawn_red_while_they_are_out_of_reach(in_blender: Run) -> None:
    said = in_blender(
        LAID
        + """
from footfall.operators.overlay import footprints
from footfall.rigs.blender.footprint_reach import footprint_outlines

def drawn():
    bpy.context.view_layer.update()
    lines = footprint_outlines(read_chosen_rig(bpy.context), footprints())
    return {name: len(part) // 4 for name, part in lines.items()}

said["overlay"] = bpy.context.window_manager.footfall.overlay
said["laid"] = drawn()
prints[0].location.x += 3.0
said["dragged"] = drawn()
prints[0].location.x -= 3.0
said["back"] = drawn()
prints[2].name = "nobody's"
said["wrong"] = drawn()
"""
    )
    assert said["overlay"], "laying shows what can be reached"
    assert said["laid"] == {"in reach": 4}
    assert said["dragged"] == {"in reach": 2, "out of reach": 2}, "it, and the next from there"
    assert said["back"] == said["laid"]
    assert said["wrong"] == {}


def test_after_a_handstand_footprints_are_laid_for_the_hands(in_blender: Run) -> None:
    said = in_blender(
        """
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot

metarig()
scene_settings = settings(duration=2.0)
scene_settings.cues[0].skill = "handstand"
cue = scene_settings.cues.add()
cue.skill, cue.frame = "step", 30
scene_settings.active_cue = 1
said["pressed"] = list(bpy.ops.footfall.lay_footprints(count=2))
bpy.context.view_layer.update()
shot = read_shot(bpy.context.scene, read_chosen_rig(bpy.context))
said["steps"] = shot.performers[0].cues[1].values()["footsteps"]
said["names"] = sorted(thing.name for thing in cue.step.footsteps.objects)
"""
    )
    assert said["pressed"] == ["FINISHED"]
    assert [step["hand"] for step in said["steps"]] == ["L", "R"]
    assert said["names"] == ["Hand 01.L", "Hand 02.R"]


def test_a_footprint_that_was_dragged_too_far_is_refused_by_its_number(in_blender: Run) -> None:
    said = in_blender(
        LAID
        + """
from footfall.base.errors import InvalidInput

prints[2].location.x += 3.0
try:
    steps()
except InvalidInput as error:
    said["refused"] = str(error)
"""
    )
    assert "number 3, is" in said["refused"]

"""A four-legged rig in the panel: its bones, its skills, and refusals of other ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]
CAT = """
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_cat_metarig_add()
"""


def names(tree: Any) -> str:
    return str(tree)


def test_the_panel_shows_bones_and_body_of_four_legs(in_blender: Run) -> None:
    said = in_blender(
        CAT
        + """
said['bones'] = drawn(bpy.types.FOOTFALL_PT_bones)
said['body'] = drawn(bpy.types.FOOTFALL_PT_body)
"""
    )
    for part in ("Upper Leg FL", "Foot BR", "Spine1", "Tail3"):
        assert part in names(said["bones"])
    assert "Lower Back" not in names(said["bones"]) and "Hand L" not in names(said["body"])


def test_only_skills_of_such_a_body_are_offered(in_blender: Run) -> None:
    said = in_blender(
        CAT
        + """
bpy.ops.footfall.add_cue(skill="trot")
try:
    bpy.ops.footfall.add_cue(skill="dance")
    said['dances'] = True
except TypeError:
    said['dances'] = False
settings().cues[0].skill = "dance"
settings().active_cue = 0
said['main'] = drawn(bpy.types.FOOTFALL_PT_main)
"""
    )
    assert said["dances"] is False
    assert "Dance: not for a quadruped" in names(said["main"])


def test_a_skill_that_does_not_fit_is_refused_with_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        CAT
        + """
settings().cues[0].skill = "dance"
said['bake'] = refusal(bpy.ops.footfall.bake)
"""
    )
    assert "A quadruped cannot dance; allowed: " in said["bake"]


def test_a_walk_takes_only_what_four_legs_can_do_with(in_blender: Run) -> None:
    said = in_blender(
        CAT
        + """
from footfall.operators.rig_run import make_rig_run, shot_of_panel
settings()
rig_run = make_rig_run(bpy.context)
shot = shot_of_panel(bpy.context, rig_run.standing)
said['parameters'] = sorted(shot.performers[0].cues[0].parameters)
said['kind'] = shot.performers[0].character.kind
"""
    )
    assert said["kind"] == "quadruped"
    assert "style" not in said["parameters"] and "speed" in said["parameters"]

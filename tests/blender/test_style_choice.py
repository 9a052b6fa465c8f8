"""Styles in Blender: one or two are chosen, and a walk on the keys becomes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]


def test_styles_are_picked_one_or_two_and_saved_ones_are_offered(in_blender: Run) -> None:
    said = in_blender("""
from footfall.catalogue.styles import save_style
walk = settings().cues[0].walk
said["plain"] = cues()[0].parameters["style"]
walk.style, walk.style_from, walk.style_blend = "proud", "tired", 0.25
said["two"] = [cues()[0].parameters[name] for name in ("style", "style_blend")]
walk.style_from = "natural"
said["one"] = cues()[0].parameters["style"]
save_style({"version": 1, "name": "a_mine", "curves": {"elbow_bend": [2.0]}})
said["kept"] = walk.style
walk.style = "a_mine"
shot = footfall.Shot([footfall.Performer(footfall.Character.humanoid(), cues())]).resolved()
said["carried"] = list(shot.styles)
""")
    assert said["plain"] == "natural"
    assert said["two"] == ["tired, proud", 0.25]
    assert said["one"] == said["kept"] == "proud"
    assert said["carried"] == ["a_mine"]


def test_a_walk_on_the_keys_becomes_a_style_to_choose(in_blender: Run) -> None:
    said = in_blender("""
from footfall import list_styles
rig = metarig()
settings(duration=4.0, style_name="as baked")
before = snapshot()
said["nothing"] = refusal(bpy.ops.footfall.style_from_action)
said["unchanged"] = snapshot() == before
bpy.ops.footfall.bake()
bpy.context.scene.frame_end = 97
before = snapshot()
said["result"] = sorted(bpy.ops.footfall.style_from_action())
said["styles"] = list_styles()
bpy.context.scene.footfall.cues[0].walk.style = "as baked"
said["chosen"] = cues()[0].values()["style"]
bpy.context.scene.footfall.cues[0].walk.style = "natural"
bpy.context.scene.footfall.style_name = "natural"
said["shipped"] = refusal(bpy.ops.footfall.style_from_action)
bpy.context.scene.frame_end = 5
said["short"] = refusal(bpy.ops.footfall.style_from_action)
bpy.context.scene.frame_end = 97
said["still unchanged"] = snapshot() == before
""")
    assert "has no animation: give it the Action of a walk." in said["nothing"]
    assert said["result"] == ["FINISHED"]
    assert said["styles"][-1] == said["chosen"] == "as baked"
    assert "'natural' is that of a shipped style" in said["shipped"]
    assert said["unchanged"] and said["still unchanged"]

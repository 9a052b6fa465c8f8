"""Bones that are picked, found again, saved as a map, and explained in the panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

BONES = "said['bones'] = drawn(bpy.types.FOOTFALL_PT_bones)\n"


def test_a_picked_bone_wins_until_bones_are_found_again(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
said["found"] = rig.footfall.head
rig.data.bones.active = rig.data.bones["spine.005"]
bpy.ops.footfall.pick(role="head")
said["picked"] = [rig.footfall.head, rig.footfall.picks()]
bpy.ops.footfall.clear(role="head")
said["cleared"] = [rig.footfall.head, rig.footfall.picks()]
bpy.ops.footfall.pick(role="head")
bpy.ops.footfall.map()
said["mapped"] = [rig.footfall.head, rig.footfall.picks()]
""")
    assert said["picked"] == ["spine.005", {"head": "spine.005"}]
    assert said["cleared"] == [said["found"], {}]
    assert said["mapped"] == [said["found"], {}]


def test_renamed_bones_are_found_by_their_new_names(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
said["before"] = rig.footfall.foot_L
rig.data.bones["foot.L"].name = "LeftFoot"
rig.data.bones["foot.R"].name = "RightFoot"
said["after"] = rig.footfall.foot_L
""")
    assert said["before"] == "foot.L"
    assert said["after"] == "LeftFoot"


def test_a_saved_map_is_found_by_another_rig_with_the_same_bones(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
said["found"] = rig.footfall.head
rig.footfall.head = "spine.005"
said["saved"] = list(bpy.ops.footfall.save_map(name="mine"))
other = metarig()
said["other"] = [other.footfall.head, other.footfall.picks()]
said["removed"] = list(bpy.ops.footfall.remove_map())
said["after"] = other.footfall.head
""")
    assert said["saved"] == ["FINISHED"] and said["removed"] == ["FINISHED"]
    assert said["found"] == "spine.004"
    assert said["other"] == ["spine.005", {}]
    assert said["after"] == said["found"]


def test_what_cannot_be_saved_or_removed_is_said(in_blender: Run) -> None:
    said = in_blender("""
metarig()
for press in ("remove_map()", "save_map(name='../out')"):
    try:
        eval(f"bpy.ops.footfall.{press}")
    except RuntimeError as error:
        said[press] = str(error)
""")
    assert "No map was saved for these bones" in said["remove_map()"]
    assert "A map's name must be letters" in said["save_map(name='../out')"]


def test_the_panel_shows_the_saved_map_and_the_reason_for_each_bone(in_blender: Run) -> None:
    said = in_blender(
        """
rig = metarig()
bpy.ops.footfall.save_map(name="mine")
from footfall.operators.explain import explanation
said["why"] = explanation(bpy.context, "foot.L")
bpy.ops.footfall.remove_map()
said["by_name"] = explanation(bpy.context, "foot.L")
bpy.ops.footfall.save_map(name="mine")
"""
        + BONES
    )
    assert said["why"] == "Foot L is foot.L, picked: the saved map 'mine'"
    assert said["by_name"] == "Foot L is foot.L, certain: its name (Rigify metarig)"
    shown = str(said["bones"])
    assert "Saved: mine" in shown and "footfall.remove_map" in shown


def test_the_panel_asks_the_question(in_blender: Run) -> None:
    said = in_blender("bpy.ops.object.armature_add()\n" + BONES)
    assert "Which bone is upper_leg.L?" in str(said["bones"])

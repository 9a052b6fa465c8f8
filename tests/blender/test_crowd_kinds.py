"""The crowd panel's kinds of members: made light, made full, and chosen by distance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

CROWD = """
from footfall.rigs.blender.crowd_light_object import light_objects
from footfall.rigs.blender.crowd_scene import kinds_of as kinds, members_of

bpy.ops.footfall.add_character()
rig = bpy.context.object
settings(duration=0.2)
crowd = bpy.context.scene.footfall.crowd
crowd.count, crowd.area, crowd.spacing, crowd.workers = 3, (200.0, 200.0), 40.0, 1
crowd.members = MEMBERS

def collection():
    return bpy.data.collections["Crowd"]

def kinds_now():
    return [kind for _, kind in sorted(kinds(collection()).items())]

def choose(*things):
    bpy.ops.object.select_all(action="DESELECT")
    for thing in things:
        thing.select_set(True)
        bpy.context.view_layer.objects.active = thing

def choose_light():
    choose(light_objects(collection())[0])

said["made"] = list(bpy.ops.footfall.crowd())
"""


def crowd(members: str) -> str:
    return CROWD.replace("MEMBERS", repr(members))


@pytest.mark.parametrize("kind", ["light", "boxes"])
def test_a_crowd_is_made_of_the_kind_that_was_chosen(in_blender: Run, kind: str) -> None:
    said = in_blender(
        crowd(kind)
        + """
said["kinds"] = kinds_now()
said["armatures"] = [t.name for t in collection().objects if t.type == "ARMATURE"]
"""
    )
    assert said["made"] == ["FINISHED"]
    assert said["kinds"] == [kind] * 3
    assert said["armatures"] == []


def test_selected_members_are_made_light_in_one_undo_step(in_blender: Run) -> None:
    said = in_blender(
        crowd("full")
        + """
members = members_of(collection())
bpy.ops.ed.undo_push(message="before")
choose(members[0], members[2])
said["result"] = list(bpy.ops.footfall.make_members_light())
said["kinds"] = kinds_now()
said["active"] = bpy.context.active_object in light_objects(collection())
bpy.ops.ed.undo_push(message="after")
bpy.ops.ed.undo()
said["undone"] = kinds_now()
said["groups"] = len(bpy.data.node_groups)
"""
    )
    assert said["result"] == ["FINISHED"]
    assert said["kinds"] == ["light", "full", "light"]
    assert said["active"]
    assert said["undone"] == ["full"] * 3
    assert said["groups"] == 0


def test_light_members_are_meant_by_their_numbers(in_blender: Run) -> None:
    said = in_blender(
        crowd("light")
        + """
choose_light()
crowd.numbers = "2"
bpy.ops.footfall.make_members_full()
said["full"] = kinds_now()
choose_light()
crowd.numbers = "1"
bpy.ops.footfall.make_members_light(boxes=True)
said["boxes"] = kinds_now()
choose_light()
crowd.numbers = "2-2"
said["refused"] = refusal(bpy.ops.footfall.make_members_full)
crowd.numbers = "two"
said["unread"] = refusal(bpy.ops.footfall.delete_members)
crowd.numbers = "3"
bpy.ops.footfall.delete_members()
said["left"] = sorted(kinds(collection()).items())
"""
    )
    assert said["full"] == ["light", "full", "light"]
    assert said["boxes"] == ["boxes", "full", "light"]
    assert "None of the members 2-2 is there and selected" in said["refused"]
    assert "Numbers of members are written as in 1-20, 35" in said["unread"]
    assert said["left"] == [[0, "boxes"], [1, "full"]]


def test_light_members_are_rolled_again_and_stay_light(in_blender: Run) -> None:
    said = in_blender(
        crowd("light")
        + """
from footfall.rigs.blender.crowd_light_object import read_light_crowd

def sizes():
    read = read_light_crowd(light_objects(collection())[0])
    return {m.number: [round(x, 6) for x in scales.ravel().tolist()]
            for m, scales in zip(read.members, read.motion.scales)}

said["before"] = sizes()
choose_light()
crowd.numbers = "3"
said["rolled"] = list(bpy.ops.footfall.roll_members())
said["after"] = sizes()
said["all"] = list(bpy.ops.footfall.roll_members(everyone=True))
said["then"] = sizes()
said["kinds"] = kinds_now()
"""
    )
    before, after, then = said["before"], said["after"], said["then"]
    assert [before[n] == after[n] for n in "012"] == [True, True, False]
    assert [after[n] == then[n] for n in "012"] == [False] * 3
    assert said["kinds"] == ["light"] * 3


def test_kinds_are_set_by_the_distance_to_the_scene_s_camera(in_blender: Run) -> None:
    said = in_blender(
        crowd("light")
        + """
choose_light()
said["blind"] = refusal(bpy.ops.footfall.kinds_by_distance)
place = bpy.context.scene.footfall
from footfall.rigs.blender.crowd_roots import roots_of
near = roots_of(collection(), [1])[1][0]
bpy.ops.object.camera_add(location=(near[0], near[1], 2.0))
bpy.context.scene.camera = bpy.context.object
choose_light()
said["result"] = list(bpy.ops.footfall.kinds_by_distance(full_within=5.0, light_within=10.0))
said["kinds"] = kinds_now()
"""
    )
    assert "There is no camera to measure from" in said["blind"]
    assert said["result"] == ["FINISHED"]
    assert said["kinds"] == ["boxes", "full", "boxes"]


def test_without_a_member_the_operators_say_what_to_select(in_blender: Run) -> None:
    said = in_blender(
        crowd("light")
        + """
choose(rig)
operators = ("make_members_light", "make_members_full", "kinds_by_distance", "delete_members")
said["refused"] = [refusal(getattr(bpy.ops.footfall, name)) for name in operators]
"""
    )
    assert all("Select members of a crowd" in sentence for sentence in said["refused"])


def test_hanging_parts_hang_again_on_members_that_are_made_full(in_blender: Run) -> None:
    said = in_blender(
        crowd("full").replace('said["made"]', """
body = rig.children[0]
bpy.ops.object.mode_set(mode="EDIT")
belly = rig.data.edit_bones.new("belly")
belly.parent = rig.data.edit_bones["hips"]
belly.head = belly.parent.head
belly.tail = belly.head + __import__("mathutils").Vector((0.0, -0.1, 0.0))
bpy.ops.object.mode_set(mode="OBJECT")
body.vertex_groups.new(name="belly").add([0], 1.0, "ADD")
crowd.hanging, crowd.count = True, 1
said["made"]""")
        + """
def soft():
    curves = members_of(collection())[0].animation_data.action.fcurves
    return [[round(p.co[1], 4) for p in c.keyframe_points] for c in curves
            if "belly" in c.data_path]

said["before"] = soft()
choose(members_of(collection())[0])
bpy.ops.footfall.make_members_light()
bpy.ops.footfall.make_members_full()
said["after"] = soft()
"""
    )  # fmt: skip
    assert said["before"]
    worst = max(
        abs(a - b)
        for one, other in zip(said["before"], said["after"], strict=True)
        for a, b in zip(one, other, strict=True)
    )
    assert worst < 1e-3


def test_the_panel_shows_what_can_be_done_with_light_members(in_blender: Run) -> None:
    said = in_blender(
        crowd("light")
        + """
choose_light()
said["drawn"] = json.dumps(drawn(bpy.types.FOOTFALL_PT_crowd), default=str)
"""
    )
    for name in ("make_members_light", "make_members_full", "kinds_by_distance", "roll_members"):
        assert f"footfall.{name}" in said["drawn"]
    assert "numbers" in said["drawn"]
    assert said["stderr"] == ""

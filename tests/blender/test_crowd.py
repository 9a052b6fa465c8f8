"""The crowd panel: many members from one press, rolled again, locked and deleted one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

CROWD = """
rig = metarig()
settings(duration=0.2)
crowd = bpy.context.scene.footfall.crowd
crowd.count, crowd.area, crowd.spacing, crowd.workers = 3, (200.0, 200.0), 40.0, 1

def members():
    things = bpy.data.collections["Crowd"].objects
    return {t["footfall_member"]: t for t in things if "footfall_member" in t}

def choose(*numbers):
    bpy.ops.object.select_all(action="DESELECT")
    for number in numbers:
        members()[number].select_set(True)
        bpy.context.view_layer.objects.active = members()[number]

def builds():
    return {n: [round(s, 6) for b in t.pose.bones for s in b.scale] for n, t in members().items()}

bpy.ops.ed.undo_push(message="before")
said["result"] = list(bpy.ops.footfall.crowd())
"""


def test_one_press_makes_members_that_differ(in_blender: Run) -> None:
    said = in_blender(
        "bpy.context.scene.frame_end = 3\n"
        + CROWD
        + """
said["end"] = bpy.context.scene.frame_end
said["bodies"] = list(builds().values())
said["actions"] = len({t.animation_data.action.name for t in members().values()})
said["rig"] = rig.name in bpy.context.scene.objects and not rig.animation_data
said["objects"] = len(bpy.data.collections["Crowd"].objects)
bpy.ops.ed.undo_push(message="after")
bpy.ops.ed.undo()
said["left"] = [c.name for c in bpy.data.collections]
said["end_undone"] = bpy.context.scene.frame_end
"""
    )
    assert said["result"] == ["FINISHED"]
    assert (said["end"], said["end_undone"]) == (1 + int(0.2 * 24), 3)
    one, other, third = said["bodies"]
    assert one != other != third
    assert said["actions"] == 3
    assert said["objects"] == 6
    assert said["rig"]
    assert said["left"] == []


def test_members_are_rolled_again_one_by_one_and_locked_ones_stay(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
said["bodies"] = [builds()]
rig.hide_viewport = True
choose(1)
said["one"] = list(bpy.ops.footfall.roll_members())
said["bodies"].append(builds())
members()[2]["footfall_locked"] = True
said["place"] = list(members()[2].location)
choose(0)
said["all"] = list(bpy.ops.footfall.roll_members(everyone=True))
said["bodies"].append(builds())
said["same_place"] = list(members()[2].location)
said["still_hidden"] = rig.hide_viewport
said["still_locked"] = bool(members()[2]["footfall_locked"])
"""
    )
    first, second, third = said["bodies"]
    assert [first[n] == second[n] for n in "012"] == [True, False, True]
    assert [second[n] == third[n] for n in "012"] == [False, False, True]
    assert said["place"] == said["same_place"]
    assert said["still_locked"]
    assert said["still_hidden"]


def test_a_locked_member_is_not_rolled_again(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
members()[1]["footfall_locked"] = True
choose(1)
try:
    bpy.ops.footfall.roll_members()
except RuntimeError as error:
    said["error"] = str(error)
"""
    )
    assert "All of the selected members are locked: unlock one of them." in said["error"]


def test_deleted_members_leave_the_others_and_stay_away(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
choose(0)
bpy.ops.footfall.delete_members()
said["left"] = sorted(members())
choose(2)
bpy.ops.footfall.roll_members()
said["then"] = sorted(members())
said["objects"] = len(bpy.data.collections["Crowd"].objects)
"""
    )
    assert said["left"] == said["then"] == [1, 2]
    assert said["objects"] == 4


def test_members_start_on_the_mesh_that_was_chosen(in_blender: Run) -> None:
    said = in_blender(
        CROWD
        + """
bpy.ops.mesh.primitive_plane_add(size=60.0, location=(100.0, 0.0, 0.0))
crowd.surface, crowd.spacing = bpy.context.object, 5.0
bpy.context.view_layer.objects.active = rig
bpy.ops.object.select_all(action="DESELECT")
said["again"] = list(bpy.ops.footfall.crowd())
things = bpy.data.collections["Crowd.001"].objects
bpy.context.view_layer.update()
said["places"] = [list(t.matrix_world @ t.pose.bones[0].head) for t in things
                  if "footfall_member" in t]
"""
    )
    assert said["again"] == ["FINISHED"]
    for x, y, _ in said["places"]:
        assert 70.0 <= x <= 130.0
        assert -30.0 <= y <= 30.0


def test_the_scene_s_obstacles_and_pushes_are_there_for_a_crowd(in_blender: Run) -> None:
    said = in_blender(
        """
from footfall.operators.crowding import new_crowd
rig = metarig()
settings(duration=0.2)
bpy.ops.mesh.primitive_cube_add(location=(20.0, 0.0, 0.5))
bpy.ops.footfall.set_part(part="OBSTACLE")
bpy.ops.object.empty_add(location=(3.0, 2.0, 1.0))
bpy.ops.footfall.set_part(part="PUSH")
bpy.context.object.footfall_part.strength = 200.0
bpy.context.view_layer.objects.active = rig
rig.select_set(True)
shot = new_crowd(bpy.context).shot
said["props"] = [p.name for p in shot.props]
said["pushed"] = shot.pushes[0].performer
said["places"] = [list(p.position) for p in shot.performers]
"""
    )
    assert said["props"] == ["Cube"]
    away = [(x - 3.0) ** 2 + (y - 2.0) ** 2 for x, y in said["places"]]
    assert said["pushed"] == away.index(min(away))


def test_no_farm_is_asked_while_blender_may_not_go_online(in_blender: Run) -> None:
    said = in_blender(
        """
bpy.context.preferences.addons.new().module = "footfall"
chosen = bpy.context.preferences.addons["footfall"].preferences
chosen.scheduler = "tcp://127.0.0.1:1"  # where nobody answers, which would be the complaint
from footfall.operators.preferences import scheduler

system = bpy.context.preferences.system
system.use_online_access = False
rig = metarig()
settings(duration=0.2)
bpy.context.scene.footfall.crowd.count = 2
said["refused"] = refusal(bpy.ops.footfall.crowd)
said["left"] = [c.name for c in bpy.data.collections]
system.use_online_access = True
said["allowed"] = scheduler().address == chosen.scheduler
system.use_online_access = False
bpy.context.preferences.addons.remove(bpy.context.preferences.addons["footfall"])
"""
    )
    assert "switch Allow Online Access on" in said["refused"]
    assert said["left"] == []
    assert said["allowed"]


def test_hanging_parts_of_members_hang_on_request(in_blender: Run) -> None:
    said = in_blender(
        """
bpy.ops.footfall.add_character()
rig = bpy.context.object
body = rig.children[0]
bpy.ops.object.mode_set(mode="EDIT")
belly = rig.data.edit_bones.new("belly")
belly.parent = rig.data.edit_bones["hips"]
belly.head = belly.parent.head
belly.tail = belly.head + __import__("mathutils").Vector((0.0, -0.1, 0.0))
bpy.ops.object.mode_set(mode="OBJECT")
settings(duration=0.2)
crowd = bpy.context.scene.footfall.crowd
crowd.count, crowd.area, crowd.spacing, crowd.workers = 2, (200.0, 200.0), 40.0, 1
crowd.hanging = True

def members():
    things = bpy.data.collections["Crowd"].objects
    return {t["footfall_member"]: t for t in things if "footfall_member" in t}

def soft():
    return [any("belly" in c.data_path for c in m.animation_data.action.fcurves)
            for m in members().values()]

said["refusal"] = refusal(bpy.ops.footfall.crowd)
said["collections"] = len(bpy.data.collections)
body.vertex_groups.new(name="belly").add([0], 1.0, "ADD")
bpy.ops.footfall.crowd()
said["soft"] = soft()
crowd.hanging = False  # which is of the next crowd
bpy.ops.object.select_all(action="DESELECT")
bpy.context.view_layer.objects.active = members()[0]
members()[0].select_set(True)
bpy.ops.footfall.roll_members()
said["rolled"] = soft()
"""
    )
    assert "Nothing that hangs on the rigs of the crowd moves a mesh" in said["refusal"]
    assert said["collections"] == 0
    assert said["soft"] == said["rolled"] == [True, True]

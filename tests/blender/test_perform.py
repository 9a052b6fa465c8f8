"""Perform in the cue list, and Make Physical: an Action becomes physical motion beside itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bowing import BOW
from stepping import PREVIEW
from test_panels import MAIN, operators, properties, texts

Run = Callable[[str], dict[str, Any]]


def test_a_bake_writes_a_new_action_beside_the_one_that_it_performs(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
performs()
before = curves(mine)
said["result"] = sorted(bpy.ops.footfall.bake())
said["kept"] = curves(mine) == before and mine.use_fake_user
said["action"] = rig.animation_data.action.name
said["range"] = list(rig.animation_data.action.frame_range)
said["unfinished"] = drawn(bpy.types.FOOTFALL_PT_main)
"""
    )
    assert said["result"] == ["FINISHED"]
    assert said["kept"]
    assert said["action"] == "bow Perform"
    assert said["range"] == [11.0, 23.0]
    assert "did not finish" not in " ".join(texts(said["unfinished"]))


def test_reading_an_action_leaves_the_scene_as_it_was(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
other = bow(rig, "other", (3, 8, 13), 0.6)
track = rig.animation_data.nla_tracks.new()
track.strips.new("below", 1, mine)
bpy.context.scene.frame_set(5)
rig.pose.bones["hand.R"].rotation_quaternion = (1.0, 0.0, 0.3, 0.0)  # and not keyed
performs(clip=mine)
before = snapshot()
slot = getattr(rig.animation_data, "action_slot", None)
found = shot()
said["same"] = snapshot() == before
said["slot"] = getattr(rig.animation_data, "action_slot", None) == slot
said["strips"] = rig.animation_data.use_nla
said["picked"] = [clip(found)["name"], len(clip(found)["pelvis"]), bend(clip(found))]
performs(clip=None)
found = shot()
said["own"] = [clip(found)["name"], len(clip(found)["pelvis"]), bend(clip(found))]
"""
    )
    assert said["same"] and said["slot"] and said["strips"]
    name, frames, bent = said["picked"]
    assert (name, frames) == ("bow", 13)
    assert abs(bent - 0.3) < 0.02
    name, frames, bent = said["own"]
    assert (name, frames) == ("other", 11)
    assert abs(bent - 0.6) < 0.02


def test_the_performer_stands_where_the_action_begins(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
rig.rotation_mode = "XYZ"
for frame, x, turn in ((11, 2.0, 1.0), (23, 2.6, 1.0)):
    rig.location, rig.rotation_euler.z = (x, -1.0, 0.0), turn
    rig.keyframe_insert("location", frame=frame)
    rig.keyframe_insert("rotation_euler", frame=frame)
bpy.context.scene.frame_set(40)
performs()
performer = shot().performers[0]
said["place"] = [*performer.position, performer.heading]
performs(begin=0.25)
said["later"] = list(shot().performers[0].position)
"""
    )
    x, y, heading = said["place"]
    assert abs(x - 2.0) < 0.15 and abs(y + 1.0) < 0.15
    assert abs(heading - (1.0 - 3.14159 / 2)) < 0.05  # the metarig faces -y
    assert 0.2 < said["later"][0] - x < 0.4


def test_the_slot_that_keys_the_rig_is_read_or_the_one_that_is_picked(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
from footfall.rigs.blender.action_slots import animates_objects
said["has_slots"] = hasattr(mine, "slots")
if said["has_slots"]:
    rig.animation_data.action = None
    other = mine.slots.new(id_type="OBJECT", name="elsewhere")
    bag = mine.layers[0].strips[0].channelbag(other, ensure=True)
    path = 'pose.bones["spine.002"].rotation_euler'
    curve = bag.fcurves.new(path, index=0)
    for frame, angle in ((11, 0.0), (31, 0.8)):
        curve.keyframe_points.insert(frame, angle)
    mine.slots[0].name_display = "body"
    performs(clip=mine)
    found = shot()
    said["by_itself"] = len(clip(found)["pelvis"])
    said["panel"] = drawn(bpy.types.FOOTFALL_PT_main)
    performs(clip_slot="OBelsewhere")
    said["picked"] = [len(clip()["pelvis"]), bend(clip())]
    performs(clip_slot="nowhere")
    said["refusal"] = refusal(bpy.ops.footfall.bake)
    said["data"] = rig.animation_data.action is None
material = bpy.data.actions.new("of a material")
if said["has_slots"]:
    material.slots.new(id_type="MATERIAL", name="m")
else:
    material.id_root = "MATERIAL"
said["offered"] = [animates_objects(mine), animates_objects(material)]
"""
    )
    assert said["offered"] == [True, False]
    if said["has_slots"]:
        assert said["by_itself"] == 13
        assert "FOOTFALL_PG_perform.clip_slot" in properties(said["panel"])
        assert said["picked"][0] == 21 and abs(said["picked"][1] - 0.8) < 0.02
        assert "The Action 'bow' has no slot 'nowhere'; it has" in said["refusal"]
        assert said["data"]


def test_a_preview_follows_the_action_as_it_is_edited(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + BOW
        + """
other = bow(rig, "other", (11, 17, 23), 0.5)
rig.animation_data.action = mine
s = performs()
bpy.context.view_layer.update()
before = snapshot()
begin_preview(bpy.context)
until(simulated)
shown = pose(rig)
first = active_preview().take
s.cues[0].perform.clip = other
until(lambda: active_preview().take is not first and simulated())
bent = lambda: bend(clip(active_preview().shot))
said["bends"] = [bent()]
second = active_preview().take
key(other, 0.2)
until(lambda: active_preview().take is not second and simulated())
said["bends"].append(bent())
key(other, 0.5)
bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
"""
    )
    assert abs(said["bends"][0] - 0.5) < 0.02
    assert abs(said["bends"][1] - 0.2) < 0.02
    assert said["same"]


def test_a_search_that_is_stopped_can_be_accepted_and_the_next_run_goes_on(
    in_blender: Run,
) -> None:
    said = in_blender(
        PREVIEW
        + BOW
        + """
from footfall.operators.run_state import CURRENT
s = performs(clip=mine, tempo=0.25, tries=8.0)
s.duration_frames = 48
said["offered"] = [bpy.ops.footfall.stop_search.poll()]
begin_preview(bpy.context)
until(lambda: "at 0.2 of 2.0 s" in CURRENT.note)
said["panel"] = drawn(bpy.types.FOOTFALL_PT_main)
said["stopped"] = sorted(bpy.ops.footfall.stop_search())
until(simulated)
said["note"], said["offered"] = CURRENT.note, [*said["offered"], CURRENT.can_stop_search]
said["seconds"] = active_preview().take.times[-1]
said["accepted"] = sorted(bpy.ops.footfall.accept())
said["range"] = list(rig.animation_data.action.frame_range)
said["plans"] = shot().performers[0].plans
"""
    )
    assert said["offered"] == [False, False]
    assert "stop_search" in " ".join(operators(said["panel"]))
    assert said["stopped"] == said["accepted"] == ["FINISHED"]
    (plan,) = said["plans"]
    until = int(plan.rpartition("until:")[2])
    assert 2 <= until < 20
    assert f"stopped: {until / 10:.1f} of 2.0 s are found" in said["note"]
    assert said["range"] == [11.0, 11.0 + int(until * 2.4 + 1e-9)]


def test_what_cannot_be_performed_is_refused_and_nothing_changes(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
performs()
foreign = bpy.data.actions.new("foreign")
rig.animation_data.action = foreign
rig.keyframe_insert("location", frame=1)
rig.keyframe_insert("location", frame=20)
one = bow(rig, "one", (5,), 0.3)
broken = bow(rig, "broken", (1, 9, 20), 0.3)
key(broken, float("nan"))
rig.animation_data.action = mine
for action in (foreign, one, broken):
    performs(clip=action)
    before = snapshot()
    said[action.name] = refusal(bpy.ops.footfall.bake)
    said[f"{action.name} same"] = snapshot() == before
rig.animation_data_clear()
performs(clip=None)
said["none"] = refusal(bpy.ops.footfall.bake)
said["panel"] = drawn(bpy.types.FOOTFALL_PT_main)
"""
    )
    assert "'foreign' moves no bone of 'metarig' that is a part of its body" in said["foreign"]
    assert "'one' has keys on a single frame, 5: choose one that moves." in said["one"]
    assert "'broken' holds keys that are not numbers" in said["broken"]
    assert all(said[f"{name} same"] for name in ("foreign", "one", "broken"))
    assert "has no animation to perform: give it an Action" in said["none"]
    assert "has no animation to perform" in " ".join(texts(said["panel"]))


def test_make_physical_is_one_press_from_an_action_to_its_preview(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
scene = bpy.context.scene
s = settings(recover=True, as_long_as_cues=True)
s.output.destination = "active"
bpy.ops.footfall.add_cue(skill="walk")
before = curves(mine)
said["result"] = sorted(bpy.ops.footfall.make_physical())
said["cues"] = [[cue.skill, cue.frame] for cue in s.cues]
said["set"] = [s.start_frame, s.duration_frames, s.recover, s.as_long_as_cues]
said["previewing"] = bpy.context.window_manager.footfall.previewing
said["accepted"] = sorted(bpy.ops.footfall.accept())
said["action"] = rig.animation_data.action.name
said["range"] = list(rig.animation_data.action.frame_range)
said["kept"] = curves(mine) == before
said["performs"] = s.cues[0].perform.clip.name
"""
    )
    assert said["result"] == said["accepted"] == ["FINISHED"]
    assert said["cues"] == [["perform", 11]]
    assert said["set"] == [11, 12, False, False]
    assert said["previewing"] and said["kept"]
    assert said["action"] == "bow Perform"
    assert said["range"] == [11.0, 23.0]
    assert said["performs"] == "bow"


def test_make_physical_is_one_undo_step_without_its_preview(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
def listed():
    return [cue.skill for cue in bpy.context.scene.footfall.cues]

bpy.ops.footfall.add_cue(skill="stand")
bpy.ops.ed.undo_push(message="before")
said["before"], before = listed(), snapshot()
bpy.ops.footfall.make_physical("EXEC_DEFAULT", True)
bpy.ops.footfall.cancel()
said["after"], said["same"] = listed(), snapshot() == before
bpy.ops.ed.undo()
said["undone"], said["still same"] = listed(), snapshot() == before
"""
    )
    assert said["before"] == said["undone"] == ["walk", "stand"]
    assert said["after"] == ["perform"]
    assert said["same"] and said["still same"]


def test_make_physical_is_offered_where_the_rig_has_an_action(in_blender: Run) -> None:
    said = in_blender(
        """
rig = metarig()
said["without"] = drawn(bpy.types.FOOTFALL_PT_main)
said["refused"] = bpy.ops.footfall.make_physical.poll()
rig.keyframe_insert("location", frame=3)
said["with"] = drawn(bpy.types.FOOTFALL_PT_main)
before = [cue.skill for cue in bpy.context.scene.footfall.cues]
said["one frame"] = refusal(bpy.ops.footfall.make_physical)
said["same"] = before == [cue.skill for cue in bpy.context.scene.footfall.cues]
"""
        + MAIN
    )
    pressed = [" ".join(operators(said[name])) for name in ("without", "with")]
    assert ["make_physical" in text for text in pressed] == [False, True]
    assert said["refused"] is False
    assert "keys on a single frame, 3" in said["one frame"]
    assert said["same"]


def test_influence_and_stiffness_are_keyed_in_the_cue_list(in_blender: Run) -> None:
    said = in_blender(
        BOW
        + """
import numpy as np
from footfall.rigs.blender.rig import read_rig
roles = read_rig(rig).bone_map.roles
s = performs()
group = s.cues[0].perform
for frame, value in ((11, 0.0), (16, 0.0), (18, 1.0)):
    group.influence = value
    group.keyframe_insert("influence", frame=frame)
for frame, value in ((11, 1.0), (14, 0.0)):
    group.stiffness_left_arm = value
    group.keyframe_insert("stiffness_left_arm", frame=frame)

def poses():
    found = []
    for frame in range(11, 24):
        bpy.context.scene.frame_set(frame)
        found.append([np.array(rig.pose.bones[bone].matrix.to_3x3()) for bone in roles.values()])
    return np.array(found)

before = poses()
parameters = shot().performers[0].cues[0].parameters
said["arm"] = [value for time, value in parameters["stiffness_left_arm"]]
bpy.ops.footfall.bake()
said["action"] = rig.animation_data.action.name
said["off"] = np.abs(poses() - before).max(axis=(1, 2, 3)).tolist()
"""
    )
    assert (said["arm"][0], said["arm"][-1]) == (1.0, 0.0)
    assert said["action"] == "bow Perform"
    assert max(said["off"][:6]) < 1e-3
    assert max(said["off"][7:]) > 3e-3

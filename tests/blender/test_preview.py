"""Preview and Accept: the rig moves without keys, and Accept writes the previewed motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import BEGUN, PREVIEW
from test_panels import operators, texts

Run = Callable[[str], dict[str, Any]]


def test_the_rig_moves_as_frames_come_and_a_bake_writes_the_same(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
rig = metarig()
settings(duration=1.0, start_frame=3)
rest = pose(rig)
begin_preview(bpy.context)
said["waits"] = pose(rig) == rest
until(moving)
said["whole_at_first_move"] = simulated()
until(simulated)
seen = {}
for frame in (3, 11, 27, 40):
    scene.frame_set(frame)
    seen[frame] = pose(rig)
said["keys"] = len(bpy.data.actions)
said["result"] = sorted(bpy.ops.footfall.accept())
said["actions"] = [a.name for a in bpy.data.actions]
said["range"] = list(rig.animation_data.action.frame_range)
said["frame"] = scene.frame_current
said["apart"] = []
for frame in seen:
    scene.frame_set(frame)
    said["apart"].append(apart(seen[frame], pose(rig)))
"""
    )
    assert said["waits"]
    assert not said["whole_at_first_move"]
    assert said["keys"] == 0
    assert said["result"] == ["FINISHED"]
    assert said["actions"] == ["Walk"]
    assert said["range"] == [3.0, 27.0]
    assert said["frame"] == 1
    assert max(said["apart"]) < 1e-5


def test_an_accepted_preview_equals_a_bake_and_is_one_undo_step(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
metarig()
settings(duration=0.5)
bpy.ops.ed.undo_push(message="before")
before = snapshot()
bpy.ops.footfall.bake("EXEC_DEFAULT", True)
baked = snapshot()
bpy.ops.ed.undo()
said["undone"] = snapshot() == before
said["result"] = sorted(bpy.ops.footfall.preview())
said["shown"] = snapshot() != before
bpy.ops.footfall.accept("EXEC_DEFAULT", True)
said["same"] = snapshot() == baked
bpy.ops.ed.undo()
said["undone_again"] = snapshot() == before
bpy.ops.ed.redo()
said["redone"] = snapshot() == baked
"""
    )
    assert said["result"] == ["FINISHED"]
    assert all(said[name] for name in ("undone", "shown", "same", "undone_again", "redone")), said


def test_a_rig_that_is_animated_shows_the_preview_and_is_put_back(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
rig = metarig()
for frame, angle in ((1, 0.0), (40, 1.0)):
    for name in ("thigh.L", "hand.R", "heel.02.L"):
        rig.pose.bones[name].rotation_quaternion = (1.0, angle, 0.0, 0.0)
        rig.pose.bones[name].keyframe_insert("rotation_quaternion", frame=frame)
scene.frame_set(9)
rig.pose.bones["hand.R"].rotation_quaternion = (1.0, 0.0, 0.3, 0.0)  # and not keyed
bpy.context.view_layer.update()
settings(duration=1.0)
before = snapshot()
bpy.ops.footfall.preview()
scene.frame_set(20)
seen = pose(rig)
bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
bpy.ops.footfall.preview()
bpy.ops.footfall.accept()
scene.frame_set(20)
said["apart"] = apart(seen, pose(rig))
"""
    )
    assert said["same"]
    assert said["apart"] < 1e-5


def test_a_changed_parameter_starts_it_again(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
rig = metarig()
s = settings(duration=1.0)
before = snapshot()
begin_preview(bpy.context)
until(simulated)
first = active_preview().take
s.cues[0].walk.heading, s.cues[0].walk.use_heading = 0.0, True
until(lambda: active_preview().take is not first and simulated())
said["ends"] = [list(t.performances[0].root_position[-1]) for t in (first, active_preview().take)]
s.mass = 120.0
second = active_preview().take
until(lambda: active_preview().take is not second and simulated())
said["mass"] = active_preview().rig_run.rig.character.mass
bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
"""
    )
    assert said["ends"][0] != said["ends"][1]
    assert abs(said["mass"] - 120.0) < 1e-6
    assert said["same"]


def test_accept_is_a_button_once_there_is_a_take(in_blender: Run) -> None:
    # Blender leaves a greyed button greyed on which the pointer rests.
    said = in_blender(
        BEGUN
        + """
said["before"] = drawn(bpy.types.FOOTFALL_PT_main)
until(simulated)
said["after"] = drawn(bpy.types.FOOTFALL_PT_main)
bpy.ops.footfall.cancel()
"""
    )
    buttons = [" ".join(operators(said[name])) for name in ("before", "after")]
    assert ["accept" in names for names in buttons] == [False, True]
    assert "Accept" in texts(said["before"])


def test_what_cannot_be_previewed_is_one_sentence_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender("""
bpy.ops.object.armature_add()
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.preview)
said["accept"] = bpy.ops.footfall.accept.poll()
said["same"] = snapshot() == before
said["again"] = bpy.ops.footfall.preview.poll()
""")
    assert "has no bone that can be identified as" in said["refusal"]
    assert said["accept"] is False
    assert said["same"]
    assert said["again"] is False  # the button is grey until the rig is another one

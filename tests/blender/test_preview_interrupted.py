"""A preview that is cancelled, saved, undone or dies leaves the scene as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import PRESS, PREVIEW

Run = Callable[[str], dict[str, Any]]


def test_cancel_at_any_moment_leaves_the_scene_as_it_was(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
rig = metarig()
settings(duration=2.0)
scene.frame_set(7, subframe=0.25)
rig.pose.bones["thigh.L"].rotation_mode = "XYZ"
rig.pose.bones["thigh.L"].rotation_euler = (0.1, 0.2, 0.3)
rig.pose.bones["shin.L"].constraints.new("LIMIT_ROTATION").influence = 0.75
rig.data.pose_position = "REST"
before = snapshot()
moments = random.Random(3)
said["same"] = []
for _ in range(8):
    begin_preview(bpy.context)
    step(moments.randrange(120))
    if moments.random() < 0.5:
        scene.frame_set(moments.randrange(60))
    bpy.ops.footfall.cancel()
    said["same"].append(snapshot() == before)
said["previewing"] = bpy.context.window_manager.footfall.previewing
"""
    )
    assert said["same"] == [True] * 8
    assert said["previewing"] is False


def test_a_worker_killed_at_any_moment_is_an_error_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
metarig()
settings(duration=60.0)
before = snapshot()
moments = random.Random(5)
said["errors"], said["same"] = [], []
for _ in range(6):
    begin_preview(bpy.context)
    step(moments.randrange(60))
    active_preview()._worker.process.kill()
    try:
        until(lambda: False)
    except footfall.FootfallError as error:
        said["errors"].append(str(error))
    from footfall.operators.previewing import end_preview
    end_preview()
    said["same"].append(snapshot() == before)
"""
    )
    assert len(said["errors"]) == 6
    assert all("The simulation process died (signal SIGKILL)" in e for e in said["errors"])
    assert said["same"] == [True] * 6


def test_a_file_saved_during_a_preview_holds_the_scene_as_it_was(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
rig = metarig()
settings(duration=1.0)
scene.frame_set(5)
before = snapshot()
bpy.ops.footfall.preview()
scene.frame_set(20)
shown = snapshot()
bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath("saved.blend"), copy=True)
said["goes_on"] = snapshot() == shown and shown != before
bpy.ops.wm.open_mainfile(filepath=os.path.abspath("saved.blend"))
said["previewing"] = bpy.context.window_manager.footfall.previewing
said["same"] = snapshot() == before
"""
    )
    assert said["goes_on"]
    assert said["previewing"] is False
    assert said["same"]


def test_undo_steps_made_during_a_preview_hold_nothing_of_it(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
metarig()
s = settings(duration=1.0)
bpy.ops.ed.undo_push(message="before")
before = snapshot()
bpy.ops.footfall.preview()
scene.frame_set(20)
s.cues[0].walk.speed = 0.4
bpy.ops.ed.undo_push(message="speed")
bpy.ops.footfall.cancel()
said["cancelled"] = snapshot() == before
s.cues[0].walk.speed = 0.5
bpy.ops.ed.undo_push(message="another")
bpy.ops.ed.undo()
scene = bpy.context.scene
said["speed"] = scene.footfall.cues[0].walk.speed
said["undone"] = [scene.frame_current, snapshot() == before]
scene.frame_set(1)
said["put_back"] = snapshot() == before
bpy.ops.footfall.preview()
bpy.ops.ed.undo()
said["ended"] = bpy.context.window_manager.footfall.previewing
said["first"] = snapshot() == before
"""
    )
    assert said["cancelled"] and said["put_back"] and said["first"]
    assert abs(said["speed"] - 0.4) < 1e-6
    assert said["ended"] is False


def test_escape_ends_it_and_other_keys_go_to_blender(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
metarig()
settings(duration=60.0)
before = snapshot()

def escape(operator, context):
    until_moving(operator, context)
    said["passed"] = [sorted(event(operator, context, k)) for k in ("SPACE", "LEFTMOUSE", "Z")]
    said["polls"] = [getattr(bpy.ops.footfall, n).poll() for n in ("preview", "bake", "accept")]
    event(operator, context, "ESC", "RELEASE")
    said["still"] = active_preview() is not None
    return event(operator, context, "ESC")

said["result"] = press(escape)
said["same"] = snapshot() == before
"""
    )
    assert said["passed"] == [["PASS_THROUGH"]] * 3
    assert said["polls"] == [False] * 3
    assert said["still"]
    assert said["result"] == ["CANCELLED"]
    assert said["same"]


def test_a_worker_that_dies_is_an_error_of_the_operator(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
metarig()
settings(duration=60.0)
before = snapshot()

def kill(operator, context):
    until_moving(operator, context)
    active_preview()._worker.process.kill()
    return until_ended(operator, context)

said["refusal"] = refusal(press, kill)
said["same"] = snapshot() == before
said["again"] = bpy.ops.footfall.preview.poll()
"""
    )
    assert "The simulation process died (signal SIGKILL)" in said["refusal"]
    assert said["same"] and said["again"]


def test_a_shot_that_cannot_be_run_is_refused_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender(
        """
bpy.ops.mesh.primitive_plane_add(location=(50.0, 0.0, 0.0))
bpy.ops.footfall.set_part(part="GROUND")
metarig()
settings()
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.preview)
said["same"] = snapshot() == before
"""
    )
    assert "There is no ground under the performer" in said["refusal"]
    assert said["same"]


def test_an_armature_removed_during_its_preview_is_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
rig = metarig()
settings(duration=60.0, armature=rig)

def remove(operator, context):
    until_moving(operator, context)
    bpy.data.objects.remove(rig)
    return until_ended(operator, context)

said["refusal"] = refusal(press, remove)
"""
    )
    assert "The armature 'metarig' was removed" in said["refusal"]

"""Preview, accept, cancel: the rig moves without keys, and what is left is all or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stepping import PRESS, PREVIEW

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
for _ in range(20):
    begin_preview(bpy.context)
    step(moments.randrange(120))
    if moments.random() < 0.5:
        scene.frame_set(moments.randrange(60))
    bpy.ops.footfall.cancel()
    said["same"].append(snapshot() == before)
said["previewing"] = bpy.context.window_manager.footfall.previewing
"""
    )
    assert said["same"] == [True] * 20
    assert said["previewing"] is False


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
said["mass"] = active_preview().plan.rig.character.mass
bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
"""
    )
    assert said["ends"][0] != said["ends"][1]
    assert abs(said["mass"] - 120.0) < 1e-6
    assert said["same"]


def test_a_worker_killed_at_any_moment_is_an_error_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + """
metarig()
settings(duration=60.0)
before = snapshot()
moments = random.Random(5)
said["errors"], said["same"] = [], []
for _ in range(20):
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
    assert all("The simulation process died (signal SIGKILL)" in e for e in said["errors"])
    assert said["same"] == [True] * 20


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


def test_what_cannot_be_previewed_is_one_sentence_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender("""
bpy.ops.object.armature_add()
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.preview)
said["accept"] = bpy.ops.footfall.accept.poll()
said["same"] = snapshot() == before
said["again"] = bpy.ops.footfall.preview.poll()
""")
    assert "has no bone that can be told to be" in said["refusal"]
    assert said["accept"] is False
    assert said["same"] and said["again"]


def test_escape_ends_it_and_other_keys_go_to_blender(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
metarig()
settings(duration=60.0)
before = snapshot()

def escape(operator, context):
    while not moving():
        event(operator, context, "TIMER")
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
    while not moving():
        event(operator, context, "TIMER")
    active_preview()._worker.process.kill()
    while active_preview() is not None:
        result = event(operator, context, "TIMER")
    return result

said["refusal"] = refusal(press, kill)
said["same"] = snapshot() == before
said["again"] = bpy.ops.footfall.preview.poll()
"""
    )
    assert "The simulation process died (signal SIGKILL)" in said["refusal"]
    assert said["same"] and said["again"]


def test_an_armature_removed_during_its_preview_is_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        PREVIEW
        + PRESS
        + """
rig = metarig()
settings(duration=60.0, armature=rig)

def remove(operator, context):
    while not moving():
        event(operator, context, "TIMER")
    bpy.data.objects.remove(rig)
    while active_preview() is not None:
        result = event(operator, context, "TIMER")
    return result

said["refusal"] = refusal(press, remove)
"""
    )
    assert "The armature was removed while its preview ran" in said["refusal"]

"""Learn Walk from Action: keyed poses of a step become a controller that any rig walks with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

STEP = """
import time

from footfall.catalogue.planar.saved import list_saved
from footfall.operators.learn_walk import learn_steps
from footfall.operators.run_state import CURRENT

os.environ["FOOTFALL_CONTROLLERS"] = os.path.abspath("controllers")
rig = metarig()
bpy.context.scene.render.fps = 30

def key_step(frames=(1, 6, 11, 16, 21)):
    # The poses of one step of a walk that the rig shows.
    from footfall import Cue, simulate
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.scene import make_shot

    found = read_rig(rig)
    take = simulate(make_shot(found, [Cue("planar_walk")], duration=3.0, rate=30.0))
    write_take(found, take, start_frame=1)
    strikes = [t for t, name in take.performances[0].events if name == "footstrike.L"]
    (first, *_), later = strikes[1:], take.performances[0].events
    last = next(t for t, name in later if name == "footstrike.R" and t > first)
    shown = [1 + round(30.0 * (first + share * (last - first)))
             for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    poses = []
    for frame in shown:
        bpy.context.scene.frame_set(frame)
        poses.append({bone.name: bone.matrix_basis.copy() for bone in rig.pose.bones})
    rig.animation_data_clear()
    for frame, pose in zip(frames, poses):
        for bone in rig.pose.bones:
            bone.rotation_mode = "QUATERNION"
            bone.matrix_basis = pose[bone.name]
            for channel in ("location", "rotation_quaternion"):
                bone.keyframe_insert(channel, frame=frame)
"""


def test_a_keyed_step_is_learned_in_the_background_and_walks(in_blender: Run) -> None:
    said = in_blender(
        STEP
        + """
key_step()
settings().style_name = "mine"
cue = settings().cues[0]
cue.skill = "planar_walk"
steps, notes = learn_steps(bpy.context), set()
try:
    while True:
        next(steps)
        notes.add(CURRENT.note.split(",")[0])
        time.sleep(0.05)
except StopIteration as done:
    said["name"] = done.value
said["saved"], said["notes"] = list_saved(), sorted(notes)
said["controller"], said["running"] = cue.parameters.controller, CURRENT.running
settings(duration=2.0)
rig.animation_data_clear()
said["baked"] = list(bpy.ops.footfall.bake())
said["keys"] = len(curves(rig))
"""
    )
    assert said["name"] == said["controller"] == "mine"
    assert said["saved"] == ["mine"]
    assert any(note.startswith("Learning") for note in said["notes"])
    assert not said["running"]
    assert said["baked"] == ["FINISHED"]
    assert said["keys"] > 0


def test_who_has_no_poses_or_takes_a_shipped_name_is_told(in_blender: Run) -> None:
    said = in_blender(
        STEP
        + """
settings().style_name = "mine"
said["bare"] = refusal(bpy.ops.footfall.learn_walk)
key_step(frames=(1, 7, 7, 7, 7))
said["two"] = refusal(bpy.ops.footfall.learn_walk)
settings().style_name = "regular"
said["shipped"] = refusal(bpy.ops.footfall.learn_walk)
said["saved"] = list_saved()
"""
    )
    assert "has no Action" in said["bare"]
    assert "at least 3 keyed poses" in said["two"]
    assert "shipped controller" in said["shipped"]
    assert said["saved"] == []


def test_learning_that_is_called_off_leaves_nothing_behind(in_blender: Run) -> None:
    said = in_blender(
        STEP
        + """
key_step()
settings().style_name = "mine"
steps = learn_steps(bpy.context)
for _ in range(3):
    next(steps)
said["was_running"] = CURRENT.running
steps.close()
said["running"], said["saved"] = CURRENT.running, list_saved()
"""
    )
    assert said["was_running"]
    assert not said["running"]
    assert said["saved"] == []

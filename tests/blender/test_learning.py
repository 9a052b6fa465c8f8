"""Learn Walk from Action: keyed poses of a step become a controller that any rig walks with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]

STEP = """
import time

from footfall.catalogue.planar.saved import CONTROLLERS
from footfall.operators.learn_walk import learn_steps
from footfall.operators.run_state import CURRENT

os.environ["FOOTFALL_CONTROLLERS"] = os.path.abspath("controllers")
rig = metarig()
bpy.context.scene.render.fps = 30

def key_step(frames=(1, 7, 13, 19)):
    # The keyframes of the style "regular", as the rig shows them, then the first one mirrored.
    from footfall import Cue, simulate
    from footfall.catalogue.planar import controller_of
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.scene import make_shot

    regular = dict(controller_of("regular"))
    poses = [keyframe["pose"] for keyframe in regular["style"]["keyframes"]]
    swapped = {".L": ".R", ".R": ".L"}
    poses.append({n[:-2] + swapped.get(n[-2:], n[-2:]): a for n, a in poses[0].items()})
    found, shown = read_rig(rig), []
    for pose in poses:
        start = {"pose": pose, "rates": [0.0] * 9}
        cue = Cue("planar_walk", controller=json.dumps({**regular, "start": start}))
        write_take(found, simulate(make_shot(found, [cue], duration=0.1, rate=30.0)), start_frame=1)
        bpy.context.scene.frame_set(1)
        shown.append({bone.name: bone.matrix_basis.copy() for bone in rig.pose.bones})
        rig.animation_data_clear()
    for frame, pose in zip(frames, shown):
        for bone in rig.pose.bones:
            bone.matrix_basis = pose[bone.name]
            bone.keyframe_insert("location", frame=frame)
            kind = "quaternion" if bone.rotation_mode == "QUATERNION" else "euler"
            bone.keyframe_insert(f"rotation_{kind}", frame=frame)
    bpy.context.scene.frame_set(frames[-1] + 1)
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
said["saved"], said["notes"] = CONTROLLERS.names(), sorted(notes)
said["controller"], said["running"] = cue.parameters.controller, CURRENT.running
settings(duration=2.0)
rig.animation_data_clear()
said["baked"] = list(bpy.ops.footfall.bake())
said["keys"] = len(curves(rig.animation_data.action))
"""
    )
    assert said["name"] == said["controller"] == "mine"
    assert said["saved"] == ["mine"]
    assert {"Loading the simulation", "Checking that it walks"} <= set(said["notes"])
    assert not said["running"]
    assert said["baked"] == ["FINISHED"]
    assert said["keys"] > 0


def test_an_action_without_poses_and_a_shipped_name_are_refused(in_blender: Run) -> None:
    said = in_blender(
        STEP
        + """
settings().style_name = "mine"
said["bare"] = refusal(bpy.ops.footfall.learn_walk)
key_step(frames=(1, 7, 7, 7))
said["two"] = refusal(bpy.ops.footfall.learn_walk)
settings().style_name = "regular"
said["shipped"] = refusal(bpy.ops.footfall.learn_walk)
said["saved"] = CONTROLLERS.names()
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
said["running"], said["saved"] = CURRENT.running, CONTROLLERS.names()
"""
    )
    assert said["was_running"]
    assert not said["running"]
    assert said["saved"] == []

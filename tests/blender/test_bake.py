"""Bake: its keys, and its refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]


def test_bake_writes_the_walk_on_the_keys(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
bpy.context.scene.render.fps = 30
settings(duration=1.0, start_frame=11)
said["result"] = sorted(bpy.ops.footfall.bake())
action = rig.animation_data.action
said["actions"] = [a.name for a in bpy.data.actions]
said["range"] = list(action.frame_range)
said["running"] = bpy.context.window_manager.footfall.running
""")
    assert said["result"] == ["FINISHED"]
    assert said["actions"] == ["Walk"]
    assert said["range"] == [11.0, 41.0]
    assert said["running"] is False


def test_bake_follows_the_output_panel(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
bpy.context.scene.render.fps = 30
rig.pose.bones["spine"].location = (0.4, 0.0, 0.0)
out = settings(duration=0.5, start_frame=11).output
out.destination, out.from_pose, out.blend_frames, out.contacts = "nla", True, 5, "property"
bpy.context.view_layer.update()
before = rig.pose.bones["thigh.L"].matrix.translation.copy()
said["result"] = sorted(bpy.ops.footfall.bake())
strip = rig.animation_data.nla_tracks[-1].strips[0]
said["range"] = [strip.frame_start, strip.frame_end]
bpy.context.scene.frame_set(11)
said["moved"] = (rig.pose.bones["thigh.L"].matrix.translation - before).length
bpy.context.scene.frame_set(16)
said["contact"] = rig["contact_L"]
out.use_loop, out.from_pose, out.loop_steps = True, False, 3
said["refusal"] = refusal(bpy.ops.footfall.bake)
""")
    assert said["result"] == ["FINISHED"]
    assert said["range"] == [11.0, 26.0]
    assert said["moved"] < 1e-4
    assert said["contact"] == 1.0
    assert "A loop must have an even number of steps, got 3" in said["refusal"]


def test_a_bake_is_one_undo_step_with_fingers_and_the_scene_s_end(in_blender: Run) -> None:
    said = in_blender("""
scene = bpy.context.scene
scene.frame_end = 3
metarig().pose.bones["f_index.01.L"].keyframe_insert("rotation_quaternion", frame=2)
settings()
bpy.ops.ed.undo_push(message="before")
before = snapshot()
bpy.ops.footfall.bake("EXEC_DEFAULT", True)
said["baked"], said["end"] = snapshot() != before, scene.frame_end
action = bpy.context.object.animation_data.action
said["fingers"] = [c[0] for c in curves(action) if "f_index.01.L" in c[0]]
bpy.ops.ed.undo()
scene = bpy.context.scene
said["undone"], said["end_undone"] = snapshot() == before, scene.frame_end
scene.footfall.output.extend_scene = False
bpy.ops.footfall.bake()
said["end_kept"] = scene.frame_end
""")
    assert said["baked"]
    assert len(said["fingers"]) == 4
    assert said["undone"]
    assert (said["end"], said["end_undone"], said["end_kept"]) == (8, 3, 3)


@pytest.mark.parametrize(
    ("scene", "sentence"),
    [
        ("", "Select an armature, or choose one in the Footfall panel"),
        ("metarig()\nbpy.ops.object.mode_set(mode='EDIT')", "Leave the armature's Edit Mode first"),
        ("bpy.ops.object.armature_add()", "has no bone that can be identified as"),
        ("metarig().footfall.foot_L = 'nope'", "The bone 'nope' picked for foot.L is not in"),
        ("metarig().footfall.foot_L = 'foot.R'", "is picked for both foot.L and foot.R"),
    ],
)
def test_what_cannot_be_baked_is_one_sentence_and_leaves_the_scene(
    in_blender: Run, scene: str, sentence: str
) -> None:
    said = in_blender(f"""
{scene}
bpy.ops.ed.undo_push(message="before")
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.bake)
said["same"] = snapshot() == before
""")
    assert sentence in said["refusal"]
    assert "Traceback" not in said["stderr"]
    assert said["same"]


def test_a_mesh_stands_for_the_armature_that_moves_it(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
bpy.ops.mesh.primitive_cube_add()
bpy.context.object.modifiers.new("Armature", "ARMATURE").object = rig
settings()
bpy.ops.footfall.bake()
said["keyed"] = rig.animation_data is not None
""")
    assert said["keyed"]

"""Show Skeleton in the panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Run = Callable[[str], dict[str, Any]]


def test_the_skeleton_is_switched_on_and_off_and_leaves_the_scene(in_blender: Run) -> None:
    said = in_blender("""
rig = metarig()
before = snapshot()
run = bpy.context.window_manager.footfall
said["states"] = [run.overlay]
for _ in range(2):
    bpy.ops.footfall.overlay()
    said["states"].append(run.overlay)
said["same"] = snapshot() == before
bpy.ops.footfall.overlay()
footfall.unregister()
from footfall.operators import overlay
said["left"] = overlay._overlay is not None
footfall.register()
""")
    assert said["states"] == [False, True, False]
    assert said["same"]
    assert not said["left"]


def test_a_rig_that_is_none_is_one_sentence(in_blender: Run) -> None:
    said = in_blender("""
bpy.ops.object.armature_add()
said["refusal"] = refusal(bpy.ops.footfall.overlay)
said["on"] = bpy.context.window_manager.footfall.overlay
""")
    assert "has no bone that can be identified as" in said["refusal"]
    assert said["on"] is False

"""A bake or a preview whose run ends in an error keeps the frames until then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from props import PROPS
from stepping import PREVIEW

Run = Callable[[str], dict[str, Any]]
# A board that can be held on its edge, but not after it has fallen over, at 1.5 s.
BOARD = (
    PROPS
    + PREVIEW
    + """
thing = crate(0.0, -2.0, 0.9, size=(1.6, 0.2, 1.6))
thing.rotation_euler.x = math.radians(25.0)
bpy.ops.footfall.set_part(part="PROP", object="crate")
thing.footfall_part.mass = 2.0
cue("stand")
more = settings(duration=4.0).cues.add()
more.skill, more.frame = "pick_up", 37
more.parameters.prop = thing
"""
)


def test_a_bake_keys_the_frames_until_the_error_and_reports_both(in_blender: Run) -> None:
    said = in_blender(
        BOARD
        + """
said["told"] = refusal(bpy.ops.footfall.bake)
action = rig.animation_data.action
said["range"] = list(action.frame_range)
said["board"] = list(thing.animation_data.action.frame_range)
said["running"] = bpy.context.window_manager.footfall.running
"""
    )
    assert "The prop 'crate' is too wide to hold" in said["told"]
    assert "The 37 frames until then are baked." in said["told"]
    assert said["range"] == said["board"] == [1.0, 37.0]
    assert said["running"] is False


def test_a_preview_shows_them_with_the_reason_and_can_be_accepted(in_blender: Run) -> None:
    said = in_blender(
        BOARD
        + """
begin_preview(bpy.context)
until(simulated)
step(3)
said["frames"] = active_preview().frames
said["note"] = bpy.context.window_manager.footfall.note
said["accept"] = sorted(bpy.ops.footfall.accept())
said["range"] = list(rig.animation_data.action.frame_range)
"""
    )
    assert said["frames"] == 37
    assert "The prop 'crate' is too wide to hold" in said["note"]
    assert "Accept bakes the 37 frames until then" in said["note"]
    assert said["accept"] == ["FINISHED"]
    assert said["range"] == [1.0, 37.0]


def test_a_loop_is_not_made_of_a_part(in_blender: Run) -> None:
    said = in_blender(
        PROPS
        + """
from footfall.operators.rig_run import make_rig_run
cue("walk")
scene.footfall.output.use_loop = True
rig_run = make_rig_run(bpy.context)
said["steps"] = [rig_run.output_of(SimpleNamespace(failure=f)).loop_steps for f in ("", "It fell.")]
"""
    )
    whole, part = said["steps"]
    assert whole > 0 and part == 0

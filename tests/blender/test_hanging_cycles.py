"""What hangs on a cyclic Action goes on as the Action does, before and after its keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_hanging_parts import NODDING

Run = Callable[[str], dict[str, Any]]

CYCLIC = """
def repeat(action, mode="REPEAT"):
    for curve in action.fcurves:
        cycles = curve.modifiers.new("CYCLES")
        cycles.mode_before = cycles.mode_after = mode
    action.use_cyclic = True

def tip(frame):
    whole = math.floor(frame)
    bpy.context.scene.frame_set(whole, subframe=frame - whole)
    head = rig.pose.bones["head"].matrix
    return np.array(head.inverted() @ rig.pose.bones["plait.004"].tail)

def off(frames, period):
    # The largest difference on the head between frames and those some periods later or earlier.
    return float(max(np.abs(tip(f) - tip(f + n * period)).max() for f in frames
                     for n in (-2, -1, 1, 2, 7)))
"""


def test_beyond_the_end_of_a_cycle_a_plait_goes_on(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + CYCLIC
        + """
repeat(own)
bpy.ops.footfall.add_hanging_motion()
said["off"] = off(range(2, 42, 6), 40)
said["swings"] = float(np.ptp([tip(f) for f in range(60, 80)], axis=0).max())
from footfall.rigs.blender.motion import animated_range
said["range"] = animated_range(rig)
bpy.ops.footfall.add_hanging_motion()
said["again"] = animated_range(rig), off(range(2, 42, 6), 40)
"""
    )
    assert said["off"] < 1e-4
    assert said["swings"] > 0.02
    assert said["range"] == [1.0, 41.0]
    assert said["again"][0] == [1.0, 41.0]
    assert said["again"][1] < 1e-4


def test_a_cycle_that_travels_and_ends_between_frames_keeps_its_period(in_blender: Run) -> None:
    """With an offset at each round, from frame 11 to 48.5."""
    said = in_blender(
        NODDING
        + CYCLIC
        + """
for curve in own.fcurves:
    for point in curve.keyframe_points:
        point.co[0] = 11 + (point.co[0] - 1) * 37.5 / 40
    curve.update()
for frame, y in ((11, 0.0), (48.5, -3.0)):
    rig.location.y = y
    rig.keyframe_insert("location", index=1, frame=frame)
repeat(own, "REPEAT_OFFSET")
bpy.ops.footfall.add_hanging_motion()
said["off"] = off(range(12, 48, 5), 37.5)
said["swings"] = float(np.ptp([tip(f) for f in range(60, 80)], axis=0).max())
bpy.context.scene.frame_set(500)
said["travels"] = rig.matrix_world.translation.y
"""
    )
    assert said["off"] < 2e-3
    assert said["swings"] > 0.02
    assert said["travels"] < -35.0


def test_a_cycle_that_keys_the_plait_itself_goes_on_below_the_track(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + CYCLIC
        + """
rig.pose.bones["plait.001"].keyframe_insert("rotation_quaternion", frame=1)
repeat(own)
bpy.ops.footfall.add_hanging_motion()
said["tracks"] = len(rig.animation_data.nla_tracks)
neck = rig.pose.bones["neck"]
found = []
for frame in (15, 95):
    bpy.context.scene.frame_set(frame)
    found.append(neck.rotation_euler.x)
said["neck"] = found
said["off"] = off(range(2, 42, 6), 40)
bpy.ops.footfall.add_hanging_motion()
said["again"] = off(range(2, 42, 6), 40)
"""
    )
    assert said["tracks"] == 2
    assert said["neck"][0] == pytest.approx(said["neck"][1], abs=1e-5)
    assert abs(said["neck"][0]) > 0.1
    assert said["off"] < 1e-4
    assert said["again"] < 1e-4


def test_an_action_that_stops_at_its_end_stops_the_plait(in_blender: Run) -> None:
    said = in_blender(
        NODDING
        + CYCLIC
        + """
own.use_cyclic = True  # but its curves hold their last value
bpy.ops.footfall.add_hanging_motion()
said["moves"] = float(np.ptp([tip(f) for f in range(41, 80)], axis=0).max())
"""
    )
    assert said["moves"] < 1e-6

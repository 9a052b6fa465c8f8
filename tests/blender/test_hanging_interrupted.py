"""Add Hanging Motion in a window: it goes on in pieces, with progress, and Esc leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from stepping import BUTTON
from test_hanging_parts import NODDING

Run = Callable[[str], dict[str, Any]]

# Pieces so short that there are many of them.
PRESS_HANG = (
    NODDING
    + BUTTON
    + """
import numpy as np
from footfall.operators.hanging import FOOTFALL_OT_add_hanging_motion
from footfall.rigs.blender import hanging_pose

hanging_pose.PIECE = 0.0
make_button(FOOTFALL_OT_add_hanging_motion, lambda operator, context: operator.begin(context))

def layers():
    tracks = rig.animation_data.nla_tracks
    return [(t.name, t.mute, [s.action.name for s in t.strips]) for t in tracks]

def state():
    return snapshot(), layers(), len(hanging.parts)
"""
)


def test_it_goes_on_in_pieces_and_changes_the_scene_once(in_blender: Run) -> None:
    said = in_blender(
        PRESS_HANG
        + """
bpy.context.scene.frame_set(7)
before = state()

def watch(operator, context):
    seen, result = [], event(operator, context, "TIMER")  # which ends what the last run showed
    while result == {"RUNNING_MODAL"}:
        seen.append([context.window_manager.footfall.progress, state() == before])
        result = event(operator, context, "TIMER")
    said["seen"] = seen
    return result

said["result"] = press(watch)
said["frame"] = bpy.context.scene.frame_current
said["layers"], said["parts"] = layers(), len(hanging.parts)
modal = heads(rig)
bpy.ops.footfall.remove_hanging_motion()
bpy.ops.footfall.add_hanging_motion()
said["same"] = float(np.abs(heads(rig) - modal).max())
"""
    )
    progress = [fraction for fraction, _ in said["seen"]]
    assert len(progress) > 40
    assert progress == sorted(progress)
    assert progress[-1] > 0.9
    assert all(same for _, same in said["seen"])
    assert said["result"] == ["FINISHED"]
    assert said["frame"] == 7
    assert [name for name, *_ in said["layers"]] == ["Hanging Motion"]
    assert said["parts"] == 1
    assert said["same"] == 0.0


BEFORE = {
    "first": "",
    "again": "bpy.ops.footfall.add_hanging_motion()",
    "posed over a muted layer": """
bpy.ops.footfall.add_hanging_motion()
rig.animation_data.nla_tracks[0].mute = True
rig.pose.bones["plait.002"].rotation_quaternion = (0.8, 0.6, 0.0, 0.0)
""",
}


@pytest.mark.parametrize("before", BEFORE)
def test_escape_at_any_moment_leaves_the_scene_as_it_was(in_blender: Run, before: str) -> None:
    """Also where the parts hang already, which their new motion would replace."""
    said = in_blender(
        PRESS_HANG
        + f"""
import random
{BEFORE[before]}
bpy.context.scene.frame_set(7)
before = state()
"""
        + """
moments = random.Random(1)
said["same"], said["results"] = [], []

def escape(operator, context):
    for _ in range(moments.randrange(45)):
        event(operator, context, "TIMER")
    return event(operator, context, "ESC")

for _ in range(6):
    said["results"] += press(escape)
    said["same"].append(state() == before)
said["running"] = bpy.context.window_manager.footfall.running
said["can_start_again"] = bpy.ops.footfall.add_hanging_motion.poll()
"""
    )
    assert set(said["results"]) == {"CANCELLED"}
    assert all(said["same"])
    assert said["running"] is False
    assert said["can_start_again"]


def test_a_rig_that_is_removed_meanwhile_ends_it_with_a_sentence(in_blender: Run) -> None:
    said = in_blender(
        PRESS_HANG
        + """
def remove(operator, context):
    for _ in range(5):
        event(operator, context, "TIMER")
    bpy.data.objects.remove(rig)
    return event(operator, context, "TIMER")

said["sentence"] = refusal(press, remove)
said["running"] = bpy.context.window_manager.footfall.running
said["frame"] = bpy.context.scene.frame_current
"""
    )
    assert "'Adult Human' was removed" in said["sentence"]
    assert said["running"] is False
    assert said["frame"] == 1


def test_what_simulates_it_is_compiled_in_a_process(in_blender: Run) -> None:
    """Where Blender's window would wait for it; it can be cancelled as well."""
    said = in_blender(
        NODDING
        + """
import time
from footfall.operators import hanging_run
from footfall.operators.run_state import CURRENT

notes = set()
for _ in hanging_run.compile_in_background():
    notes.add(CURRENT.note)
    time.sleep(0.02)
said["notes"] = sorted(notes)
steps = hanging_run.compile_in_background()
next(steps)
steps.close()
"""
    )
    assert said["notes"]

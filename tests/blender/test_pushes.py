"""Pushes in the panel: from which side, how strong, and those of older files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adding_cues import ADD

Run = Callable[[str], dict[str, Any]]


def test_pushes_of_version_1_stay_forces_of_the_world_with_their_default(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
add("push", 31)
add("push", 41).push.segment = "head"
s = settings()
s.version = 1
path = bpy.app.tempdir + "old.blend"
bpy.ops.wm.save_as_mainfile(filepath=path)
bpy.ops.wm.open_mainfile(filepath=path)
said["told"] = told()
add("push", 51)
said["new"] = told()[-1]
"""
    )
    one, other = (parameters for skill, _, parameters in said["told"] if skill == "push")
    assert one["force"] == other["force"] == [300, 0, 0]
    assert other["segment"] == "head"
    assert said["new"][2] == {
        "direction": "from_behind", "strength": "shove", "duration": 0.1, "segment": "torso"
    }  # fmt: skip


def test_a_push_hits_a_rig_from_the_side_chosen_in_the_panel(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot
from footfall import simulate
metarig()  # it faces -Y
push = add("push", 7).push
settings(duration=0.7).cues[0].skill = "stand"
for direction in ("from_behind", "from_left"):
    push.direction = direction
    shot = read_shot(bpy.context.scene, read_chosen_rig(bpy.context))
    com = simulate(shot).performances[0].center_of_mass
    said[direction] = (com[-1] - com[0]).tolist()
"""
    )
    ahead, aside = said["from_behind"], said["from_left"]
    assert -ahead[1] > 0.1 > abs(ahead[0])
    assert -aside[0] > 0.1 > abs(aside[1])


def test_a_strength_of_one_s_own_is_an_impulse_and_a_force_is_the_world_s(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
push = add("push", 31).push
push.direction, push.impulse = "from_left", 25.0
said["impulse"] = told()[-1][2]
push.force = (1.0, 2.0, 3.0)
said["force"] = told()[-1][2]
push.strength = "nudge"
said["word"] = told()[-1][2]
"""
    )
    rest = {"duration": 0.1, "segment": "torso"}
    assert said["impulse"] == {
        "direction": "from_left", "strength": "custom", "impulse": 25, **rest
    }  # fmt: skip
    assert said["force"] == {"direction": "world", "force": [1, 2, 3], **rest}
    assert said["word"] == {"direction": "from_behind", "strength": "nudge", **rest}

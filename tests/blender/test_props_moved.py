"""Mesh objects that move with the take: keyed, previewed, held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from props import FALLING, PROPS
from stepping import PREVIEW

Run = Callable[[str], dict[str, Any]]


@pytest.mark.parametrize("mode", ["XYZ", "QUATERNION", "AXIS_ANGLE"])
def test_a_prop_is_keyed_in_its_rotation_mode_below_its_parent_in_one_undo_step(
    in_blender: Run, mode: str
) -> None:
    said = in_blender(
        FALLING
        + f"""
bpy.ops.object.empty_add(location=(3.0, 1.0, 0.0), rotation=(0.3, 0.0, 1.0))
above = bpy.context.object
above.scale = (2.0, 2.0, 2.0)
bpy.context.view_layer.objects.active = rig
bpy.context.view_layer.update()
thing.rotation_mode = {mode!r}
stood = thing.matrix_world.copy()
thing.parent = above
thing.matrix_world = stood
bpy.context.view_layer.update()
said["start"] = middle(thing)
bpy.ops.ed.undo_push(message="before")
before = snapshot()
said["result"] = sorted(bpy.ops.footfall.bake("EXEC_DEFAULT", True))
thing = bpy.data.objects["crate"]
said["keyed"] = sorted({{c.data_path for c in thing.animation_data.action.fcurves}})
said["action"] = thing.animation_data.action.name
said["path"] = []
for frame in range(3, 16):
    scene.frame_set(frame)
    said["path"].append(middle(thing))
bpy.ops.ed.undo()
said["undone"] = snapshot() == before
"""
    )
    channel = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
    assert said["result"] == ["FINISHED"]
    assert said["keyed"] == ["location", channel.get(mode, "rotation_euler")]
    assert said["action"] == "Stand crate"
    path = np.array(said["path"])
    assert path[0] == pytest.approx(said["start"], abs=1e-5)
    times = np.arange(len(path)) / 24.0
    in_the_air = path[:, 2] > 0.12
    fallen = said["start"][2] - 0.5 * 9.81 * times**2
    assert path[in_the_air, 2] == pytest.approx(fallen[in_the_air], abs=0.02)
    assert path[-1, 2] == pytest.approx(0.1, abs=0.02)  # it lies on the ground
    assert said["undone"]


def test_a_preview_shows_props_moving_puts_them_back_and_is_accepted_as_seen(
    in_blender: Run,
) -> None:
    said = in_blender(
        FALLING
        + PREVIEW
        + """
before = snapshot()
begin_preview(bpy.context)
until(lambda: active_preview().frames > 3)
scene.frame_set(6)
said["falls"] = middle(thing)[2]
until(simulated)
step(40)  # the panel is read again: the shown state is no changed input
said["still_there"] = simulated()
scene.frame_set(10)
seen = middle(thing)
bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
bpy.ops.footfall.preview()
said["keys"] = thing.animation_data is None
bpy.ops.footfall.accept()
scene.frame_set(10)
said["apart"] = (Vector(seen) - Vector(middle(thing))).length
scene.frame_set(14)
begin_preview(bpy.context)
until(simulated)
first = active_preview().take.props["crate"].position[0]
said["again"] = list(first)
bpy.ops.footfall.cancel()
"""
    )
    assert said["falls"] < 0.99
    assert said["still_there"] and said["same"] and said["keys"]
    assert said["apart"] < 1e-4
    assert said["again"] == pytest.approx([1.0, 0.5, 1.0], abs=0.02)


HELD = """
thing = crate(0.0, -0.55, 0.15, size=(0.3, 0.3, 0.3), origin=(0.1, 0.1, 0.0))
cue("pick_up", prop=thing)
more = settings(duration=14.5).cues.add()
more.skill, more.frame, more.walk.speed = "walk", 289, 0.7
said["result"] = sorted(bpy.ops.footfall.bake())
rows = []
for frame in range(1, 349):
    scene.frame_set(frame)
    inside = thing.matrix_world.to_quaternion().to_matrix().transposed()
    hands = []
    for side in ("L", "R"):
        bone = rig.pose.bones["hand." + side]
        hand = rig.matrix_world @ ((bone.head + bone.tail) / 2)
        hands += list(inside @ (hand - thing.matrix_world.translation))
    rows.append([*thing.matrix_world.translation, *hands])
said["rows"] = rows
"""


def test_hands_stay_on_what_they_carry_within_a_centimetre(in_blender: Run) -> None:
    said = in_blender(PROPS + HELD)
    assert said["result"] == ["FINISHED"]
    rows = np.array(said["rows"])
    places, hands = rows[:, :3], rows[:, 3:].reshape(-1, 2, 3)
    carried = slice(260, None)
    assert (places[carried, 2] > 0.5).all()
    assert np.hypot(*(places[-1, :2] - places[260, :2])) > 0.3  # it is carried along
    drift = np.linalg.norm(hands[carried] - hands[260], axis=2)
    assert drift.max() < 0.01


def test_a_prop_removed_during_a_preview_is_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        FALLING
        + PREVIEW
        + """
begin_preview(bpy.context)
until(moving)
bpy.data.objects.remove(thing)
def go_on():
    from footfall.base.errors import FootfallError
    try:
        until(simulated)
        step(5)
        bpy.ops.footfall.accept()
    except FootfallError as error:
        raise RuntimeError(str(error))
said["refusal"] = refusal(go_on)
from footfall.operators.previewing import end_preview
end_preview()
said["pose"] = rig.animation_data is None
"""
    )
    assert "was removed while" in said["refusal"]
    assert said["pose"]

"""Several armatures selected: one press bakes all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

TWO = """
one, two = metarig(), metarig()
two.location, two.name = (3.0, 1.0, 0.0), "second"
one.select_set(True)
two.select_set(True)
bpy.context.scene.render.fps = 30
settings(duration=0.5)
bpy.context.view_layer.update()
"""


def test_all_selected_rigs_are_baked_in_their_own_places(in_blender: Run) -> None:
    said = in_blender(
        TWO + """
said["result"] = sorted(bpy.ops.footfall.bake())
bpy.context.scene.frame_set(16)
said["ranges"] = [list(rig.animation_data.action.frame_range) for rig in (one, two)]
said["actions"] = len({rig.animation_data.action for rig in (one, two)})
said["apart"] = list((two.matrix_world @ two.pose.bones["spine"].head)
                     - (one.matrix_world @ one.pose.bones["spine"].head))
"""
    )
    assert said["result"] == ["FINISHED"]
    assert said["ranges"] == [[1.0, 16.0], [1.0, 16.0]]
    assert said["actions"] == 2
    assert said["apart"] == pytest.approx([3.0, 1.0, 0.0], abs=1e-3)


def test_they_are_one_undo_step_and_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        TWO + """
from footfall.operators import bake
from footfall.operators.rig_run import report
sentences = []
bake.report = lambda bakes: sentences.append(report(bakes)) or report(bakes)
bpy.ops.ed.undo_push(message="before")
before = snapshot()
bpy.ops.footfall.bake("EXEC_DEFAULT", True)
said["sentences"] = sentences
bpy.ops.ed.undo()
said["undone"] = snapshot() == before
"""
    )
    ((_, sentence),) = said["sentences"]
    assert sentence == "Baked 16 frames on second, metarig"
    assert said["undone"]


def test_one_that_is_no_biped_is_named_and_none_is_baked(in_blender: Run) -> None:
    said = in_blender(
        TWO + """
bpy.ops.object.armature_add()
bpy.context.object.name = "lamp"
for rig in (one, two):
    rig.select_set(True)
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.bake)
said["same"] = snapshot() == before
"""
    )
    assert "'lamp'" in said["refusal"]
    assert said["same"]


def test_the_one_picked_in_the_panel_is_baked_alone(in_blender: Run) -> None:
    said = in_blender(
        TWO + """
settings(armature=one)
bpy.ops.footfall.bake()
said["baked"] = [rig.animation_data is not None for rig in (one, two)]
"""
    )
    assert said["baked"] == [True, False]

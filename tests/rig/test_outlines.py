"""The overlay's lines lie on the rig, in any pose, place and scale."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall import Character
from footfall.bodies.outlines import FACING, LEFT, RIGHT, outline

bpy = pytest.importorskip("bpy")


def drawn(scale: float = 1.0, turn: float = 0.0) -> tuple[Any, Any, Any]:
    """The rig, its evaluated armature and the overlay's outlines."""
    from footfall.evaluation.drawn_rigs import draw_armature
    from footfall.rigs.blender.overlay import scene_outlines
    from footfall.rigs.blender.rig import read_rig

    bpy.ops.wm.read_homefile(use_empty=True)
    armature = draw_armature(Character.humanoid())
    armature.scale, armature.rotation_euler.z = (scale,) * 3, turn
    armature.location.x = 2.0 * scale
    rig = read_rig(armature)
    evaluated = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return rig, evaluated, scene_outlines(rig, evaluated)


@pytest.mark.parametrize(("scale", "turn"), [(1.0, 0.0), (0.01, 1.0), (100.0, -2.0)])
def test_joints_lie_on_the_bones_at_any_scale_and_turn(scale: float, turn: float) -> None:
    rig, armature, outlines = drawn(scale, turn)
    heads = [
        np.array(armature.matrix_world @ armature.pose.bones[bone].head)
        for bone in rig.bone_map.roles.values()
    ]
    for head in heads:
        assert np.linalg.norm(outlines.joints - head, axis=1).min() < 0.02 * scale


def test_feet_stand_on_the_ground_and_the_arrow_faces_ahead() -> None:
    rig, _, outlines = drawn(turn=0.7)
    for side in (LEFT, RIGHT):
        assert outlines.lines[side][..., 2].min() == pytest.approx(0.0, abs=0.01)
    start, tip = outlines.lines[FACING][0]
    ahead = tip - start
    assert np.arctan2(ahead[1], ahead[0]) == pytest.approx(rig.heading, abs=1e-3)


def test_the_overlay_follows_a_pose() -> None:
    from footfall.rigs.blender.overlay import scene_outlines

    rig, armature, before = drawn()
    bone = rig.armature.pose.bones[rig.bone_map.roles["upper_arm.L"]]
    bone.rotation_mode, bone.rotation_euler.x = "XYZ", 1.0
    bpy.context.view_layer.update()
    after = scene_outlines(rig, armature)
    assert not np.allclose(after.lines[LEFT], before.lines[LEFT])
    assert np.allclose(after.lines[RIGHT], before.lines[RIGHT])


def test_segments_that_a_rig_lacks_hang_on_their_parents() -> None:
    body = Character.humanoid()
    places = {"pelvis": (np.eye(3), np.array([0.0, 0.0, body.standing_height_of_root]))}
    outlines = outline(body, places)
    origins = body.standing_origins()
    standing = np.array([origins[name] for name in body.segment_names]) + places["pelvis"][1]
    assert np.allclose(outlines.joints, standing)

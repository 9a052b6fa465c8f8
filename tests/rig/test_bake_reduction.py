"""Fewer keys: the curves stay within the bounds on every frame."""

from __future__ import annotations

import numpy as np
import pytest
from baking import bake
from drawn import build_armature, draw_skeleton

from footfall import Character
from footfall.base.rotations import (
    eulers_from_matrices,
    matrices_from_quaternions,
    matrices_from_rotation_vectors,
    quaternions_from_axis_angles,
    quaternions_from_eulers,
    rotation_angles,
    rotation_vectors_from_matrices,
)
from footfall.catalogue.output import Output
from footfall.retarget.reduction import reduce_keys

FRAMES = np.arange(200.0)
REDUCED = Output(keys="reduced")


def distance(wanted):
    return lambda values: np.linalg.norm(values - wanted, axis=1)


def test_a_smooth_curve_needs_few_keys_and_stays_within_its_bound() -> None:
    values = np.column_stack([np.sin(FRAMES / 15), np.cos(FRAMES / 25)])
    spline = reduce_keys(FRAMES, values, lambda v: distance(values)(v) / 0.001)
    assert len(spline.frames) < 0.25 * len(FRAMES)
    assert distance(values)(spline.at(FRAMES)).max() <= 0.001
    between = FRAMES[:-1] + 0.5
    exact = np.column_stack([np.sin(between / 15), np.cos(between / 25)])
    assert distance(exact)(spline.at(between)).max() <= 0.002


def test_noise_keeps_its_bound_with_more_keys() -> None:
    values = np.random.default_rng(0).normal(size=(200, 3))
    spline = reduce_keys(FRAMES, values, lambda v: distance(values)(v) / 0.01)
    assert distance(values)(spline.at(FRAMES)).max() <= 0.01


def test_what_does_not_move_has_one_key() -> None:
    values = np.full((200, 4), 0.5)
    assert len(reduce_keys(FRAMES, values, lambda v: distance(values)(v) / 0.001).frames) == 1


def test_a_seam_has_one_slope() -> None:
    values = np.sin(2 * np.pi * FRAMES / 199)[:, None]
    slope = np.array([2 * np.pi / 199])
    spline = reduce_keys(FRAMES, values, lambda v: distance(values)(v) / 0.001, slope)
    np.testing.assert_allclose(spline.slopes[[0, -1], 0], [*slope, *slope], rtol=1e-4)


@pytest.mark.parametrize("order", ["XYZ", "ZXY", "YZX"])
def test_rotations_come_back_from_every_form(order: str) -> None:
    quaternions = np.random.default_rng(1).normal(size=(50, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    matrices = matrices_from_quaternions(quaternions)
    vectors = rotation_vectors_from_matrices(matrices)
    np.testing.assert_allclose(matrices_from_rotation_vectors(vectors), matrices, atol=1e-12)
    eulers = quaternions_from_eulers(eulers_from_matrices(matrices, order), order)
    assert rotation_angles(eulers, quaternions).max() < 1e-6
    angle = np.linalg.norm(vectors, axis=1, keepdims=True)
    axis_angles = np.concatenate([angle, 3 * vectors / angle], axis=1)
    assert rotation_angles(quaternions_from_axis_angles(axis_angles), quaternions).max() < 1e-6


def poses(bpy, armature, frames) -> dict[str, np.ndarray]:
    """Each bone's own rotation and location (frames, 4, 4) as Blender evaluates them."""
    found = {bone.name: [] for bone in armature.pose.bones}
    for frame in frames:
        bpy.context.scene.frame_set(int(frame), subframe=float(frame % 1))
        for bone in armature.pose.bones:
            found[bone.name].append(np.array(bone.matrix_basis))
    return {name: np.array(matrices) for name, matrices in found.items()}


def turn_errors(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """[degrees]"""
    between = np.swapaxes(a[:, :3, :3], 1, 2) @ b[:, :3, :3]
    return np.degrees(np.linalg.norm(rotation_vectors_from_matrices(between), axis=1))


@pytest.mark.parametrize("mode", ["QUATERNION", "XYZ", "AXIS_ANGLE"])
def test_every_bone_keeps_the_bound_on_every_frame_and_between(blender, mode: str) -> None:
    armature = build_armature(blender, draw_skeleton(Character.humanoid()))
    for bone in armature.pose.bones:
        bone.rotation_mode = mode
    frames = np.arange(1.0, 31.0, 0.5)
    _, _, dense = bake(blender, armature, start_frame=1)
    wanted = poses(blender, armature, frames)
    _, _, action = bake(blender, armature, start_frame=1, output=REDUCED)
    for name, shown in poses(blender, armature, frames).items():
        errors = turn_errors(wanted[name], shown)
        assert errors[::2].max() <= 0.2, name
        assert errors.max() <= 0.4, name
        apart = np.linalg.norm(wanted[name][:, :3, 3] - shown[:, :3, 3], axis=1)
        assert apart[::2].max() <= 0.001, name
    if mode != "AXIS_ANGLE":  # the axis may turn fast while the angle is small
        assert count_keys(action) < 0.5 * count_keys(dense)


def count_keys(action) -> int:
    return sum(len(curve.keyframe_points) for curve in curves(action))


def curves(action):
    if hasattr(action, "slots"):
        return action.layers[0].strips[0].channelbag(action.slots[0]).fcurves
    return action.fcurves


def test_a_wider_bound_needs_fewer_keys(blender) -> None:
    armature = build_armature(blender, draw_skeleton(Character.humanoid()))
    _, _, fine = bake(blender, armature, output=REDUCED)
    wide = Output(keys="reduced", rotation_error=2.0, location_error=20.0)
    _, _, coarse = bake(blender, armature, output=wide)
    assert count_keys(coarse) < count_keys(fine)


def test_keys_lie_on_every_third_frame_and_on_the_last(blender) -> None:
    armature = build_armature(blender, draw_skeleton(Character.humanoid()))
    _, _, action = bake(blender, armature, start_frame=1, output=Output(key_step=3))
    for curve in curves(action):
        assert [p.co[0] for p in curve.keyframe_points] == [*range(1, 32, 3)]
        assert {p.interpolation for p in curve.keyframe_points} == {"BEZIER"}

"""Seamless cycles of a walk, and feet of Rigify rigs that stand still on IK."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import build_armature, draw_skeleton
from walked import LIFTED_AT, Walk, draw_walk

from footfall import Character
from footfall.base.errors import RigError
from footfall.base.rotations import rotation_vectors_from_matrices
from footfall.catalogue.output import Output

STRIDE = 66  # frames at 60 a second
WALK = Walk(
    curves={"shoulder_swing": (-0.4, 0.0, 0.4, 0.0), "pelvis_lean": (0.02, 0.05, 0.02, -0.01),
            "foot_pitch": (-0.1, 0.0, 0.0, 0.15), "elbow_bend": (0.3, 0.4, 0.5, 0.4)},
    speed=0.7,
    step_period=0.55,
)  # fmt: skip


def read(armature):
    from footfall.rigs.blender.rig import read_rig

    return read_rig(armature)


def write(rig, take, **options):
    from footfall.rigs.blender.keys import write_take

    return write_take(rig, take, start_frame=1, output=Output(**options))


def walk_of(rig, walk: Walk = WALK, wander: float = 0.0):
    """A walk whose footstrikes and contacts are known; `wander` [rad] makes strides differ."""
    take = draw_walk(rig.character, replace(walk, heading=rig.heading), place=rig.position)
    p = take.performances[0]
    phases = np.stack([take.times / (2 * walk.step_period) + shift for shift in (0.0, 0.5)], 1)
    ends = np.diff(np.floor(phases), axis=0) > 0
    events = [
        (float(take.times[frame + 1]), f"footstrike.{side}")
        for i, side in enumerate("LR")
        for frame in np.flatnonzero(ends[:, i])
    ]
    turned = p.segment_orientations.copy()
    if wander:
        half = wander * np.sin(2.3 * take.times) / 2
        arm = p.segment_names.index("upper_arm.L")
        w, x, y, z = turned[:, arm].T
        c, s = np.cos(half), np.sin(half)
        turned[:, arm] = np.stack([c * w - s * x, c * x + s * w, c * y - s * z, c * z + s * y], 1)
    performance = replace(
        p,
        events=sorted(events),
        foot_contacts=phases % 1.0 < LIFTED_AT,
        segment_orientations=turned,
    )
    return replace(take, performances=[performance])


def turns(bpy, armature, frames) -> dict[str, np.ndarray]:
    found = {bone.name: [] for bone in armature.pose.bones}
    for frame in frames:
        bpy.context.scene.frame_set(int(frame), subframe=float(frame % 1))
        for bone in armature.pose.bones:
            found[bone.name].append(np.array(bone.matrix_basis)[:3, :3])
    return {name: np.array(matrices) for name, matrices in found.items()}


def speeds(matrices: np.ndarray, step: float) -> np.ndarray:
    """[degrees/frame] as vectors."""
    between = matrices[1:] @ np.swapaxes(matrices[:-1], 1, 2)
    return np.degrees(rotation_vectors_from_matrices(between)) / step


@pytest.fixture
def armature(blender):
    return build_armature(blender, draw_skeleton(Character.humanoid()))


@pytest.mark.parametrize("keys", ["every", "reduced"])
def test_a_cycle_has_no_seam(blender, armature, keys: str) -> None:
    rig = read(armature)
    action = write(rig, walk_of(rig, wander=0.1), loop_steps=2, keys=keys)
    assert action.use_cyclic
    first, last = action.frame_range
    assert (first, last - first) == (1, pytest.approx(STRIDE, abs=1))
    step = 1 / 16
    seam = turns(blender, armature, last + np.array([-step, 0.0, step]))
    whole = turns(blender, armature, np.arange(first, last + 1))
    for name in rig.bone_map.roles.values():
        peak = np.linalg.norm(speeds(whole[name], 1.0), axis=1).max()
        before, after = speeds(seam[name], step)
        assert np.linalg.norm(after - before) < 0.02 * peak + 0.01, name
        ends = whole[name][[0, -1]]
        assert np.linalg.norm(speeds(ends, 1.0)) < 0.02, name


def test_a_cycle_goes_on_for_ever(blender, armature) -> None:
    rig = read(armature)
    action = write(rig, walk_of(rig), loop_steps=2)
    length = action.frame_range[1] - action.frame_range[0]
    hips = places(blender, armature, "Hips", 10 + length * np.arange(4))
    steps = np.diff(hips, axis=0)
    np.testing.assert_allclose(steps, steps[:1].repeat(3, 0), atol=1e-4)
    assert np.hypot(*steps[0, :2]) == pytest.approx(WALK.speed * length / 60, rel=0.02)


def test_a_cycle_in_place_stays(blender, armature) -> None:
    rig = read(armature)
    action = write(rig, walk_of(rig), loop_steps=2, root_motion="in_place")
    length = action.frame_range[1] - action.frame_range[0]
    hips = places(blender, armature, "Hips", 10 + length * np.arange(4))
    np.testing.assert_allclose(hips, hips[:1].repeat(4, 0), atol=1e-4)


def test_a_cycle_starts_where_the_rig_stands(blender, armature) -> None:
    rig = read(armature)
    write(rig, walk_of(rig), loop_steps=4)
    hips = places(blender, armature, "Hips", [1])[0]
    assert np.hypot(*(hips[:2] - rig.position)) < 0.05


def test_a_cycle_of_more_steps_than_the_take_has_is_refused(blender, armature) -> None:
    rig = read(armature)
    with pytest.raises(RigError, match="too few steps for a loop of 20"):
        write(rig, walk_of(rig), loop_steps=20)
    assert armature.animation_data is None


def places(bpy, armature, name: str, frames) -> np.ndarray:
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(int(frame))
        shown = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        found.append(np.array(shown.matrix_world @ shown.pose.bones[name].head))
    return np.array(found)


def sliding(take, speed: float):
    """The same walk whose whole body drifts sideways: loaded feet slide."""
    p = take.performances[0]
    way = np.outer(take.times, [0.0, speed, 0.0])
    moved = replace(
        p, root_position=p.root_position + way, joint_positions=p.joint_positions + way[:, None]
    )
    return replace(take, performances=[moved])


def toe_slide(bpy, rig, take, options) -> float:
    """Mean speed [m/s] of the toes' bone in the frames in which the foot stands flat."""
    write(rig, take, **options)
    frames = np.arange(1, len(take.times) + 1)
    way = places(bpy, rig.armature, "ORG-toe.L", frames)
    phase = (take.times / (2 * WALK.step_period)) % 1.0
    flat = (phase[:-1] > 0.25) & (phase[:-1] < 0.4)
    return float(np.linalg.norm(np.diff(way, axis=0)[flat, :2], axis=1).mean() * 60)


def test_feet_on_ik_stand_still_where_the_take_slides(blender, rigify_human) -> None:
    rig = read(rigify_human)
    flat = replace(WALK, curves={k: v for k, v in WALK.curves.items() if k != "foot_pitch"})
    take = sliding(walk_of(rig, flat), speed=0.05)
    assert toe_slide(blender, rig, take, {}) == pytest.approx(0.05, rel=0.1)
    assert toe_slide(blender, rig, take, {"feet_on_ik": True}) < 0.005


def test_feet_on_ik_leave_the_joints_where_the_take_has_them(blender, rigify_human) -> None:
    from baking import joint_errors

    rig = read(rigify_human)
    take = walk_of(rig)
    still = replace(take.performances[0], foot_contacts=np.zeros((len(take.times), 2), bool))
    take = replace(take, performances=[still])
    for root_motion in ("hips", "root"):
        write(rig, take, feet_on_ik=True, root_motion=root_motion)
        assert joint_errors(blender, rig, take).max() < 0.002
    assert rigify_human.pose.bones["thigh_parent.L"]["IK_FK"] == 0.0


def test_feet_on_ik_are_for_rigify(blender, armature) -> None:
    rig = read(armature)
    with pytest.raises(RigError, match="'drawn' is no generated Rigify rig"):
        write(rig, walk_of(rig), feet_on_ik=True)

"""Quiver and overlap of legs, on shapes and signals whose figures are known beforehand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character
from footfall.base.rotations import matrices_from_quaternions
from footfall.bodies.segments import Shape
from footfall.bodies.solids import overlap, segment_distance, still
from footfall.evaluation.joint_angles import (
    mean_stride,
    moving_joints,
    quaternion_between,
    quiver_share,
    rotation_vectors,
    stride_difference,
)
from footfall.evaluation.leg_overlap import deepest_leg_overlap
from footfall.shots.take import Performance

RATE = 120.0
CAPSULE = Shape(kind="capsule", size=(0.1, 0.1, 0.5), center=(0.0, 0.0, 0.0))
BOX = Shape(kind="box", size=(0.3, 0.1, 0.06), center=(0.0, 0.0, 0.0))


def moved(shape: Shape, x: float, y: float, z: float) -> Shape:
    return replace(shape, center=(x, y, z))


def turned(solid, wxyz):
    return replace(solid, axes=matrices_from_quaternions(np.array([wxyz])))


def test_capsules_side_by_side_overlap_by_what_their_radii_exceed_their_distance() -> None:
    assert overlap(still(CAPSULE), still(moved(CAPSULE, 0.0, 0.07, 0.1)))[0] == pytest.approx(0.03)
    assert overlap(still(CAPSULE), still(moved(CAPSULE, 0.0, 0.12, 0.0)))[0] == 0.0


def test_capsules_end_in_half_balls() -> None:
    above = moved(CAPSULE, 0.0, 0.0, 0.49)
    assert overlap(still(CAPSULE), still(above))[0] == pytest.approx(0.01)
    assert overlap(still(CAPSULE), still(moved(CAPSULE, 0.0, 0.0, 0.51)))[0] == 0.0


def test_crossed_capsules_overlap_where_they_cross() -> None:
    lying = turned(still(moved(CAPSULE, 0.08, 0.0, 0.1)), (math.sqrt(0.5), math.sqrt(0.5), 0, 0))
    assert overlap(still(CAPSULE), lying)[0] == pytest.approx(0.02)


def test_distance_of_segments_is_the_least_of_any_two_of_their_points() -> None:
    random = np.random.default_rng(0)
    a, b, c, d = random.normal(size=(4, 200, 3))
    shares = np.linspace(0.0, 1.0, 101)[:, None, None]
    on_first = a + shares * (b - a)
    on_second = c + shares * (d - c)
    gaps = np.linalg.norm(on_first[:, None] - on_second[None], axis=-1).min(axis=(0, 1))
    found = segment_distance(a, b, c, d)
    assert (found <= gaps + 1e-9).all()
    assert found == pytest.approx(gaps, abs=0.03)


def test_boxes_overlap_along_the_axis_that_parts_them_soonest() -> None:
    assert overlap(still(BOX), still(moved(BOX, 0.1, 0.08, 0.0)))[0] == pytest.approx(0.02)
    assert overlap(still(BOX), still(moved(BOX, 0.0, 0.0, 0.07)))[0] == 0.0
    upright = turned(still(moved(BOX, 0.0, 0.19, 0.0)), (math.sqrt(0.5), 0, 0, math.sqrt(0.5)))
    assert overlap(still(BOX), upright)[0] == pytest.approx(0.01)


def test_a_capsule_overlaps_a_box_by_its_reach_through_the_face() -> None:
    beside = still(moved(CAPSULE, 0.0, 0.09, 0.2))
    assert overlap(beside, still(BOX))[0] == pytest.approx(0.01)
    assert overlap(still(BOX), beside)[0] == pytest.approx(0.01)
    over_the_corner = still(moved(CAPSULE, 0.19, 0.09, 0.0))
    assert overlap(over_the_corner, still(BOX))[0] == 0.0


def standing(body: Character, shift_of_left_leg: float, frames: int = 3) -> Performance:
    """A body that stands, its left leg moved sideways by so much in the second frame."""
    origins = body.standing_origins()
    middles = np.array([np.add(origins[s.name], s.center) for s in body.segments])
    positions = np.repeat(middles[None], frames, axis=0)
    left = [
        i
        for i, name in enumerate(body.segment_names)
        if name.endswith(".L") and name.startswith(("upper_leg", "lower_leg", "foot", "toes"))
    ]
    positions[1, left, 1] += shift_of_left_leg
    turns = np.zeros((frames, len(body.segments), 4))
    turns[..., 0] = 1.0
    return Performance(
        segment_names=body.segment_names,
        joint_names=body.joint_names,
        segment_positions=positions,
        segment_orientations=turns,
        joint_positions=np.zeros((frames, len(body.joint_names), 3)),
        root_position=positions[:, 0],
        root_orientation=turns[:, 0],
        center_of_mass=positions[:, 0],
        foot_contacts=np.ones((frames, 2), dtype=bool),
    )  # fmt: skip


def test_legs_that_stand_apart_do_not_overlap_and_pushed_together_they_do() -> None:
    body = Character.humanoid()
    assert deepest_leg_overlap(body, standing(body, 0.0)) == 0.0
    thigh = body.segment("upper_leg.L")
    gap = 2 * thigh.offset[1] - thigh.shape.size[0]
    assert deepest_leg_overlap(body, standing(body, -gap - 0.03)) == pytest.approx(0.03, abs=1e-6)


def test_the_share_above_ten_hertz_is_that_of_the_fast_wave() -> None:
    time = np.arange(1200) / RATE
    slow, fast = np.sin(2 * np.pi * 1.0 * time), np.sin(2 * np.pi * 20.0 * time)
    assert quiver_share(slow[:, None], RATE) < 1e-6
    assert quiver_share(fast[:, None], RATE) == pytest.approx(1.0, abs=1e-6)
    mixed = np.stack([slow + 0.1 * fast, slow], axis=1) + 5.0
    assert quiver_share(mixed, RATE) == pytest.approx(0.01 / 2.01, rel=0.01)
    assert quiver_share(np.ones((100, 2)), RATE) == 0.0


def test_the_turn_between_orientations_is_read_in_the_frame_of_the_first() -> None:
    quarter = np.array([[math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)]])  # a quarter turn about z
    nod = np.array([[math.cos(0.1), math.sin(0.1), 0.0, 0.0]])  # 0.2 rad about x
    together = np.array([[
        math.sqrt(0.5) * math.cos(0.1), math.sqrt(0.5) * math.sin(0.1),
        math.sqrt(0.5) * math.sin(0.1), math.sqrt(0.5) * math.cos(0.1),
    ]])  # fmt: skip
    assert quaternion_between(quarter, together) == pytest.approx(nod)
    assert rotation_vectors(nod) == pytest.approx(np.array([[0.2, 0.0, 0.0]]))
    assert rotation_vectors(-nod) == pytest.approx(np.array([[0.2, 0.0, 0.0]]))


def test_strides_differ_by_the_angle_between_their_joints() -> None:
    body = Character.humanoid()
    plain = replace(
        standing(body, 0.0, frames=300),
        events=[(0.5, "footstrike.L"), (1.0, "footstrike.R"), (1.5, "footstrike.L")],
    )
    bent = replace(plain, segment_orientations=plain.segment_orientations.copy())
    parts = [body.segment_names.index(name) for name in ("lower_leg.R", "foot.R", "toes.R")]
    bent.segment_orientations[:, parts] = (math.cos(0.2), 0.0, math.sin(0.2), 0.0)
    times = np.arange(300) / RATE
    a, b = (mean_stride(body, p, times, 0.0) for p in (plain, bent))
    only_the_knee = 0.4 / math.sqrt(len(moving_joints(body)))
    assert stride_difference(a, b) == pytest.approx(only_the_knee)
    assert stride_difference(a, a) == pytest.approx(0.0, abs=1e-6)

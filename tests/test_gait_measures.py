"""Measures of gaits on motions whose figures are known beforehand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Take
from footfall.evaluation.gait_cycle import (
    CYCLE_POINTS,
    JOINTS,
    correlation,
    cut_cycles,
    difference_share,
    mean_curves,
    sagittal_angles,
)
from footfall.evaluation.gait_measures import (
    facing,
    footstrikes,
    keeps_speed,
    longest_pause,
    mean_speed,
    moving_mean,
    stays_within,
    step_period,
    time_to_stand,
)
from footfall.motion.footstrikes import footstrikes as strikes_of_motion
from footfall.motion.walking_motion import Motion
from footfall.shots.take import Performance

RATE = 100.0
STRIDE = 1.0  # [s]


def take_of(way, heading=None, events=()) -> Take:
    """A lone pelvis on a way (frames, 3), facing `heading` (frames,)."""
    frames = len(way)
    half = (np.zeros(frames) if heading is None else heading) / 2
    turns = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
    performance = Performance(
        segment_names=("pelvis",),
        joint_names=(),
        segment_positions=way[:, None],
        segment_orientations=turns[:, None],
        joint_positions=np.zeros((frames, 0, 3)),
        root_position=way,
        root_orientation=turns,
        center_of_mass=way,
        foot_contacts=np.zeros((frames, 2), dtype=bool),
        events=events,
    )
    return Take(times=np.arange(frames) / RATE, performances=[performance])


def straight_way(speed_over_time) -> np.ndarray:
    way = np.zeros((len(speed_over_time), 3))
    way[:, 0] = np.cumsum(speed_over_time) / RATE
    return way


def test_mean_speed_is_that_of_the_part_and_the_direction_asked_for() -> None:
    take = take_of(straight_way(np.repeat([1.0, 0.5], 500)))
    assert mean_speed(take, 6.0) == pytest.approx(0.5)
    assert mean_speed(take, 1.0, 4.0) == pytest.approx(1.0)
    assert mean_speed(take, 6.0, heading=math.pi) == pytest.approx(-0.5)


def test_a_speed_is_kept_within_a_tenth_or_five_centimetres_a_second() -> None:
    assert keeps_speed(1.0, 1.09)
    assert not keeps_speed(1.0, 1.11)
    assert keeps_speed(-0.25, -0.21)
    assert not keeps_speed(-0.25, -0.19)


def test_standing_begins_where_the_body_is_still_for_a_second() -> None:
    pause = np.zeros(50)
    speed = np.concatenate([np.full(300, 1.0), pause, np.full(100, 0.5), np.zeros(300)])
    assert time_to_stand(take_of(straight_way(speed)), 2.0) == pytest.approx(2.5, abs=0.03)
    assert time_to_stand(take_of(straight_way(np.full(500, 1.0))), 2.0) == math.inf


def test_the_pelvis_faces_on_past_half_a_turn() -> None:
    heading = np.linspace(0.0, 10.0, 1000)
    take = take_of(np.zeros((1000, 3)), heading)
    assert facing(take.performances[0]) == pytest.approx(heading)


def test_an_error_has_settled_after_its_last_excursion() -> None:
    times = np.arange(100) / 10
    error = np.where(times < 5.0, 1.0, 0.0)
    assert stays_within(times, error, 0.1, 2.0) == pytest.approx(3.0)
    assert stays_within(times, error, 0.1, 6.0) == 0.0
    assert stays_within(times, np.ones(100), 0.1, 2.0) == math.inf


def test_a_moving_mean_takes_out_a_swing_of_its_own_length() -> None:
    swing = np.sin(2 * np.pi * np.arange(400) / 40)
    assert np.abs(moving_mean(swing, 40)[40:-40]).max() < 1e-9
    assert len(moving_mean(swing, 41)) == len(swing)


def test_steps_are_read_from_the_footstrikes() -> None:
    events = [(0.5, "push"), *((1 + 0.5 * i, f"footstrike.{'LR'[i % 2]}") for i in range(6))]
    performance = take_of(np.zeros((500, 3)), events=events).performances[0]
    assert footstrikes(performance, ".R").tolist() == [1.5, 2.5, 3.5]
    assert step_period(performance) == pytest.approx(0.5)
    assert longest_pause(performance, 1.0, 4.5) == pytest.approx(1.0)


def leg_swing(time: np.ndarray) -> dict[str, np.ndarray]:
    """Sagittal angles of a made-up walk [rad]; the heel strikes at each whole second."""
    phase = 2 * np.pi * time / STRIDE
    return {
        "hip": 0.4 * np.cos(phase),
        "knee": 0.5 - 0.4 * np.cos(phase),
        "ankle": 0.2 * np.sin(phase),
        "shoulder": -0.3 * np.cos(phase),
    }


def about_y(angle: np.ndarray) -> np.ndarray:
    c, s, o = np.cos(angle), np.sin(angle), np.zeros_like(angle)
    rows = [[c, o, s], [o, o + 1, o], [-s, o, c]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def made_up_walk(heading: float, seconds: float = 6.0) -> Motion:
    """A body that walks in a direction at 1 m/s with its pelvis leaning 0.1 rad forwards."""
    time = np.arange(round(seconds * RATE)) / RATE
    c, s = math.cos(heading), math.sin(heading)
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    axes, soles, ankles = {}, {}, {}
    lean = np.full(len(time), 0.1)
    axes["pelvis"], axes["torso"] = turned @ about_y(lean), turned @ about_y(lean)
    for side, shift in ((".L", 0.0), (".R", STRIDE / 2)):
        angles = leg_swing(time + shift)
        thigh = lean - angles["hip"]
        shin = thigh + angles["knee"]
        axes["upper_leg" + side] = turned @ about_y(thigh)
        axes["lower_leg" + side] = turned @ about_y(shin)
        axes["foot" + side] = turned @ about_y(shin - angles["ankle"])
        axes["upper_arm" + side] = turned @ about_y(lean - angles["shoulder"])
        # On the ground for the first 60 % of the stride, swung forward in the rest.
        phase = (time + shift) / STRIDE % 1.0
        swing = np.clip((phase - 0.6) / 0.4, 0.0, 1.0)
        ahead = np.floor((time + shift) / STRIDE) * STRIDE + swing * STRIDE
        heel = np.stack([ahead, 0 * time, 0.1 * np.sin(np.pi * swing)], axis=1) @ turned.T
        soles[side] = np.stack([heel, heel + turned @ [0.25, 0.0, 0.0]], axis=1)
        ankles[side] = heel + turned @ [0.05, 0.0, 0.08]
    pelvis = np.stack([time, 0 * time, 0 * time + 0.9], axis=1) @ turned.T
    return Motion(rate=RATE, axes=axes, pelvis=pelvis, soles=soles, ankles=ankles)


@pytest.mark.parametrize("heading", [0.0, 2.0])
def test_sagittal_angles_are_the_joints_flexion_whichever_way_the_body_walks(heading) -> None:
    motion = made_up_walk(heading)
    asked = leg_swing(np.arange(len(motion.pelvis)) / RATE)
    for joint, angle in sagittal_angles(motion, ".L").items():
        assert angle == pytest.approx(asked[joint], abs=1e-9), joint


def test_a_foot_strikes_where_it_comes_down_after_its_swing() -> None:
    strikes = strikes_of_motion(made_up_walk(0.0), ".L")
    assert np.array(strikes) / RATE == pytest.approx([1.0, 2.0, 3.0, 4.0, 5.0], abs=0.03)


def test_a_cycle_runs_from_strike_to_strike_whatever_its_length() -> None:
    phase = np.interp(np.arange(300), [10, 110, 230], [0.0, 1.0, 2.0])
    cycles = cut_cycles(np.cos(2 * np.pi * phase), [10, 110, 230])
    once = np.cos(np.linspace(0.0, 2 * np.pi, CYCLE_POINTS))
    assert cycles == pytest.approx(np.stack([once, once]), abs=1e-3)


def test_a_cycle_that_lost_a_footstrike_is_left_out() -> None:
    assert len(cut_cycles(np.zeros(600), [0, 100, 200, 400, 500])) == 3


def test_mean_curves_of_both_sides_are_the_curve_that_both_follow() -> None:
    curves = mean_curves(made_up_walk(1.0))
    asked = leg_swing(np.linspace(0.0, STRIDE, CYCLE_POINTS))
    for joint in JOINTS:
        assert curves[joint] == pytest.approx(asked[joint], abs=0.08), joint


def test_a_motion_without_steps_has_no_curves() -> None:
    with pytest.raises(ValueError, match="no stride"):
        mean_curves(made_up_walk(0.0, seconds=0.5))


def test_curves_are_compared_by_distance_and_by_form() -> None:
    wave = np.sin(np.linspace(0, 2 * np.pi, CYCLE_POINTS))
    assert difference_share(wave + 0.5 * wave.std(), wave) == pytest.approx(0.5)
    assert correlation(2 * wave + 3, wave) == pytest.approx(1.0)
    assert correlation(-wave, wave) == pytest.approx(-1.0)
    assert correlation(np.ones(CYCLE_POINTS), wave) == 0.0


def test_scaled_gains_keep_the_joints_damping_ratio() -> None:
    pytest.importorskip("pybullet")  # ablations simulate
    from footfall.evaluation.ablations import scale_gains

    body = Character.humanoid()
    before, after = body.segment("upper_leg.L").joint, scale_gains(body, 2.0).segments
    hip = next(s.joint for s in after if s.name == "upper_leg.L")
    assert hip.stiffness == pytest.approx(2 * before.stiffness)
    ratio = before.damping / math.sqrt(before.stiffness)
    assert hip.damping / math.sqrt(hip.stiffness) == pytest.approx(ratio)

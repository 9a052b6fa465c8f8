"""A walk follows its cue, with alternating feet, and it is repeatable."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Push, Shot, Take, simulate
from footfall.base.errors import Cancelled, InvalidInput
from footfall.evaluation.applied_torques import Watched, simulate_watched
from footfall.evaluation.gait_measures import footstrikes
from footfall.evaluation.natural_gait import gait_figures, standing_height

HUMAN = Character.humanoid()


def walk_shot(duration: float = 6.0, character: Character = HUMAN, **parameters: float) -> Shot:
    performer = Performer(character, cues=[Cue("walk", **parameters)])
    return Shot(performers=[performer], duration=duration)


@pytest.fixture(scope="module")
def watched_walk() -> Watched:
    """Ten seconds at 0.8 m/s along x."""
    return simulate_watched(walk_shot(10.0, speed=0.8))


@pytest.fixture(scope="module")
def walk(watched_walk: Watched) -> Take:
    return watched_walk.take


def test_the_walker_does_not_fall_and_keeps_its_speed(walk: Take) -> None:
    performance = walk.performances[0]
    assert performance.fell_at is None
    late = walk.times >= 5.0
    speed = np.polyfit(walk.times[late], performance.center_of_mass[late, 0], 1)[0]
    assert speed == pytest.approx(0.8, rel=0.1)


def test_a_free_walk_is_straight_legged_strikes_with_the_heel_and_pushes_off() -> None:
    shot = Shot([Performer(HUMAN, [Cue("walk", speed=1.2)])], duration=12.0, frame_rate=120.0)
    figures = gait_figures(HUMAN, simulate(shot), start=7.0)
    assert figures.knee_at_strike < 15.0 and figures.knee_mid_stance < 12.0  # [degrees]
    assert figures.foot_pitch_at_strike < -10.0 and figures.ankle_push_off < -10.0
    assert figures.heel_off < 45.0 < 57.0 < figures.toe_off < 67.0  # [% of the stride]
    assert figures.hips[0] > 0.92  # of their standing height
    assert min(figures.alike.values()) > 0.8  # correlation with people's curves


def test_a_walk_comes_to_its_speed_within_three_steps() -> None:
    take = simulate(Shot([Performer(HUMAN, [Cue("walk", speed=1.2)])], duration=3.5))
    moved = take.performances[0].center_of_mass[:, 0]
    first = take.times[np.argmax(moved > 0.3)]
    assert first < 1.2  # [s]: the weight shifts, the body leans, the first step is taken
    assert (moved[-1] - moved[-61]) > 1.0  # [m] in the last second


def test_steps_vary_by_the_seed_and_only_when_asked() -> None:
    def periods(variation: float, seed: int) -> list[float]:
        performer = Performer(HUMAN, [Cue("walk", speed=1.2, variation=variation)])
        take = simulate(Shot([performer], duration=13.0, frame_rate=240.0, seed=seed))
        assert take.performances[0].fell_at is None
        strikes = footstrikes(take.performances[0], start=6.5)
        return [float(period) for period in np.diff(strikes)]

    even, varied = periods(0.0, 1), periods(1.0, 1)
    assert np.std(even) < 0.01 < np.std(varied) < 0.05  # [s]
    assert varied != periods(1.0, 2) and even == periods(0.0, 2)


def test_the_walker_goes_straight(walk: Take) -> None:
    assert abs(walk.performances[0].center_of_mass[-1, 1]) < 0.3


def test_feet_strike_the_ground_in_turn(walk: Take) -> None:
    strikes = [name for _, name in walk.performances[0].events if name.startswith("footstrike")]
    assert len(strikes) > 12
    assert all(a != b for a, b in itertools.pairwise(strikes))


def test_the_ground_carries_the_body(walk: Take) -> None:
    forces = walk.performances[0].contact_forces
    assert forces is not None
    carried = forces[walk.times > 4.0].sum(axis=1).mean(axis=0)
    assert carried[2] == pytest.approx(HUMAN.mass * 9.81, rel=0.05)


def test_nothing_holds_a_walker_but_gravity_and_the_ground() -> None:
    shot = replace(walk_shot(4.0, speed=1.0), frame_rate=50.0)
    performance = simulate(shot, record=("contact_forces", "momentum")).performances[0]
    assert performance.momentum is not None and performance.contact_forces is not None
    weight = HUMAN.mass * 9.81
    gained = np.diff(performance.momentum[:, :3], axis=0) * shot.frame_rate
    given = performance.contact_forces.sum(axis=1)[1:] - [0.0, 0.0, weight]
    missing = np.linalg.norm(gained - given, axis=1)[2:]
    assert missing.max() < 0.02 * weight  # a toe that was held back in its turning hid 0.17


def test_the_engine_is_given_no_torque_beyond_a_limit_about_any_axis(watched_walk: Watched) -> None:
    shares = watched_walk.shares
    assert 0.3 < max(shares.values()) <= 1.0, shares


def test_arms_swing_against_the_legs(walk: Take) -> None:
    performance = walk.performances[0]
    late = walk.times > 4.0

    def ahead(joint: str) -> np.ndarray:
        at = performance.joint_names.index(joint)
        return performance.joint_positions[late, at, 0] - performance.root_position[late, 0]

    for side in (".L", ".R"):
        assert np.corrcoef(ahead("wrist" + side), ahead("ankle" + side))[0, 1] < -0.5


def test_frame_zero_is_time_zero_and_frames_are_even(walk: Take) -> None:
    assert walk.times[0] == 0.0
    assert np.diff(walk.times) == pytest.approx(1 / 60)
    assert len(walk.times) == 601


def test_a_body_of_other_proportions_walks() -> None:
    take = simulate(walk_shot(8.0, HUMAN.vary(seed=3, amount=0.15), speed=0.7))
    performance, late = take.performances[0], take.times >= 4.0
    assert performance.fell_at is None
    assert performance.center_of_mass[-1, 0] > 3.5
    speed = np.polyfit(take.times[late], performance.center_of_mass[late, 0], 1)[0]
    assert speed == pytest.approx(0.7, rel=0.15)


def test_a_walker_turns_to_a_heading() -> None:
    take = simulate(walk_shot(10.0, speed=0.7, heading=np.pi / 2))
    step = take.performances[0].center_of_mass[-1] - take.performances[0].center_of_mass[420]
    assert take.performances[0].fell_at is None
    assert abs(np.arctan2(step[1], step[0]) - np.pi / 2) < 0.15


def test_a_walker_comes_to_rest_after_a_cue_to_stand() -> None:
    cues = [Cue("walk", speed=0.8), Cue("stand", start=4.0)]
    take = simulate(Shot(performers=[Performer(HUMAN, cues)], duration=10.0))
    performance = take.performances[0]
    assert performance.fell_at is None
    last = np.linalg.norm(np.diff(performance.center_of_mass[-60:], axis=0), axis=1) * 60
    assert last.max() < 0.05


def test_a_stander_stays_where_it_is() -> None:
    take = simulate(Shot(performers=[Performer(HUMAN)], duration=5.0))
    moved = take.performances[0].center_of_mass[-1] - take.performances[0].center_of_mass[60]
    assert np.linalg.norm(moved) < 0.03


def test_a_stander_stands_upright_and_gives_in_the_knees_when_pushed() -> None:
    push = Push(performer=0, segment="torso", time=3.0, duration=0.1, force=(0, 200, 0))
    shot = Shot([Performer(HUMAN)], pushes=[push], duration=6.0, frame_rate=100.0)
    heights = simulate(shot).performances[0].root_position[:, 2] / standing_height(HUMAN)
    assert heights[250] > 0.99 and heights[-1] > 0.985
    assert heights[310:400].min() < heights[250] - 0.003


def test_an_idle_stander_breathes_glances_and_shifts_its_weight() -> None:
    shot = Shot([Performer(HUMAN, [Cue("stand", idle=1.0)])], duration=25.0)
    performance = simulate(shot).performances[0]
    head = performance.segment_orientations[:, performance.segment_names.index("head")]
    turned = 2.0 * np.arctan2(head[:, 3], head[:, 0])
    assert performance.fell_at is None and np.ptp(turned) > 0.4  # [rad]
    assert np.ptp(performance.center_of_mass[:, 1]) > 0.02  # [m]


def test_a_walker_keeps_its_feet_after_a_push() -> None:
    push = Push(performer=0, segment="torso", time=4.0, duration=0.1, force=(0, 150, 0))
    shot = Shot(walk_shot(speed=0.6).performers, pushes=[push], duration=10.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert "push" in [name for _, name in performance.events]
    assert performance.center_of_mass[-1, 1] > 0.1  # to where it was pushed
    way = (performance.center_of_mass[600] - performance.center_of_mass[480]) / 2.0
    assert way[:2] == pytest.approx((0.6, 0.0), abs=0.1)  # [m/s], of the last two seconds


def test_a_walker_that_is_thrown_over_has_fallen() -> None:
    push = Push(performer=0, segment="torso", time=1.0, duration=0.5, force=(0, 900, 0))
    performance = simulate(Shot([Performer(HUMAN)], pushes=[push], duration=5.0)).performances[0]
    assert performance.fell_at is not None and 1.0 < performance.fell_at < 4.0


def test_a_keyed_speed_is_followed() -> None:
    keys = [(0.0, 0.4), (5.0, 0.4), (6.0, 0.9), (12.0, 0.9)]
    take = simulate(walk_shot(12.0, speed=keys))  # type: ignore[arg-type]
    x = take.performances[0].center_of_mass[:, 0]
    assert (x[300] - x[180]) / 2.0 == pytest.approx(0.4, abs=0.1)
    assert (x[720] - x[600]) / 2.0 == pytest.approx(0.9, abs=0.12)


def test_a_walker_starts_where_and_how_it_is_placed() -> None:
    performer = Performer(HUMAN, position=(2.0, -3.0), heading=1.0, pose={"elbow.L": -1.0})
    take = simulate(Shot([performer], duration=0.1))
    performance = take.performances[0]
    assert performance.root_position[0, :2] == pytest.approx([2.0, -3.0])
    assert performance.root_orientation[0] == pytest.approx([np.cos(0.5), 0, 0, np.sin(0.5)])


def test_props_are_part_of_the_take() -> None:
    ball = Prop("ball", "sphere", (0.1,), mass=1.0, position=(0, 3, 1.0))
    take = simulate(Shot([Performer(HUMAN)], props=[ball], duration=1.0))
    assert take.props["ball"].position[0, 2] == pytest.approx(1.0)
    assert take.props["ball"].position[-1, 2] == pytest.approx(0.1, abs=0.02)


def test_saying_no_to_progress_cancels() -> None:
    seen: list[float] = []

    def stop_soon(fraction: float) -> bool:
        seen.append(fraction)
        return len(seen) < 5

    with pytest.raises(Cancelled):
        simulate(walk_shot(speed=0.8), progress=stop_soon)
    assert seen == sorted(seen) and len(seen) == 5


def test_progress_ends_at_one() -> None:
    seen: list[float] = []
    simulate(walk_shot(0.5, speed=0.8), progress=seen.append)
    assert seen[-1] == pytest.approx(1.0)


def test_an_unknown_channel_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Unknown channel 'heat' to record; allowed: torques"):
        simulate(walk_shot(0.1), record=("heat",))


DIGEST = """
import hashlib, sys
from footfall import Shot, simulate
performance = simulate(Shot.load(sys.argv[1])).performances[0]
digest = hashlib.sha256()
for name in ("segment_positions", "segment_orientations", "joint_positions", "center_of_mass"):
    digest.update(getattr(performance, name).tobytes())
print(digest.hexdigest())
"""


def digest_in_process(path: Path) -> str:
    """The Take of a saved shot, simulated by a fresh Python."""
    done = subprocess.run(
        [sys.executable, "-c", DIGEST, str(path)],
        capture_output=True, text=True, check=True, timeout=900,
    )  # fmt: skip
    return done.stdout.split()[-1]


def test_the_same_shot_gives_the_bit_identical_take_in_other_processes(tmp_path: Path) -> None:
    shot = walk_shot(3.0, HUMAN.vary(seed=1, amount=0.1), speed=0.8)
    shot.save(tmp_path / "shot.json")
    here = hashlib.sha256()
    performance = simulate(shot).performances[0]
    for name in ("segment_positions", "segment_orientations", "joint_positions", "center_of_mass"):
        here.update(getattr(performance, name).tobytes())
    again = [digest_in_process(tmp_path / "shot.json") for _ in range(2)]
    assert again == [here.hexdigest()] * 2


PLAIN = """
import sys
from footfall import Shot, simulate
simulate(Shot.load(sys.argv[1]), record=("torques",)).save(sys.argv[2])
"""


def test_compiled_and_uncompiled_laws_agree(tmp_path: Path) -> None:
    cues = [Cue("walk", speed=0.8)]
    shot = Shot([Performer(HUMAN, cues)], duration=0.4, frame_rate=100)
    shot.save(tmp_path / "shot.json")
    compiled = simulate(shot, record=("torques",)).performances[0]
    subprocess.run(
        [sys.executable, "-c", PLAIN, str(tmp_path / "shot.json"), str(tmp_path / "take.npz")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        timeout=600,
    )
    plain = Take.load(tmp_path / "take.npz").performances[0]
    assert np.abs(plain.segment_positions - compiled.segment_positions).max() < 1e-9
    assert plain.joint_torques is not None and compiled.joint_torques is not None
    assert np.abs(plain.joint_torques - compiled.joint_torques).max() < 1e-8

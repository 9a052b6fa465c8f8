"""Jumps from a stand: what leaves the ground, where it lands, and what a body cannot do."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.evaluation.jump_measures import Measured, flight_of, measure_jump, platforms
from footfall.evaluation.touching import FEET, touched
from footfall.shots.take import Performance, RunFailed
from footfall.simulation.rotation import Array
from footfall.skills.jumping.aim import Aim
from footfall.skills.jumping.run_up import Crossing, RunUp, best_run_up
from footfall.skills.jumping.trials import Outcome, best_aim
from footfall.skills.jumping.way import ease_way, lean

HUMAN, FLAT = Character.humanoid(), Ground.flat()
BOX = Prop("box", "box", size=(1.2, 2.0, 0.3), mass=0.0, position=(1.05, 0.0, 0.15))
RECORD = ("contact_forces", "momentum")
RATE = 100.0  # [1/s]


def take_of(cue: Cue, ground: Ground = FLAT, props: tuple[Prop, ...] = ()) -> Take:
    performer = Performer(HUMAN, [cue], recover=False)
    shot = Shot([performer], ground=ground, props=props, duration=5.0, frame_rate=RATE)
    return simulate(shot, record=RECORD)


@cache
def jump_ahead() -> Take:
    return take_of(Cue("jump", distance=0.8))


def measured(take: Take) -> Measured:
    assert take.performances[0].fell_at is None
    assert "landed" in [name for _, name in take.performances[0].events]
    return measure_jump(HUMAN, take)


def rates_of(performance: Performance, name: str) -> Array:
    """(frames - 1,) how fast a segment turns [rad/s]."""
    segment = performance.segment_names.index(name)
    frames = matrices_from_quaternions(performance.segment_orientations[:, segment])
    turned = np.einsum("fij,fij->f", frames[1:], frames[:-1])  # the trace of the turn
    rates: Array = np.arccos(np.clip(0.5 * (turned - 1.0), -1.0, 1.0)) * RATE
    return rates


def test_a_jump_up_leaves_the_ground_by_its_height_and_comes_down_in_place() -> None:
    take = take_of(Cue("jump", height=0.3))
    found, flight = measured(take), flight_of(HUMAN, take.performances[0])
    assert found.rise == pytest.approx(0.3, abs=0.08)
    assert np.linalg.norm(found.way) < 0.12
    # What flies falls freely: as long up as the rise takes, and as long down.
    assert flight.stop - flight.start > 100.0 * math.sqrt(2.0 * 0.2 / 9.81)


def test_nothing_but_gravity_acts_on_a_body_in_the_air() -> None:
    assert measured(jump_ahead()).drift < 0.01


def test_the_trunk_is_not_thrown_around_in_the_air() -> None:
    """Arms that are stopped need a torque that the trunk bears as well."""
    body = HUMAN.vary(12, 0.15)  # whose trunk turned at 22 rad/s
    performer = Performer(body, [Cue("jump", height=0.3)], recover=False)
    take = simulate(Shot([performer], duration=3.0, frame_rate=RATE), record=RECORD)
    performance = take.performances[0]
    assert rates_of(performance, "torso")[flight_of(body, performance)].max() < 8.0  # [rad/s]


def test_feet_come_level_without_a_jolt_after_the_push_off() -> None:
    performance = jump_ahead().performances[0]
    flight = flight_of(HUMAN, performance)
    for name in ("foot.L", "foot.R"):
        assert rates_of(performance, name)[flight].max() < 4.5  # [rad/s]


def test_a_jump_ahead_lands_where_it_is_to_land() -> None:
    found = measured(jump_ahead())
    assert found.way == pytest.approx([0.8, 0.0], abs=0.15)


def test_a_jump_turns_the_body() -> None:
    found = measured(take_of(Cue("jump", turn=math.pi / 2)))
    assert found.turn == pytest.approx(math.pi / 2, abs=0.35)


def test_a_body_jumps_onto_a_box_and_stands_on_it() -> None:
    take = take_of(Cue("jump", target=(0.85, 0.0, 0.3)), props=(BOX,))
    found, hips = measured(take), take.performances[0].segment_positions[:, 0, 2]
    assert hips[-1] - hips[0] == pytest.approx(0.3, abs=0.05)
    assert found.way == pytest.approx([0.85, 0.0], abs=0.25)


def test_feet_clear_a_wall_between_take_off_and_landing() -> None:
    wall = Prop("wall", "box", size=(0.1, 2.0, 0.45), position=(0.52, 0.0, 0.225))
    take = take_of(Cue("jump", distance=1.05), props=(wall,))
    found = measured(take)
    assert found.way[0] > 0.7
    assert not touched(HUMAN, take.performances[0], [wall], FEET)


def test_a_body_jumps_down_a_step() -> None:
    take = take_of(Cue("jump", distance=0.8), ground=Ground.steps(-0.4, 0.3, 1))
    measured(take)
    hips = take.performances[0].segment_positions[:, 0, 2]
    assert hips[-1] - hips[0] == pytest.approx(-0.4, abs=0.05)


def test_a_walker_stops_jumps_and_walks_on() -> None:
    cues = [Cue("walk"), Cue("jump", start=1.5, distance=0.5), Cue("walk", start=None)]
    take = simulate(Shot([Performer(HUMAN, cues)], duration=8.0))
    performance = take.performances[0]
    _, jump, walk = performance.cues
    assert performance.fell_at is None
    assert jump.done is not None and walk.began == pytest.approx(jump.done, abs=0.05)
    feet = [performance.segment_names.index(name) for name in ("foot.L", "foot.R")]
    lowest = performance.segment_positions[:, feet, 2].min(axis=1)
    assert lowest.max() > lowest[0] + 0.1  # both feet are off the ground at once
    place = performance.root_position[:, 0]
    assert place[-1] > place[np.searchsorted(take.times, walk.began)] + 1.0


def test_a_runner_leaps_over_a_gap_and_runs_on() -> None:
    width = 1.2
    ground = platforms(11.0, 11.0 + width)
    cues = [Cue("run"), Cue("jump", start=2.5), Cue("run", start=None)]
    performer = Performer(HUMAN, cues, recover=False)
    take = simulate(Shot([performer], ground=ground, duration=7.5, frame_rate=100.0))
    performance = take.performances[0]
    landed = [time for time, name in performance.events if name == "landed"]
    assert performance.fell_at is None and len(landed) == 1
    assert performance.root_position[-1, 0] > 11.0 + width + 2.0
    speed = np.diff(performance.root_position[:, 0]) * 100.0
    assert speed[take.times[1:] > 4.5].min() > 1.5  # in stride
    strikes = [time for time, name in performance.events if name.startswith("footstrike")]
    landing = 1 + int(np.argmax(np.diff(strikes)))  # the first after the longest flight
    assert landed[0] > strikes[landing] + 0.1  # what comes next begins with the step after it


def test_a_runner_leaps_over_a_hurdle_without_touching_it() -> None:
    height, place = 0.2, 12.0
    hurdle = Prop("hurdle", size=(0.05, 1.6, height), position=(place, 0.0, 0.1))
    cues = [Cue("run"), Cue("jump", start=2.5), Cue("run", start=None)]
    performer = Performer(HUMAN, cues, recover=False)
    take = simulate(Shot([performer], props=[hurdle], duration=7.5, frame_rate=100.0))
    performance = take.performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > place + 2.0
    speed = np.diff(performance.root_position[:, 0]) * 100.0
    assert speed[take.times[1:] > 3.5].min() > 1.0  # in stride
    assert not touched(HUMAN, performance, [hurdle], performance.segment_names)


def test_a_hurdle_that_is_too_high_is_refused() -> None:
    wall = Prop("wall", size=(0.05, 1.6, 0.7), position=(12.0, 0.0, 0.35))
    cues = [Cue("run"), Cue("jump", start=2.5)]
    with pytest.raises(RunFailed, match=r"cannot leap over a hurdle of 0\.70 m"):
        simulate(Shot([Performer(HUMAN, cues)], props=[wall], duration=7.0))


def test_a_gap_that_is_too_wide_is_refused() -> None:
    cues = [Cue("run"), Cue("jump", start=2.5)]
    shot = Shot([Performer(HUMAN, cues)], ground=platforms(11.0, 14.0), duration=7.0)
    with pytest.raises(RunFailed, match=r"cannot leap over a gap of [23]\.\d\d m"):
        simulate(shot)


def test_a_body_that_would_get_up_does_not_take_its_jump_for_a_fall() -> None:
    performer = Performer(HUMAN, [Cue("jump", distance=0.8)], recover=True)
    performance = simulate(Shot([performer], duration=5.0)).performances[0]
    assert [name for _, name in performance.events if name in ("fell", "landed")] == ["landed"]
    assert performance.root_position[-1, 0] == pytest.approx(0.8, abs=0.15)


def test_a_cue_that_is_due_in_the_air_waits_for_the_landing() -> None:
    cues = [Cue("jump", height=0.3), Cue("walk", start=1.0)]
    performance = simulate(Shot([Performer(HUMAN, cues)], duration=4.0)).performances[0]
    jump, walk = performance.cues
    assert jump.done is not None and jump.done > 1.5
    assert walk.began == pytest.approx(jump.done, abs=0.05)


def test_what_is_not_refused_does_not_fall() -> None:
    """A child that comes down from its own hip's height touches the ground with its hands."""
    performer = Performer(Character.preset("child"), [Cue("jump", distance=0.8)])
    shot = Shot([performer], ground=Ground.steps(-0.6, 0.3, 1), duration=4.0)
    try:
        take = simulate(shot)
    except InvalidInput:
        return
    assert take.performances[0].fell_at is None


def test_the_same_jump_twice_is_the_same() -> None:
    cue = Cue("jump", distance=0.4)
    first, second = (
        simulate(Shot([Performer(HUMAN, [cue])], duration=3.0)).performances[0] for _ in range(2)
    )
    assert np.array_equal(first.joint_positions, second.joint_positions)


def test_a_sentence_says_how_far_a_body_can_jump() -> None:
    with pytest.raises(InvalidInput, match=r"cannot jump 4\.00 m far .* it jumps [01]\.\d\d m far"):
        take_of(Cue("jump", distance=4.0))


def test_there_must_be_ground_to_land_on() -> None:
    corners = [(-1, -1, 0), (0.5, -1, 0), (0.5, 1, 0), (-1, 1, 0)]
    island = Ground.mesh(corners, [(0, 1, 2), (0, 2, 3)])
    with pytest.raises(InvalidInput, match=r"no ground to land on at \(1\.0\d, 0\.00\)"):
        take_of(Cue("jump", distance=1.0), ground=island)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"height": 0.0}, "height"),
        ({"distance": math.nan}, "distance"),
        ({"target": (1.0, 0.0, 0.0), "distance": 1.0}, "distance"),
        ({"target": "nothing"}, "no prop 'nothing' to land on"),
    ],
)
def test_bad_parameters_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        take_of(Cue("jump", **given))


def test_trials_aim_further_by_what_fell_short() -> None:
    def attempt(aim: Aim) -> Outcome:
        return Outcome(Aim(0.8 * aim.rise, 0.5 * aim.way, 0.0, np.zeros(2)), True, np.zeros(2))

    asked = Aim(0.3, np.array([1.0, 0.0]), 0.0, np.zeros(2))
    aim, outcome = best_aim(asked, attempt)
    assert outcome.got is not None
    assert np.linalg.norm(outcome.got.way - asked.way) < 0.1
    assert aim.way[0] > 1.8


def test_feet_go_further_ahead_after_a_trial_in_which_the_body_tipped_ahead() -> None:
    def attempt(aim: Aim) -> Outcome:
        tipped = np.array([0.2, 0.0]) - aim.reach
        return Outcome(aim._replace(reach=-tipped), True, tipped)

    aim, outcome = best_aim(Aim(0.3, np.array([1.0, 0.0]), 0.0, np.zeros(2)), attempt)
    assert aim.reach == pytest.approx([0.2, 0.0])
    assert np.linalg.norm(outcome.went) < 0.01


@pytest.mark.parametrize("edge", [6.3, 6.6, 6.9])
def test_a_run_up_is_as_long_as_the_way_to_the_edge(edge: float) -> None:
    def attempt(run_up: RunUp) -> Crossing:
        before = edge - run_up.stances * (0.85 + 3.0 * run_up.stretch)
        clears = 0.9 + 1.6 * run_up.leap + 0.9 * run_up.ahead
        return Crossing(before, clears - 1.5 - before, 1.0, before > 0.0)

    run_up, crossing = best_run_up(RunUp(8, 0.45, 0.12), 3.0, attempt)
    assert 0.0 < crossing.before < 0.12
    assert crossing.runs_on and crossing.behind > 0.05
    assert run_up.leap <= 0.45  # no longer than it needs


@pytest.mark.parametrize("reach", [0.2, 0.4])
def test_leaps_go_further_ahead_only_where_none_clears_the_gap(reach: float) -> None:
    tried = []

    def attempt(run_up: RunUp) -> Crossing:
        tried.append(run_up.ahead)
        return Crossing(0.07, run_up.ahead - reach, 0.9, True)

    run_up, crossing = best_run_up(RunUp(8, 0.45, 0.12), 3.0, attempt)
    assert crossing.clears
    assert run_up.ahead == pytest.approx(max(tried))
    assert (max(tried) > 0.3) == (reach > 0.3)


def test_of_two_leaps_that_clear_the_gap_that_one_is_made_in_which_the_body_stays_up() -> None:
    def attempt(run_up: RunUp) -> Crossing:
        return Crossing(0.07, 0.1, 0.6 if run_up.leap < 0.5 else 0.9, True)

    run_up, crossing = best_run_up(RunUp(8, 0.45, 0.12), 3.0, attempt)
    assert crossing.lowest == 0.9 and run_up.leap > 0.5


@pytest.mark.parametrize(("before", "behind", "runs_on", "clears"), [
    (0.1, 0.1, True, True), (0.1, -0.03, True, True), (0.1, -0.2, True, False),
    (-0.2, 0.1, True, False), (0.1, 0.1, False, False),
])  # fmt: skip
def test_a_foot_may_stand_over_an_edge_by_a_little(
    before: float, behind: float, runs_on: bool, clears: bool
) -> None:
    assert Crossing(before, behind, 1.0, runs_on).clears == clears


def _way(start: float, goal: float) -> tuple[Array, Array]:
    return np.array([start, 0.0, 0.0]), np.array([goal, 0.0, 0.0])


def test_a_way_from_rest_to_rest_begins_and_ends_there() -> None:
    start, goal = _way(0.0, 1.0)
    first, last = ease_way(start, goal, 0.0, 2.0), ease_way(start, goal, 2.0, 2.0)
    assert np.allclose(first.place, start) and np.allclose(last.place, goal)
    assert np.allclose([first.velocity, last.velocity], 0.0)


def test_a_body_that_leans_falls_as_an_inverted_pendulum() -> None:
    found = lean(np.zeros(2), np.array([0.1, 0.0]), 0.5, 0.1, 3.5)
    early, late = found.at(0.4 * found.lasts), found.at(found.lasts)
    # x'' = w^2 (x - p), about a point p behind the start.
    for moment in (early, late):
        away = moment.place[0] + found.behind
        assert moment.acceleration[0] == pytest.approx(found.rate**2 * away)
    assert late.place[0] == pytest.approx(0.1)
    assert late.velocity[0] == pytest.approx(found.speed)

"""A body that lies on its back rolls over and gets up by its own forces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Ground, Performer, Push, Shot, Take, simulate
from footfall.base.errors import Cancelled, InvalidInput
from footfall.catalogue.rising_styles import rising_style
from footfall.evaluation.applied_torques import Watched, simulate_watched
from footfall.skills.rising.frames import rolled
from footfall.skills.rising.plan import way_of

HUMAN = human()
GRAVITY, FRAME_RATE = 9.81, 50.0
LIES_AT = 1.0  # [s]
ON_ITS_BACK = tuple(rolled(np.array([1.0, 0.0, 0.0]), 2.4).tolist())  # and a bit on its side


def on_its_back(**how: str | float) -> Performer:
    """A performer on its back that gets up, with a cue's parameters."""
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=LIES_AT, **how)]
    return Performer(HUMAN, cues, pose={"root": ((0.0, 0.0, 0.25), ON_ITS_BACK)})


@pytest.fixture(scope="module")
def watched_rise() -> Watched:
    return simulate_watched(Shot([on_its_back()], duration=24.0, frame_rate=FRAME_RATE))


@pytest.fixture(scope="module")
def take(watched_rise: Watched) -> Take:
    return watched_rise.take


def test_it_stands_at_the_end(take: Take) -> None:
    performance = take.performances[0]
    assert "on_feet" in [name for _, name in performance.events]
    assert performance.root_position[-1, 2] > 0.85 * HUMAN.standing_height_of_root
    assert performance.foot_contacts[-50:].all()


def test_a_plan_that_is_given_is_followed() -> None:
    performance = simulate(Shot([on_its_back(plan="6 1")], duration=2.0)).performances[0]
    assert performance.plans == [(LIES_AT, "6 1")]
    assert not [name for _, name in performance.events if "plan" in name]


def test_a_slow_plan_is_followed_at_a_slower_pace() -> None:
    def way_of_the_hands(plan: str) -> float:
        """[m] in the first 0.6 s of the rise."""
        performer, shot_ends = on_its_back(plan=plan), LIES_AT + 0.6
        take = simulate(Shot([performer], duration=shot_ends, frame_rate=FRAME_RATE))
        performance = take.performances[0]
        assert performance.plans == [(LIES_AT, plan)]
        hands = [performance.segment_names.index(name) for name in ("hand.L", "hand.R")]
        moved = np.diff(performance.segment_positions[take.times >= LIES_AT][:, hands], axis=0)
        return float(np.linalg.norm(moved, axis=2).sum())

    assert way_of_the_hands("slowly 0 0") < 0.7 * way_of_the_hands("0 0")


@pytest.mark.parametrize("force", [(400.0, 0.0), (-400.0, 0.0), (0.0, 400.0)])
def test_a_push_as_it_straightens_up_makes_it_step(
    take: Take, force: tuple[float, float]
) -> None:
    before = take.performances[0]
    (_, plan), *_ = before.plans
    (stood_at,) = [time for time, name in before.events if name == "on_feet"]
    push = Push(0, "torso", stood_at - 0.9, 0.1, (*force, 0.0))
    shot = Shot([on_its_back(plan=plan)], pushes=[push], duration=stood_at + 2.0)
    after = simulate(shot).performances[0]
    assert [name for _, name in after.events].count("on_feet") == 1
    assert after.root_position[-1, 2] > 0.85 * HUMAN.standing_height_of_root


def test_a_body_that_is_thrown_over_as_it_rises_gets_up_all_the_same(take: Take) -> None:
    before = take.performances[0]
    (_, plan), *_ = before.plans
    (stood_at,) = [time for time, name in before.events if name == "on_feet"]
    push = Push(0, "torso", stood_at - 2.5, 0.12, (-900.0, 0.0, 0.0))
    shot = Shot([on_its_back(plan=plan)], pushes=[push], duration=stood_at + 13.0)
    after = simulate(shot).performances[0]
    assert after.root_position[-1, 2] > 0.85 * HUMAN.standing_height_of_root
    assert after.foot_contacts[-50:].all()


def test_a_tired_body_rests_on_its_way_up(take: Take) -> None:
    (_, plan), *_ = take.performances[0].plans
    slow = {"pace": rising_style("tired").pace}

    def stands_at(**how: str | float) -> float:
        shot = Shot([on_its_back(plan=plan, **how)], duration=16.0, frame_rate=FRAME_RATE)
        return dict(map(reversed, simulate(shot).performances[0].events))["on_feet"]

    assert stands_at(style="tired") > stands_at(**slow) + 1.0


def test_the_foot_that_is_well_comes_first() -> None:
    for side, hurt in enumerate(("right", "left")):
        way = way_of(0, 1.0, rising_style(f"hurt_{hurt}_leg"))
        assert way.first == side and way.over_first > 0.0


def test_plans_to_perform_a_clip_are_no_plans_to_get_up() -> None:
    said: list[str] = []
    shot = Shot([replace(on_its_back(), plans=("perform 0:1,2",))], duration=2.0)
    with pytest.raises(Cancelled):  # as soon as it searches
        simulate(shot, progress=lambda _: not said, report=said.append)
    assert said == ["Searching how to get up, try 1"]


def test_no_hidden_force_lifts_it(take: Take) -> None:
    performance = take.performances[0]
    assert performance.momentum is not None and performance.contact_forces is not None
    gained = np.diff(performance.momentum[:, :3], axis=0) * FRAME_RATE
    given = performance.contact_forces.sum(axis=1)[1:] + [0.0, 0.0, -HUMAN.mass * GRAVITY]
    rising = take.times[1:] > LIES_AT
    missing = np.sqrt((((gained - given)[rising]) ** 2).sum(axis=1).mean())
    assert missing < 0.02 * HUMAN.mass * GRAVITY


def test_the_engine_is_given_no_torque_beyond_a_limit_about_any_axis(watched_rise: Watched) -> None:
    shares = watched_rise.shares
    assert 0.5 < max(shares.values()) <= 1.0, shares


def test_it_is_not_violent(take: Take) -> None:
    forces = take.performances[0].contact_forces
    assert forces is not None
    total = np.linalg.norm(forces[take.times > LIES_AT].sum(axis=1), axis=1)
    assert total.max() < 4.0 * HUMAN.mass * GRAVITY


def test_it_gets_up_on_a_slope() -> None:
    downhill = Ground.slope(-6.0)
    prone = tuple(rolled(np.array([1.0, 0.0, 0.0]), 0.3).tolist())
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=LIES_AT)]
    performer = Performer(HUMAN, cues, pose={"root": ((0.0, 0.0, 0.3), prone)})
    performance = simulate(Shot([performer], ground=downhill, duration=20.0)).performances[0]
    assert "on_feet" in [name for _, name in performance.events]
    x, y, z = performance.root_position[-1].tolist()
    level = downhill.height_at(x, y)
    assert level is not None and z - level > 0.85 * HUMAN.standing_height_of_root


def test_it_gets_up_out_of_a_squat() -> None:
    shot = Shot([on_its_back(way="squat")], duration=20.0, frame_rate=FRAME_RATE)
    performance = simulate(shot, record=("contact_forces",)).performances[0]
    assert "on_feet" in [name for _, name in performance.events]
    assert performance.root_position[-1, 2] > 0.85 * HUMAN.standing_height_of_root
    assert performance.contact_forces is not None
    names = performance.segment_names
    knees = [names.index("lower_leg.L"), names.index("lower_leg.R")]
    borne = performance.contact_forces[int(2 * FRAME_RATE) :, knees, 2]
    assert borne.max() < 0.1 * HUMAN.mass * GRAVITY, "it never kneels"


def test_a_plan_that_is_no_plan_is_refused() -> None:
    with pytest.raises(InvalidInput, match="A plan to get up must be whole numbers"):
        simulate(Shot([Performer(HUMAN, [Cue("get_up", plan="by magic")])], duration=0.1))

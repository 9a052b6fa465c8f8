"""Steps on footprints, and recovery from pushes in place or by steps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.evaluation.footprint_lists import (
    footprint_errors,
    random_footprints,
    standing_feet,
)
from footfall.shots.feasibility import check_feasible

BODY = Character.humanoid(height=1.75, mass=70.4)
STEP = {"foot": "L", "position": (0.3, 0.1), "heading": 0.0, "duration": 0.7}
BESIDE = {**STEP, "foot": "R", "position": (0.3, -0.1), "height": 0.1}


def footstrikes(shot: Shot) -> list[str]:
    return [name for _, name in simulate(shot).performances[0].events if "strike" in name]


def pushed(force: float, direction: float) -> Shot:
    vector = (force * math.cos(direction), force * math.sin(direction), 0.0)
    push = Push(0, "torso", time=1.0, duration=0.1, force=vector)
    return Shot([Performer(BODY, [Cue("balance")])], pushes=[push], duration=5.0)


@pytest.mark.parametrize("body", [BODY, BODY.vary(3, 0.2)], ids=["human", "varied"])
def test_feet_come_down_on_their_footprints(body: Character) -> None:
    prints = random_footprints(body, seed=4, count=3)
    cue = Cue("step", start=0.5, footsteps=prints)
    take = simulate(Shot([Performer(body, [cue])], duration=6.0))
    errors = footprint_errors(body, take, prints, start=0.5)
    assert errors is not None, "other steps than were asked"
    assert max(missed for missed, _ in errors) < 0.05
    assert max(turned for _, turned in errors) < math.radians(10.0)


def test_a_turned_body_steps_to_the_same_places_turned() -> None:
    feet = standing_feet(BODY)
    x, y = feet["L"][0] + 0.3, feet["L"][1]
    prints = [{"foot": "L", "position": (-y, x), "heading": math.pi / 2, "duration": 0.7}]
    performer = Performer(BODY, [Cue("step", start=0.5, footsteps=prints)], heading=math.pi / 2)
    take = simulate(Shot([performer], duration=3.0))
    errors = footprint_errors(BODY, take, prints, start=0.5)
    assert errors is not None
    assert errors[0][0] < 0.04


def test_the_foot_takes_as_long_as_asked() -> None:
    feet = standing_feet(BODY)
    place = (feet["R"][0] + 0.2, feet["R"][1])
    prints = [{"foot": "R", "position": place, "heading": 0.0, "duration": 1.0, "height": 0.15}]
    shot = Shot([Performer(BODY, [Cue("step", start=0.5, footsteps=prints)])], duration=3.5)
    performance = simulate(shot).performances[0]
    foot = performance.segment_names.index("foot.R")
    height = performance.segment_positions[:, foot, 2]
    in_the_air = np.count_nonzero(height > height[0] + 0.01) / 60.0
    assert height.max() - height[0] == pytest.approx(0.15, abs=0.03)
    assert 0.5 < in_the_air < 1.0


@pytest.mark.parametrize("direction", [0.0, 2.0, 4.0])
def test_a_light_push_is_balanced_and_a_hard_one_stepped_out(direction: float) -> None:
    assert footstrikes(pushed(60.0, direction)) == []
    hard = simulate(pushed(350.0, direction)).performances[0]
    assert [name for _, name in hard.events if "strike" in name]
    assert hard.fell_at is None
    assert hard.root_position[-1, 2] > 0.9 * BODY.standing_height_of_root
    assert np.ptp(hard.center_of_mass[-30:], axis=0).max() < 0.05  # it stands again


def test_higher_damping_steps_sooner() -> None:
    def steps(linear: float) -> int:
        shot = pushed(90.0, 0.0)
        cue = Cue("balance", linear_damping=linear, angular_damping=0.0)
        return len(footstrikes(Shot([Performer(BODY, [cue])], pushes=shot.pushes, duration=4.0)))

    assert steps(2.0) == 0
    assert steps(12.0) > 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"foot": "left"}, "foot"),
        ({"position": (0.3, math.nan)}, "position"),
        ({"duration": 0.0}, "duration"),
        ({"heading": "north"}, "heading"),
        ({"hight": 0.1}, "hight"),
    ],
)
def test_a_wrong_footstep_is_named_by_its_number(change: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidInput, match=rf"number 2.*{named}"):
        shot_with(Cue("step", footsteps=[STEP, {**STEP, **change}]))


def shot_with(cue: Cue) -> Shot:
    return Shot([Performer(BODY, [cue])], duration=1.0)


@pytest.mark.parametrize("cue", [Cue("step"), Cue("step", footsteps=[])], ids=["none", "empty"])
def test_a_step_cue_needs_footsteps(cue: Cue) -> None:
    with pytest.raises(InvalidInput, match="footsteps"):
        shot_with(cue)


def test_footsteps_survive_saving(tmp_path: Any) -> None:
    shot = shot_with(Cue("step", footsteps=[STEP, BESIDE]))
    shot.save(tmp_path / "shot.json")
    loaded = Shot.load(tmp_path / "shot.json")
    assert loaded.performers[0].cues == shot.performers[0].cues


@pytest.mark.parametrize(
    ("position", "said"),
    [((1.4, 0.1), r"number 2, is 1\.\d\d m from the other foot"), ((0.2, -0.09), "number 2, lies")],
)
def test_a_footprint_that_cannot_be_stepped_on_is_refused_with_its_number(
    position: tuple[float, float], said: str
) -> None:
    feet = standing_feet(BODY)
    x, y, _ = feet["R"]
    prints = [
        {"foot": "R", "position": (x + 0.2, y), "heading": 0.0, "duration": 0.7},
        {"foot": "L", "position": position, "heading": 0.0, "duration": 0.7},
    ]
    with pytest.raises(InvalidInput, match=said):
        check_feasible(Shot([Performer(BODY, [Cue("step", footsteps=prints)])], duration=1.0))

"""Steps onto platforms, and off them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Shot, simulate
from footfall.evaluation.cases import human
from footfall.rollout.biped import platforms_for
from footfall.shots.take import Performance, RunFailed
from footfall.skills.climbing.foot_path import FootPath
from footfall.skills.climbing.mass_path import plan_mass_path
from footfall.skills.ways.obstacles import obstacles_of
from footfall.skills.ways.platforms import platforms_among, with_platforms

NEAR, DEEP = 2.0, 1.6  # [m]


def stage(height: float, heading: float = 0.0) -> Prop:
    """A platform across a way from the origin."""
    away, turn = NEAR + 0.5 * DEEP, (math.cos(0.5 * heading), 0.0, 0.0, math.sin(0.5 * heading))
    place = (away * math.cos(heading), away * math.sin(heading), 0.5 * height)
    return Prop("stage", size=(DEEP, 2.0, height), position=place, orientation=turn)


def run(
    body: Character, cue: Cue, lasts: float, *, props: tuple[Prop, ...] = (),
    ground: Ground | None = None, heading: float = 0.0,
) -> Performance:  # fmt: skip
    performer = Performer(body, [cue], heading=heading, recover=False)
    shot = Shot([performer], props=props, ground=ground or Ground.flat(), duration=lasts)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    return performance


def told(performance: Performance) -> float:
    """When it stood on another level [s]."""
    return next(time for time, name in performance.events if name == "stepped_up")


@pytest.mark.parametrize(("height", "heading"), [(0.2, 2.0), (0.45, -1.0)])
def test_a_body_steps_onto_a_prop_and_stands_there(height: float, heading: float) -> None:
    body = human()
    there = run(body, Cue("step_up", speed=0.8), 11.0, props=(stage(height, heading),),
                heading=heading)  # fmt: skip
    along = there.root_position[-1, :2] @ (math.cos(heading), math.sin(heading))
    risen = there.root_position[-1, 2] - there.root_position[0, 2]
    assert NEAR < along < NEAR + DEEP and risen == pytest.approx(height, abs=0.06)
    end = round(told(there) * 60.0)
    assert np.ptp(there.root_position[end:, :2], axis=0).max() < 0.1  # it stays


def test_a_body_steps_down() -> None:
    body = human().vary(31, 0.1)
    down = run(body, Cue("step_up", speed=0.8), 11.0, ground=Ground.steps(-0.25, NEAR, 1))
    sunk = down.root_position[0, 2] - down.root_position[-1, 2]
    assert told(down) and sunk == pytest.approx(0.25, abs=0.06)


def test_a_walk_leads_over_a_platform() -> None:
    over = run(human(), Cue("walk", speed=0.8), 20.0, props=(stage(0.3),))
    assert over.root_position[:, 2].max() > over.root_position[0, 2] + 0.2
    assert over.root_position[-1, 0] > NEAR + DEEP + 0.3


@pytest.mark.parametrize("skill", ["follow", "approach"])
def test_who_walks_to_a_place_on_a_platform_climbs_it(skill: str) -> None:
    goal = (NEAR + 0.8, 0.0)
    way = {"path": [(0.0, 0.0), goal]} if skill == "follow" else {"target": goal, "distance": 0.0}
    there = run(human(), Cue(skill, speed=0.8, **way), 14.0, props=(stage(0.3),))
    assert [name for _, name in there.events if "foot" not in name] == ["arrived"]
    risen = there.root_position[-1] - there.root_position[0]
    assert risen == pytest.approx((*goal, 0.3), abs=0.1)


@pytest.mark.parametrize(
    "path", [[(0.0, 0.0), (NEAR - 0.4, 0.0)], [(0.0, 0.0), (NEAR - 0.6, 0.0), (NEAR - 0.6, 2.0)]]
)
def test_what_lies_behind_the_end_of_a_path_or_its_bend_stops_nobody(
    path: list[tuple[float, float]]
) -> None:
    wall = Prop("wall", size=(0.1, 4.0, 1.5), position=(NEAR, 0.0, 0.75))
    there, free = (run(human(), Cue("follow", path=path, speed=0.8), 12.0, props=props)
                   for props in ((wall,), ()))  # fmt: skip
    assert there.root_position[-1, :2] == pytest.approx(path[-1], abs=0.15)
    arrived = [next(t for t, name in p.events if name == "arrived") for p in (there, free)]
    assert arrived[0] == pytest.approx(arrived[1], abs=0.5)


def test_what_is_too_high_is_said() -> None:
    with pytest.raises(RunFailed, match=r"^This body cannot step up 0\.58 m\.$"):
        run(Character.preset("robot"), Cue("step_up"), 15.0, props=(stage(0.58),))


def test_thin_things_are_no_platforms() -> None:
    wall = Prop("wall", size=(0.1, 3.0, 0.2), position=(1.0, 0.0, 0.1))
    turned = Prop("turned", size=(0.3, 3.0, 0.2), position=(1.0, 0.0, 0.1),
                  orientation=(math.cos(0.4), 0.0, 0.0, math.sin(0.4)))  # fmt: skip
    found = platforms_among(obstacles_of([wall, turned, stage(0.3)]), 0.9)
    assert [platform.high for platform in found] == [0.3]


def test_platforms_are_seen_from_above_only() -> None:
    heights = with_platforms(None, obstacles_of([stage(0.3)]))
    places = np.array([[NEAR + 0.5, 0.0], [NEAR - 0.5, 0.0]])
    assert heights(places, 0.6).tolist() == [0.3, 0.0]
    assert heights(places, 0.2).tolist() == [0.0, 0.0]


def test_the_mass_comes_to_rest_where_the_pressure_ends() -> None:
    goal = np.array([0.4, 0.1])
    path = plan_mass_path([(0.0, np.zeros(2)), (0.5, np.zeros(2)), (1.0, goal), (2.5, goal)], 3.2)
    place, velocity, step = np.zeros(2), np.zeros(2), 0.001
    for i in range(2500):
        pressure = path.led_pressure(i * step, place, velocity)
        velocity += step * path.acceleration(place, pressure)
        place += step * velocity
    assert place == pytest.approx(goal, abs=0.01) and np.abs(velocity).max() < 0.02


def test_a_foot_rises_before_it_goes_ahead() -> None:
    path = FootPath(np.array([0.0, 0.0, 0.1]), np.array([0.4, 0.1, 0.5]), 0.6, 0.7, 0.4, 0.9, 0.45,
                    0.5, 0.0)  # fmt: skip
    shares = np.linspace(0.0, 1.0, 201)
    places = np.array([path.place(share) for share in shares])
    assert places[0] == pytest.approx(path.start) and places[-1] == pytest.approx(path.goal)
    assert places[:, 2].max() == pytest.approx(0.6, abs=1e-3)
    assert (places[places[:, 2] < 0.3][:100, 0] == 0.0).all()
    rates = np.gradient(places, shares * path.lasts, axis=0)
    found = np.array([path.velocity(share) for share in shares[1:-1]])
    assert found == pytest.approx(rates[1:-1], abs=0.05)


def test_a_seat_is_no_platform() -> None:
    sofa = Prop("sofa", size=(0.9, 2.0, 0.45), position=(NEAR + 0.45, 0.0, 0.225))
    cues = [Cue("walk", speed=0.8), Cue("stand_to_sit", 1.0, seat="sofa")]
    assert platforms_for(Performer(human(), cues), [sofa], 0.9) == []
    assert len(platforms_for(Performer(human(), cues[:1]), [sofa], 0.9)) == 1
    shot = Shot([Performer(human(), cues, recover=False)], props=[sofa], duration=12.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert any(name == "seated" for _, name in performance.events)

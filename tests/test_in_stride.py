"""Low obstacles that a walker passes over without a halt."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Shot, simulate
from footfall.controllers.gait.modes import STANDING, WALKING
from footfall.evaluation.cases import human
from footfall.evaluation.touching import FEET, touched
from footfall.rollout.simulate import TIME_STEP
from footfall.rollout.start_state import start_state
from footfall.simulation.world import World
from footfall.skills.biped import make_biped
from footfall.skills.follow import Follow
from footfall.skills.styles import Styles
from footfall.skills.walk import Walk
from footfall.skills.ways.in_stride import Steps
from footfall.skills.ways.obstacles import obstacles_of

SPEED, MEAN_OVER = 1.0, 0.25  # [m/s], [s]
PLACES = (2.3, 2.6)  # [m]


def box(height: float, place: float) -> Prop:
    return Prop("box", "box", size=(0.1, 2.0, height), position=(place, 0.0, height / 2))


def slowest(cue: Cue, place: float, body: Character) -> float:
    """The slowest mean speed [m/s] around a box of 20 cm that is crossed untouched."""
    obstacle = box(0.2, place)
    shot = Shot([Performer(body, [cue])], props=[obstacle], duration=place / SPEED + 3.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert not touched(body, performance, [obstacle], FEET)
    way = performance.root_position[:, 0]
    assert way[-1] > place + 1.0
    frames = round(MEAN_OVER * shot.frame_rate)
    near = (way[:-frames] > place - 1.2) & (way[frames:] < place + 1.0)
    speeds: np.ndarray = (way[frames:] - way[:-frames]) / MEAN_OVER
    return float(speeds[near].min())


@pytest.mark.parametrize("place", PLACES)
def test_a_walk_does_not_halt_before_a_low_box(place: float) -> None:
    assert slowest(Cue("walk", speed=SPEED), place, human()) > 0.4 * SPEED


def test_a_path_leads_over_a_low_box() -> None:
    cue = Cue("follow", path=[(0.0, 0.0), (9.0, 0.0)], speed=SPEED)
    assert slowest(cue, 3.0, human().vary(3, 0.1)) > 0.4 * SPEED


def test_a_walk_halts_where_a_bar_is_near_behind() -> None:
    place = PLACES[0]
    bar = Prop("bar", "box", size=(0.06, 2.0, 0.06), position=(place + 1.2, 0.0, 1.33))
    shot = Shot([Performer(human(), [Cue("walk", speed=SPEED)])], props=[box(0.2, place), bar],
                duration=5.0)  # fmt: skip
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] < place + 0.3


def test_steps_are_shared_out_over_the_way() -> None:
    steps = Steps(planned=0.0, before=1.6, behind=2.2, nearest=2.2, length=0.5)
    assert steps.wanted == pytest.approx(1.6 / 3 / 0.5)
    there = steps._replace(planned=1.6)
    assert there.wanted == pytest.approx(0.6 / 0.5)
    assert steps._replace(planned=2.2).wanted == 1.0


def test_who_stood_still_before_a_box_crosses_it_all_the_same() -> None:
    """Its steps were fitted to the box before it stopped; then it is near, and halts."""
    obstacle = box(0.2, PLACES[0])
    cues = [Cue("walk", speed=SPEED), Cue("stand", start=1.4), Cue("walk", start=4.0, speed=SPEED)]
    shot = Shot([Performer(human(), cues)], props=[obstacle], duration=14.0)
    performance = simulate(shot).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > PLACES[0] + 0.5
    assert not touched(human(), performance, [obstacle], FEET)


def test_who_stands_feels_no_box_as_ground_any_more() -> None:
    with World((0.0, 0.0, -9.81), TIME_STEP, 0.8) as world:
        body = human()
        actor = world.add_character(body, *start_state(Performer(body)))
        biped = make_biped(body, actor.body_record, 0.0, 9.81, TIME_STEP, Styles({}), {})
        biped.crossing.over = obstacles_of([box(0.2, 1.0)])[0]
        biped.memory["mode"] = WALKING
        biped.begin(Follow)
        assert biped.crossing.over is not None  # a foot may be over it
        biped.memory["mode"] = STANDING
        biped.begin(Follow)
        assert biped.crossing.over is None


def test_a_walk_that_ignores_obstacles_forgets_what_the_one_before_would_pass() -> None:
    with World((0.0, 0.0, -9.81), TIME_STEP, 0.8) as world:
        body = human()
        actor = world.add_character(body, *start_state(Performer(body)))
        biped = make_biped(body, actor.body_record, 0.0, 9.81, TIME_STEP, Styles({}), {})
        biped.obstacles = obstacles_of([box(0.2, 1.0)])
        biped.crossing.over, biped.crossing.stretch = biped.obstacles[0], 1.2
        Walk(biped).steer(actor.motion_record, {"speed": SPEED, "avoid": "ignore"})
        assert biped.crossing.over is None
        assert biped.crossing.stretch == 1.0

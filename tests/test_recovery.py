"""A performer with recover=True: it falls, lies, gets up by itself and goes on with its cue."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Push, Shot, Take, simulate
from footfall.base.errors import Cancelled, InvalidInput
from footfall.rollout.timeline import Timeline
from footfall.shots.found_plans import load_plans, merge_plans, plans_found, save_plans, with_plans

HUMAN = Character.humanoid()
PUSHED_AT = 1.0  # [s]
TOO_STRONG = Push(0, "torso", time=PUSHED_AT, duration=0.2, force=(900.0, 0.0, 0.0))
LYING_BY = 20.0  # [s]: long after it has come to rest


def pushed(duration: float, recover: bool = True) -> Shot:
    """A walker that is pushed over from behind."""
    walker = Performer(HUMAN, [Cue("walk", speed=1.0)], recover=recover)
    return Shot([walker], pushes=[TOO_STRONG], duration=duration)


def when(take: Take, event: str) -> float:
    return next(time for time, name in take.performances[0].events if name == event)


@pytest.fixture(scope="module")
def searched() -> tuple[Take, list[str]]:
    """The take, and the messages during the search for a way to get up."""
    said: list[str] = []
    shot = pushed(duration=24.0)
    return simulate(shot, record=("contact_forces",), report=said.append), said


def test_it_falls_lies_gets_up_and_walks_on(searched: tuple[Take, list[str]]) -> None:
    take, _ = searched
    performance = take.performances[0]
    assert PUSHED_AT < when(take, "fell") < when(take, "at_rest") < when(take, "on_feet")
    assert performance.fell_at is None
    steps = [time for time, name in performance.events if name.startswith("footstrike")]
    assert steps[-1] > when(take, "on_feet")
    assert performance.root_position[-1, 2] > 0.8 * HUMAN.standing_height_of_root


def test_the_search_reports_its_progress(searched: tuple[Take, list[str]]) -> None:
    _, said = searched
    assert said[0] == "Searching how to get up, try 1"
    assert said[-1] == ""


def test_what_was_found_need_not_be_searched_for_again(
    searched: tuple[Take, list[str]], tmp_path: Path
) -> None:
    take, _ = searched
    with_plans(pushed(duration=when(take, "at_rest") + 1.0), take).save(tmp_path / "shot.json")
    shot = Shot.load(tmp_path / "shot.json")
    assert shot.performers[0].recover
    assert shot.performers[0].plans == plans_found(take.performances[0])
    again = simulate(shot)
    assert again.performances[0].plans == take.performances[0].plans
    count = len(again.times)
    for name in ("joint_positions", "segment_orientations"):
        made, seen = (getattr(t.performances[0], name)[:count] for t in (again, take))
        assert np.array_equal(made, seen), name


@pytest.mark.parametrize("height", [0.12, 0.3])
def test_one_that_trips_falls(height: float) -> None:
    log = Prop("log", size=(0.1, 3.0, height), mass=0.0, position=(1.6, 0.0, height / 2))
    walker = Performer(HUMAN, [Cue("walk", speed=1.3, avoid="ignore")], recover=True)
    performance = simulate(Shot([walker], props=[log], duration=2.8)).performances[0]
    assert "fell" in [name for _, name in performance.events]
    assert performance.fell_at is None  # it means to get up
    assert 1.0 < performance.center_of_mass[-1, 0] < 3.5  # over the log or before it
    assert performance.center_of_mass[-1, 2] < 0.4


def test_in_company_it_gets_up_as_well_and_the_other_is_left_alone(
    searched: tuple[Take, list[str]],
) -> None:
    alone = with_plans(pushed(duration=60.0), searched[0])  # a plan that fails: a new search
    onlooker = Performer(HUMAN, position=(0.0, 8.0), recover=True)
    shot = replace(alone, performers=[*alone.performers, onlooker], performers_collide=True)
    fallen, stander = simulate(shot).performances
    assert "on_feet" in [name for _, name in fallen.events]
    assert np.ptp(stander.center_of_mass, axis=0).max() < 0.05


def test_without_recover_it_only_falls() -> None:
    performance = simulate(pushed(duration=2.5, recover=False)).performances[0]
    assert performance.fell_at is not None
    assert not {"at_rest", "on_feet"} & {name for _, name in performance.events}


def test_in_most_falls_arms_land_before_the_head() -> None:
    landed = [_arms_land_first(at) for at in (1.0, 1.2, 1.4, 1.6, 1.8, 2.0)]
    assert sum(landed) > len(landed) / 2


def _arms_land_first(pushed_at: float) -> bool:
    push = replace(TOO_STRONG, time=pushed_at)
    shot = replace(pushed(duration=pushed_at + 1.5), pushes=[push])
    performance = simulate(shot, record=("contact_forces",)).performances[0]
    assert performance.contact_forces is not None
    bears = performance.contact_forces[:, :, 2] > 20.0
    names = performance.segment_names
    arms = [names.index(part + side) for part in ("hand", "lower_arm") for side in (".L", ".R")]
    head = bears[:, names.index("head")]
    return not head.any() or bool(bears[:, arms].any(axis=1).argmax() < head.argmax())


def test_a_search_can_be_called_off_at_any_moment() -> None:
    said: list[str] = []
    with pytest.raises(Cancelled):
        simulate(pushed(duration=LYING_BY), progress=lambda _: not said, report=said.append)
    assert len(said) == 1


def test_the_cues_go_on_unseen_and_the_one_in_time_is_resumed() -> None:
    timeline = Timeline([Cue("walk"), Cue("stand", start=2.0)])
    timeline.advance(0.0)
    timeline.insert(Cue("fall"))
    assert timeline.advance(1.0) == (True, True)
    assert timeline.advance(2.0) == (False, False)
    assert timeline.skill == "fall"
    timeline.resume()
    assert timeline.advance(3.0)[0]
    assert timeline.skill == "stand"


def test_a_cue_waits_until_the_one_before_can_be_left() -> None:
    timeline = Timeline([Cue("walk"), Cue("fall", start=2.0), Cue("stand", start=3.0)])

    def is_busy(following: str) -> bool:
        return (timeline.skill, following) == ("walk", "fall") and time < 4.0

    begun = []
    for time in (0.0, 2.0, 3.0, 4.0, 4.001):
        if timeline.advance(time, is_busy)[0]:
            begun.append((time, timeline.skill))
    assert begun == [(0.0, "walk"), (4.0, "fall"), (4.001, "stand")]


def test_one_that_was_about_to_sit_stands_where_it_got_up() -> None:
    timeline = Timeline([Cue("stand_to_sit", seat="chair")])
    timeline.advance(0.0)
    timeline.insert(Cue("fall"))
    timeline.resume()
    timeline.advance(1.0)
    assert timeline.skill == "stand"


@pytest.mark.parametrize("skill", ["fall", "get_up"])
def test_a_cue_for_a_lying_body_takes_over(skill: str) -> None:
    timeline = Timeline([Cue("walk"), Cue(skill, start=2.0)])
    timeline.advance(0.0)
    timeline.insert(Cue("fall"))
    assert timeline.advance(2.0)[0]
    assert (timeline.skill, timeline.is_interrupted) == (skill, False)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"recover": "yes"}, "A performer's recover must be True or False, got 'yes'."),
        ({"plans": "0 1"}, "A performer's plans to get up must be a list of texts, got '0 1'."),
        ({"recover": True, "cues": [Cue("handstand")]}, "that starts on its hands cannot recover"),
    ],
)
def test_a_recovery_that_cannot_be_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        Shot([replace(Performer(HUMAN), **change)])
    assert sentence in str(raised.value)


def test_plans_are_kept_in_a_file_the_last_found_first(tmp_path: Path) -> None:
    path = tmp_path / "plans.json"
    assert load_plans(path) == ()
    save_plans(path, merge_plans(["2", "1"], ["1", "0"]))
    assert load_plans(path) == ("2", "1", "0")
    path.write_text("[]")
    with pytest.raises(InvalidInput, match="holds no plans to get up"):
        load_plans(path)

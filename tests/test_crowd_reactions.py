"""What members do who notice a blast."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from human_body import human

from footfall import Character, Cue, Performer, simulate
from footfall.base.errors import InvalidInput
from footfall.crowd.blasts import Blast
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.members import make_shot
from footfall.crowd.reactions import place_at
from footfall.crowd.surfaces import Rectangle, Strip
from footfall.rollout.timeline import Timeline

EAST = Strip(np.array([[15.0, -2.0], [15.0, 2.0]]), 1.0)
WEST = Strip(np.array([[-15.0, -2.0], [-15.0, 2.0]]), 1.0)
PLACES = {0: (3.0, 0.0), 1: (-2.0, 1.0), 2: (0.0, 9.0)}


def standing(reaction: str, **more: Any) -> Crowd:
    blast = Blast(place=(0.0, 0.0), time=0.5, radius=2.5, reaction=reaction, noticed=6.0)
    plain: dict[str, Any] = {
        "count": 3, "behaviour": "stand", "surface": Rectangle((20.0, 20.0)), "places": PLACES,
        "variation": 0.0, "duration": 5.0, "blasts": [blast],
    }  # fmt: skip
    return Crowd(**{**plain, **more})


def test_those_who_notice_a_blast_walk_away_from_it_far_enough() -> None:
    near, other, far = make_shot([human()], standing("flee")).performers
    assert [cue.skill for cue in far.cues] == ["stand"]
    for performer in (near, other):
        _, flee = performer.cues
        assert 0.9 <= flee.start <= 1.5 and not performer.leaves
        goal = np.array(flee.parameters["path"][-1])
        assert np.linalg.norm(goal) > 6.0
        assert goal @ performer.position / np.linalg.norm(goal) == pytest.approx(
            np.linalg.norm(performer.position)
        )


def test_who_is_thrown_by_a_blast_before_it_flees_need_not_walk_back() -> None:
    for more in ({}, {"sinks": [EAST, WEST]}):
        near, other, _ = make_shot([human()], standing("flee", **more)).performers
        for performer in (near, other):
            points = np.array(performer.cues[-1].parameters["path"])
            started = np.linalg.norm(performer.position)
            assert np.linalg.norm(points, axis=1).min() > started + 3.0


def test_they_flee_by_the_nearest_sink_that_does_not_lie_past_the_blast() -> None:
    east, west, _ = make_shot([human()], standing("flee", sinks=[EAST, WEST])).performers
    assert east.cues[-1].parameters["path"][-1][0] > 14.0 and east.leaves
    assert west.cues[-1].parameters["path"][-1][0] < -14.0 and west.leaves
    near = Strip(np.array([[-4.5, -1.0], [-4.5, 1.0]]), 0.5)  # nearer, but past the blast
    away = make_shot([human()], standing("flee", sinks=[EAST, near])).performers[0]
    assert away.cues[-1].parameters["path"][-1][0] > 14.0
    only = make_shot([human()], standing("flee", sinks=[WEST])).performers[0]
    assert only.cues[-1].parameters["path"][-1][0] < -14.0


def test_no_reaction_and_bodies_that_cannot_leave_the_cues_as_they_are() -> None:
    for shot in (
        make_shot([human()], standing("none")),
        make_shot([Character.quadruped()], standing("flee")),
    ):
        assert all(len(performer.cues) == 1 for performer in shot.performers)
    with pytest.raises(InvalidInput, match="Unknown reaction to a blast 'dive'; allowed: none"):
        standing("dive")


def test_where_a_walker_is_follows_from_its_cues() -> None:
    cues = [
        Cue("goals", path=[(0, 0), (4, 0), (4, 6)], speed=2.0),
        Cue("stand_to_sit", None, place=(4, 6), stay=5.0),
        Cue("goals", None, path=[(4, 6), (0, 6)], speed=1.0, at_end="walk_on"),
    ]
    walker = Performer(human(), cues, enters=1.0, leaves=True)
    assert place_at(walker, 0.5) is None
    places = {2.0: (2.0, 0.0), 4.0: (4.0, 2.0), 8.0: (4.0, 6.0), 12.0: (3.0, 6.0)}
    for time, place in places.items():
        assert place_at(walker, time) == pytest.approx(place)
    assert place_at(walker, 16.0) is None


def test_a_cue_with_a_time_takes_over_from_those_that_still_wait() -> None:
    cues = [
        Cue("goals", path=[(0, 0), (9, 0)]), Cue("stand", None), Cue("approach", 3.0, target=(0, 0))
    ]  # fmt: skip
    timeline = Timeline(cues)
    timeline.advance(0.0)
    assert timeline.quiet_until(0.1) == 3.0
    timeline.advance(2.9)
    assert timeline.skill == "goals"
    timeline.advance(3.0)
    assert timeline.skill == "approach"
    early = Timeline(cues)
    early.advance(0.0)
    early.note_events(1.0, ["arrived"])
    early.advance(1.0)
    assert early.skill == "stand"
    early.advance(3.0)
    assert early.skill == "approach"


def test_members_turn_to_a_blast_and_stay_turned() -> None:
    crowd = standing("look", places={0: (3.0, 0.0), 1: (0.0, -3.5), 2: (0.0, 9.0)})
    take = simulate(make_shot([human()], crowd))
    for performance, place in zip(take.performances[:2], ((3.0, 0.0), (0.0, -3.5)), strict=True):
        w, _, _, z = performance.root_orientation[-1]
        facing = np.array([math.cos(2 * math.atan2(z, w)), math.sin(2 * math.atan2(z, w))])
        assert facing @ -np.array(place) / np.linalg.norm(place) > 0.95
        assert performance.fell_at is None


def test_those_who_cheer_turn_to_it_and_then_raise_their_hands() -> None:
    near, other, far = make_shot([human()], standing("cheer")).performers
    assert [cue.skill for cue in far.cues] == ["stand"]
    for performer in (near, other):
        _, turn, cheer = performer.cues
        assert turn.parameters["target"] == (0.0, 0.0) and cheer.start is None
    take = simulate(make_shot([human()], standing("cheer", count=2, duration=10.0)))
    assert all(performance.fell_at is None for performance in take.performances)
    for performance in take.performances:
        heights = performance.segment_positions[-60:, :, 2]
        hand, head = (heights[:, performance.segment_names.index(n)] for n in ("hand.L", "head"))
        assert (hand > head).mean() > 0.5


def test_each_notices_what_moves_when_it_comes_near() -> None:
    float_by = Blast(
        trajectory=((0.0, -10.0, -3.0), (10.0, 10.0, -3.0)), impulse=100.0, radius=3.5,
        reaction="look", noticed=4.0,
    )  # fmt: skip
    places = {0: (-6.0, 0.0), 1: (6.0, 0.0), 2: (0.0, 9.0)}
    shot = make_shot(
        [human()], standing("none", blasts=[float_by], places=places, duration=12.0)
    )
    west, east, far = shot.performers
    assert [cue.skill for cue in far.cues] == ["stand"]
    # It passes at 2 m/s, 3 m beside each: within 4 m from sqrt(7) m before it.
    for performer, passes in ((west, 2.0), (east, 8.0)):
        _, look = performer.cues
        met = passes - math.sqrt(7.0) / 2.0
        assert met + 0.4 <= look.start <= met + 1.1
        assert look.parameters["target"][1] == -3.0
        assert look.parameters["target"][0] == pytest.approx(2.0 * met - 10.0, abs=0.25)
    assert [push.performer for push in shot.pushes] == [0, 1]
    assert shot.pushes[1].time == pytest.approx(8.0 - math.sqrt(3.5**2 - 9.0) / 2.0, abs=0.11)


def test_what_moves_is_kept_in_a_file_and_its_trajectory_is_checked() -> None:
    crowd = standing("flee", blasts=[Blast(trajectory=((0.0, 1.0, 2.0), (1.0, 3.0, 4.0)))])
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    assert again.blasts == crowd.blasts
    for trajectory in (((1.0, 0.0, 0.0), (0.5, 1.0, 0.0)), ((0.0, 0.0),), ((0.0, math.nan, 0.0),)):
        with pytest.raises(InvalidInput, match="trajectory"):
            Blast(trajectory=trajectory)


def test_who_was_thrown_by_a_blast_gets_up_and_walks_away_from_it() -> None:
    blast = Blast(
        place=(0.0, 0.0), time=0.5, impulse=700.0, radius=4.0, reaction="flee", noticed=6.0
    )
    crowd = standing("flee", count=1, places={0: (-1.5, 0.0)}, blasts=[blast], duration=16.0)
    performance = simulate(make_shot([human()], crowd)).performances[0]
    up = next(time for time, name in performance.events if name == "on_feet")
    away = np.linalg.norm(performance.root_position[:, :2], axis=1)
    at = round(up * (len(away) - 1) / 16.0)
    assert away[at] > 2.5 and away[-1] > away[at] + 0.5

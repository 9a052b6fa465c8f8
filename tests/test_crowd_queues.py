"""Members that line up, step forward, are served and go on."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.manner import Manner
from footfall.crowd.members import make_shot
from footfall.crowd.queues import Queue
from footfall.crowd.surfaces import Rectangle
from footfall.skills.ways.line import place_in_line

BENT = ((0.0, 0.0), (-2.0, 0.0), (-2.0, -3.0))


def queueing(**more: Any) -> Crowd:
    plain: dict[str, Any] = {
        "count": 6, "behaviour": "queue", "surface": Rectangle((12.0, 12.0)),
        "queues": [Queue(way=BENT), Queue(way=((5.0, 0.0), (5.0, -4.5)))],
        "manner": Manner(stay=(1.0, 2.0)),
    }  # fmt: skip
    return Crowd(**{**plain, **more})


def test_a_queue_follows_its_way_from_the_head_on_and_goes_straight_on_beyond() -> None:
    for along, place, heading in (
        (0.0, (0.0, 0.0), 0.0), (1.5, (-1.5, 0.0), 0.0), (3.0, (-2.0, -1.0), np.pi / 2),
        (6.0, (-2.0, -4.0), np.pi / 2),
    ):  # fmt: skip
        found, facing = place_in_line(BENT, along)
        assert found == pytest.approx(place) and facing == pytest.approx(heading)
    assert Queue(way=BENT).most == 6
    assert Queue(way=BENT, spacing=1.0).most == 6


def test_members_line_up_are_served_and_go_on_to_a_sink_to_goals_or_stand_about() -> None:
    far = Rectangle((30.0, 30.0))
    goals = Manner(goals=((0.0, 8.0), (9.0, 9.0)))
    for more, leaves in (({"sinks": [far]}, True), ({"manner": goals}, False), ({}, False)):
        shot = make_shot([human()], queueing(**more))
        lines = {p.cues[0].parameters["path"] for p in shot.performers}
        assert lines == {BENT, ((5.0, 0.0), (5.0, -4.5))}
        for performer in shot.performers:
            wait, after = performer.cues
            assert (wait.skill, after.skill, after.start) == ("queue", "goals", None)
            assert after.parameters["path"][0] == wait.parameters["path"][0] or leaves
            assert performer.leaves == leaves


def test_a_crowd_with_queues_is_kept_in_a_file_and_needs_some() -> None:
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(queueing()))))
    assert make_shot([human()], again) == make_shot([human()], queueing())
    with pytest.raises(InvalidInput, match="lines up needs queues: mark objects as those"):
        make_shot([human()], queueing(queues=()))
    with pytest.raises(InvalidInput, match="needs two points or more"):
        Queue(way=((1.0, 1.0), (1.0, 1.0)))


def test_one_behind_the_other_they_step_forward_as_the_first_is_served() -> None:
    way = ((0.0, 0.0), (-2.0, 0.0))
    three = [
        Performer(
            human(),
            [
                Cue("queue", path=way, most=2, serve=serve),
                Cue("goals", start=None, path=[(0.0, 0.0), (0.3, 3.0)], at_end="walk_on"),
            ],
            position=(x, 0.1), leaves=True,
        )
        for x, serve in ((-0.9, 5.0), (-2.6, 30.0), (-4.4, 1.0))
    ]  # fmt: skip
    take = simulate(Shot(three, duration=20.0, frame_rate=30.0, performers_collide=True))
    first, second, third = take.performances
    assert all(p.fell_at is None for p in take.performances)
    assert first.present is not None and first.present[1] < 19.0 * 30
    assert "served" in {name for _, name in first.events}
    served = next(time for time, name in first.events if name == "served")
    waits = second.root_position[round(served * 30), :2]
    assert waits == pytest.approx((-0.9, 0.0), abs=0.35)
    assert second.root_position[-1, :2] == pytest.approx((0.0, 0.0), abs=0.3)
    assert third.root_position[round(served * 30), 0] < -1.6  # there is room for two
    assert third.root_position[-1, :2] == pytest.approx((-0.9, 0.0), abs=0.35)

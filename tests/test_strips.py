"""Cues as strips over the timeline: which one is under the pointer, and what a drag does."""

from __future__ import annotations

import pytest

pytest.importorskip("bpy")

from footfall.operators.drawing.strips import (
    BODY,
    END,
    CueTime,
    Drag,
    Grip,
    Layout,
    dragged,
    grip_at,
    strips_of,
)

START, LAST = 1, 120
# Walk, be pushed at 30, stand from 50, fall from 80; get up when the fall is done.
CUES = [
    CueTime(1),
    CueTime(30, is_event=True),
    CueTime(50),
    CueTime(80, usual=20.0),
    CueTime(80, follows=True),
]
LAYOUT = Layout(origin=100.0, per_frame=4.0, bottom=20.0, height=18.0, reach=7.0)
MIDDLE = 29.0  # of the band, from below


def spans(cues: list[CueTime], last: int = LAST) -> dict[int, tuple[float, float]]:
    return {strip.index: (strip.first, strip.last) for strip in strips_of(cues, last)}


def below(frame: float, y: float = MIDDLE) -> Grip | None:
    return grip_at(strips_of(CUES, LAST), LAYOUT, LAYOUT.x(frame), y)


def drag(index: int, part: str, by: int, cues: list[CueTime] = CUES) -> Drag:
    return dragged(cues, Grip(index, part), by, START, LAST)


def test_a_strip_reaches_to_where_the_next_one_begins_and_the_last_one_to_the_end() -> None:
    assert spans(CUES) == {0: (1, 50), 1: (30, 30), 2: (50, 80), 3: (80, 100), 4: (100, 120)}


def test_cues_may_stand_in_any_order_in_the_list() -> None:
    assert spans([CueTime(60), CueTime(1)]) == {1: (1, 60), 0: (60, 120)}


def test_a_cue_that_follows_begins_where_the_take_says() -> None:
    known = [*CUES[:4], CUES[4]._replace(begun=93.5)]
    assert spans(known)[4] == (93.5, 120)


def test_a_cue_that_follows_begins_before_the_next_frame_that_is_given() -> None:
    assert spans([*CUES, CueTime(90)])[4] == (90, 90)


def test_the_body_of_a_strip_is_held_inside_of_it_and_nothing_beside_the_band() -> None:
    assert below(20) == Grip(0, BODY)
    assert below(60) == Grip(2, BODY)
    assert below(20, y=10.0) is None
    assert below(20, y=60.0) is None
    assert below(-3) is None
    assert below(130) is None


def test_the_end_of_a_strip_is_held_on_both_sides_of_it() -> None:
    assert below(49) == below(51) == Grip(0, END)
    assert below(119) == Grip(4, END)


def test_an_end_that_physics_decides_is_not_held() -> None:
    assert below(99.5) == Grip(3, BODY)


def test_the_end_of_a_shot_that_is_as_long_as_its_cues_is_not_held() -> None:
    strips = strips_of(CUES, LAST, is_open=True)
    assert grip_at(strips, LAYOUT, LAYOUT.x(119), MIDDLE) == Grip(4, BODY)


def test_an_event_is_held_at_its_diamond() -> None:
    assert below(31, y=LAYOUT.event_y()) == Grip(1, BODY)
    assert below(40, y=LAYOUT.event_y()) is None


def test_a_strip_of_one_frame_can_be_moved_though_its_ends_are_near() -> None:
    strips = strips_of([CueTime(1), CueTime(50), CueTime(51)], LAST)
    assert grip_at(strips, LAYOUT, LAYOUT.x(50.5), MIDDLE) == Grip(1, BODY)


def test_a_dragged_strip_begins_by_so_many_frames_later() -> None:
    assert drag(2, BODY, 7) == Drag({2: 57})
    assert drag(1, BODY, -7) == Drag({1: 23})


def test_a_dragged_follower_takes_the_cue_along_that_it_follows() -> None:
    assert drag(4, BODY, 5) == Drag({3: 85})


def test_no_two_skills_begin_on_one_frame_but_an_event_may_begin_with_one() -> None:
    assert drag(2, BODY, 30) == Drag({2: 81})
    assert drag(1, BODY, 20) == Drag({1: 50})


def test_no_strip_is_dragged_before_the_start_of_the_shot() -> None:
    assert drag(1, BODY, -60) == Drag({1: 1})
    assert drag(0, BODY, -60) == Drag({0: 1})
    early = [CueTime(-20), CueTime(10)]
    assert drag(0, BODY, -5, early) == Drag({0: -20})


def test_a_stretched_strip_moves_the_begin_of_the_next_one_and_keeps_their_order() -> None:
    assert drag(0, END, 10) == Drag({2: 60})
    assert drag(0, END, -100) == Drag({2: 2})
    assert drag(0, END, 100) == Drag({2: 79})


def test_the_end_of_the_last_strip_is_that_of_the_shot() -> None:
    assert drag(4, END, 12) == Drag({}, 132)
    assert drag(4, END, -100) == Drag({}, 81)

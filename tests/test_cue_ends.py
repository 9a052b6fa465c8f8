"""Cues begin when the one before is done, shots last as long as their cues, and unfinished cues
are reported."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from bowing_clip import FRAMES, RATE, bowing_clip

from footfall import Character, Cue, Performer, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.catalogue import SKILLS
from footfall.rollout.run_length import NEARLY, RunLength
from footfall.rollout.timeline import Timeline
from footfall.shots.schedule import TAIL, own_seconds
from footfall.shots.shortfalls import shortfalls, unrecovered
from footfall.shots.steering import check_steerable

HUMAN, DOG = Character.humanoid(), Character.quadruped()
AHEAD = ((0.0, 0.0), (1.0, 0.0))
LYING = {"root": ((0.0, 0.0, 0.15), (0.5**0.5, 0.0, -(0.5**0.5), 0.0))}  # on the back


def done_of(take: Take, place: int) -> float:
    """When a cue was done [s]."""
    done = next(record.done for record in take.performances[0].cues if record.place == place)
    assert done is not None
    return done


@pytest.fixture(scope="module")
def sits_and_stands() -> tuple[Take, list[float]]:
    """A dog that gets up from sitting, and the reported progress."""
    heard: list[float] = []
    cues = [Cue("sit"), Cue("push", start=0.2, force=(1.0, 0.0, 0.0)), Cue("get_up", start=None)]
    shot = Shot([Performer(DOG, cues)], duration=None)
    return simulate(shot, progress=heard.append), heard


def test_a_cue_begins_when_the_one_before_is_done(
    sits_and_stands: tuple[Take, list[float]],
) -> None:
    performance = sits_and_stands[0].performances[0]
    events = {name: time for time, name in performance.events}
    sit, get_up = performance.cues
    assert (sit.skill, sit.place, sit.began) == ("sit", 0, 0.0)
    assert sit.done == events["seated"]
    assert sit.left == get_up.began == pytest.approx(events["seated"], abs=0.002)
    assert (get_up.place, get_up.done, get_up.left) == (2, events["on_feet"], None)


def test_a_shot_is_as_long_as_its_cues(sits_and_stands: tuple[Take, list[float]]) -> None:
    take, _ = sits_and_stands
    assert take.times[-1] == pytest.approx(done_of(take, 2) + TAIL, abs=0.02)
    assert len(take.times) == len(take.performances[0].root_position)
    assert shortfalls(take) == []


def test_progress_of_a_length_that_is_not_known_rises_to_its_end(
    sits_and_stands: tuple[Take, list[float]],
) -> None:
    _, heard = sits_and_stands
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_the_reported_times_as_starts_give_the_same_frames(
    sits_and_stands: tuple[Take, list[float]],
) -> None:
    told = sits_and_stands[0].performances[0].cues[1].began
    cues = [Cue("sit"), Cue("push", start=0.2, force=(1.0, 0.0, 0.0)), Cue("get_up", start=told)]
    take = simulate(Shot([Performer(DOG, cues)], duration=told + 0.5))
    frames = len(take.times)
    expected = sits_and_stands[0].performances[0].segment_positions[:frames]
    assert np.array_equal(take.performances[0].segment_positions, expected)


def test_a_dog_that_walks_stops_before_it_sits_and_is_reported_as_cut_short() -> None:
    cues = [Cue("walk", speed=0.8), Cue("sit", start=1.0), Cue("stand", start=2.0)]
    take = simulate(Shot([Performer(DOG, cues)], duration=2.5))
    (shortfall,) = shortfalls(take)
    assert shortfall == (
        1,
        "Sit did not finish: Stand cut it short after 1.0 s, usually takes about 4 s: start Stand "
        "later",
    )


def test_a_performer_that_still_gets_up_at_the_end_is_reported() -> None:
    cues = [
        Cue("fall", protect=0.0),
        Cue("get_up", start=None, plan="6 1"),
        Cue("walk", start=None),
    ]
    take = simulate(Shot([Performer(HUMAN, cues, pose=LYING)], duration=3.0))
    assert done_of(take, 0) < 2.5
    assert shortfalls(take) == [
        (
            1,
            "Get up did not finish: still getting up at the end, usually takes about 7 s: make "
            "the shot longer",
        ),
        (2, "Walk did not begin: Get up was not done"),
    ]


def test_performers_that_are_not_back_on_their_feet_are_counted() -> None:
    cues = [Cue("walk"), Cue("push", start=0.5, force=(0.0, 900.0, 0.0), duration=0.2)]
    take = simulate(Shot([Performer(HUMAN, cues, recover=True)], duration=1.5))
    assert unrecovered(take) == 1
    assert [shortfall.place for shortfall in shortfalls(take)] == [None]


def test_a_performer_that_fell_is_reported_as_unfinished() -> None:
    cues = [
        Cue("follow", path=AHEAD),
        Cue("push", start=0.3, force=(0.0, 900.0, 0.0), duration=0.2),
    ]
    take = simulate(Shot([Performer(HUMAN, cues)], duration=None))
    fell_at = take.performances[0].fell_at
    assert fell_at is not None
    assert take.times[-1] == pytest.approx(fell_at + TAIL, abs=0.02), "nothing more will come"
    assert shortfalls(take) == [(0, "Follow did not finish: the character fell")]


@pytest.mark.parametrize(
    "cue",
    [
        Cue("follow", path=AHEAD),
        Cue("goals", path=AHEAD),
        Cue("approach", target=(1.0, 0.0)),
        Cue("reach", target=(1.0, 0.0, 1.2)),
        Cue(
            "step",
            footsteps=[{"foot": "L", "position": (0.2, 0.1), "heading": 0.0, "duration": 0.6}],
        ),
    ],
    ids=lambda cue: cue.skill,
)
def test_a_walk_to_a_place_reports_its_arrival(cue: Cue) -> None:
    take = simulate(Shot([Performer(HUMAN, [cue])], duration=None))
    ending = SKILLS[cue.skill].ending
    assert ending is not None
    assert take.performances[0].events[-1] == (done_of(take, 0), ending.event)
    assert shortfalls(take) == []


@pytest.mark.parametrize(
    ("cues", "sentence"),
    [
        (
            [Cue("walk"), Cue("stand", start=None)],
            "The stand begins when the walk before it is done, which has no end: give it a start.",
        ),
        (
            [Cue("follow", path=(*AHEAD, (0.0, 1.0), (0.0, 0.0))), Cue("stand", start=None)],
            "the follow before it is done, which has no end",
        ),
        ([Cue("run"), Cue("stand", start=None)], "the run before it is done, which has no end"),
        ([Cue("push", start=None)], "A push needs a start, got None"),
        ([Cue("fall"), Cue("get_up", start=None), Cue("stand", start=0.0)], "Cues must start one"),
    ],
)
def test_a_cue_that_would_never_begin_is_refused(cues: list[Cue], sentence: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        Shot([Performer(HUMAN, cues)])
    assert sentence in str(raised.value)


def test_a_shot_without_an_end_needs_a_duration() -> None:
    with pytest.raises(InvalidInput, match="needs a last cue that has an end, got walk"):
        Shot([Performer(HUMAN, [Cue("walk")])], duration=None)


def test_a_shot_that_follows_its_cues_is_saved_as_such() -> None:
    cues = [Cue("fall"), Cue("get_up", start=None)]
    shot = Shot([Performer(HUMAN, cues)], duration=None)
    loaded = Shot.from_data(shot.to_data())
    assert loaded.duration is None
    assert [cue.start for cue in loaded.performers[0].cues] == [0.0, None]


def test_the_first_cue_begins_at_once() -> None:
    timeline = Timeline([Cue("walk", start=None)])
    assert timeline.advance(0.0) == (True, True)
    assert timeline.skill == "walk"


def test_a_cue_at_a_time_takes_over_from_one_that_waits() -> None:
    timeline = Timeline([Cue("fall"), Cue("get_up", start=3.0), Cue("walk", start=None)])
    begun = [time for time in (0.0, 1.0, 3.0, 9.0) if timeline.advance(time)[0]]
    assert begun == [0.0, 3.0]
    timeline.note_events(9.0, ["on_feet"])
    assert timeline.advance(9.1)[0]
    assert [record.began for record in timeline.records] == [0.0, 3.0, 9.1]


def test_what_follows_footprints_that_a_fall_has_ended_begins_on_its_feet() -> None:
    footprints = [{"foot": "L", "position": (0.2, 0.1), "heading": 0.0, "duration": 0.6}]
    timeline = Timeline([Cue("step", footsteps=footprints), Cue("walk", start=None)])
    timeline.advance(0.0)
    timeline.insert(Cue("fall"))
    timeline.advance(1.0)
    timeline.resume()
    timeline.advance(2.0)
    assert timeline.skill == "stand"
    timeline.advance(2.1)
    assert timeline.skill == "walk"
    records = {record.place: record for record in timeline.records}
    assert (records[0].done, records[0].left, records[1].began) == (None, 1.0, 2.1)


def test_a_run_that_never_ends_has_a_limit() -> None:
    cues = [Cue("fall"), Cue("get_up", start=None)]
    length = RunLength(Shot([Performer(HUMAN, cues)], duration=None, frame_rate=10.0))
    usual = sum(SKILLS[name].ending.seconds["biped"] for name in ("fall", "get_up"))  # type: ignore[union-attr]
    assert usual < length.most_frames / 10.0 < 5.0 * usual + 30.0
    assert length.done(usual + TAIL) == pytest.approx(NEARLY)
    assert length.done(1e6) < 1.0


def test_a_walk_that_follows_cannot_be_steered() -> None:
    cues = [Cue("fall"), Cue("get_up", start=None), Cue("walk", start=None)]
    with pytest.raises(InvalidInput, match="give it a start time to steer it"):
        check_steerable(cues, 0.0)


def test_a_performer_that_only_stands_does_not_keep_a_shot_from_ending() -> None:
    sits = Performer(DOG, [Cue("sit")])
    stands = replace(sits, cues=[], position=(3.0, 0.0))
    take = simulate(Shot([sits, stands], duration=None))
    assert take.times[-1] == pytest.approx(done_of(take, 0) + TAIL, abs=0.02)


def bows(duration: float | None, **parameters: float | str) -> list[str]:
    """What a human does not finish of a bow."""
    cue = Cue("perform", clip=bowing_clip(HUMAN), tries=1.0, **parameters)
    take = simulate(Shot([Performer(HUMAN, [cue])], duration=duration, frame_rate=RATE))
    return [shortfall.sentence for shortfall in shortfalls(take)]


def test_a_clip_is_done_with_its_last_frame() -> None:
    whole = (FRAMES - 1) / RATE
    assert bows(whole) == []
    (short,) = bows(whole / 2)
    assert short.startswith("Perform did not finish: still performing at the end")
    assert bows(whole / 2, tempo=2.0) == []


def test_a_clip_lasts_as_its_cue_says() -> None:
    def lasts(character: Character = HUMAN, **parameters: float | str) -> float | None:
        return own_seconds(Cue("perform", clip=bowing_clip(HUMAN), **parameters), character)

    whole = (FRAMES - 1) / RATE
    assert lasts() == pytest.approx(whole)
    assert lasts(tempo=2.0, begin=0.2) == pytest.approx((whole - 0.2) / 2)
    assert lasts(begin=9.0) == 0.0
    giant = Character.humanoid(height=1.75 * 1.2)
    assert lasts(giant) == pytest.approx(whole)
    assert lasts(giant, timing="size") == pytest.approx(whole * 1.2**0.5, rel=0.01)
    assert own_seconds(Cue("perform"), HUMAN) is None
    assert own_seconds(Cue("walk"), HUMAN) is None

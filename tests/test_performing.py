"""A clip is performed by muscles alone: near to it, again from its plan, and thrown over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, Take, simulate
from footfall.base.errors import InvalidInput, Stopped
from footfall.motion.performing.clip import from_text, to_text
from footfall.rollout.simulate import WHOLE, simulate_parts
from footfall.rollout.stop import Stop
from footfall.shots.found_plans import with_plans
from footfall.shots.frame_stream import Records
from footfall.shots.take import RunFailed

from .bowing_clip import FRAMES, RATE, bowing_clip

BODY = Character.humanoid()
CLIP = bowing_clip(BODY)
SECONDS = (FRAMES - 1) / RATE
WINDOW = 0.1  # [s] of the search


def bow(tries: float = 1.0, **others: object) -> Shot:
    """A shot in which the clip is performed."""
    performer = Performer(BODY, [Cue("perform", clip=CLIP, tries=tries)])
    return Shot([performer], **{"duration": SECONDS, "frame_rate": RATE, **others})  # type: ignore


def assert_same(a: Take, b: Take) -> None:
    one, other = a.performances[0], b.performances[0]
    assert np.array_equal(one.root_position, other.root_position)
    assert np.array_equal(one.segment_orientations, other.segment_orientations)


def test_the_body_bows_as_the_clip_does_and_stays_on_its_feet() -> None:
    performance = simulate(bow(), record=("torques",)).performances[0]
    trunk = list(performance.segment_names).index("torso")
    w, x, y, z = performance.segment_orientations[:, trunk].T
    pitch = np.arcsin(2.0 * (w * y - z * x))
    asked = 0.3 * np.sin(np.linspace(0.0, np.pi, FRAMES)) ** 2
    assert np.abs(pitch - pitch[0] - asked).max() < np.radians(6.0)
    assert np.ptp(performance.root_position[:, :2], axis=0).max() < 0.1
    assert performance.fell_at is None
    limits = {s.joint.name: s.joint.torque_limit for s in BODY.segments}
    for name, torques in zip(performance.joint_names, performance.joint_torques.swapaxes(0, 1),
                             strict=True):  # fmt: skip
        assert np.abs(torques).max() <= limits[name] * (3**0.5 + 1e-6)


def test_it_begins_in_the_clips_first_pose_with_its_speed() -> None:
    clip = from_text(CLIP)
    moving = replace(clip, pelvis=clip.pelvis + np.outer(np.arange(FRAMES) / RATE, [0.4, 0.0, 0.0]))
    cue = Cue("perform", clip=to_text(moving), tries=1.0)
    performer = Performer(BODY, [cue], position=(2.0, 1.0), heading=np.pi / 2)
    take = simulate(Shot([performer], duration=0.1, frame_rate=100.0))
    root = take.performances[0].root_position
    assert np.allclose(root[0, :2], (2.0, 1.0), atol=1e-6)
    speed = (root[2] - root[0]) / 0.02
    assert speed[1] == pytest.approx(0.45, abs=0.15)  # feet that stand hold the body back
    assert abs(speed[0]) < 0.1


def test_a_shot_with_its_plan_is_the_same_take_again() -> None:
    shot = bow(tries=12.0, pushes=[Push(0, "torso", 0.15, 0.15, (120.0, 0.0, 0.0))])
    take = simulate(shot)
    ((_, found),) = take.performances[0].plans
    assert ":" in found  # in some window it did something else than follow the clip
    again = simulate(with_plans(shot, take))
    assert_same(take, again)
    (_, plan), *_ = take.performances[0].plans
    cue = Cue("perform", clip=CLIP, plan=plan)
    assert_same(take, simulate(replace(shot, performers=[Performer(BODY, [cue])])))
    by_two = simulate(shot, workers=2)
    assert_same(take, by_two)
    assert by_two.performances[0].plans == take.performances[0].plans


def test_what_a_search_has_found_is_shown_to_the_shots_end_before_anything_is_simulated() -> None:
    pushes = [Push(0, "torso", 0.15, 0.15, (120.0, 0.0, 0.0))]
    shot = bow(tries=12.0, pushes=pushes, duration=SECONDS - 0.5 * WINDOW)
    simulated: list[int] = []  # frames so far, at each call of `found`
    shown: list[tuple[int, list[Records]]] = []
    frames: list[object] = []

    def found(performer: int, first: int, records: Sequence[Records]) -> None:
        simulated.append(len(frames))
        shown.append((first, [*records]))

    take = simulate_parts(shot, WHOLE, frames=frames.append, found=found)
    assert simulated == [1] * len(shown)
    lengths = [len(records) / RATE for _, records in shown]
    # The law alone for 0.3 s, then the first window that was found.
    assert lengths[:2] == pytest.approx([0.3, 0.1], abs=1 / RATE)
    first, records = shown[-1]
    performance = take.performances[0]
    last = len(take.times)
    assert first + len(records) == last
    for name in ("segment_positions", "segment_orientations"):
        seen = [record[name] for record in records]
        assert np.allclose(seen, getattr(performance, name)[first:last], atol=1e-9), name


SLOW, PART = 0.5, 0.5  # tempo with which the clip lasts 1.2 s; [s] of a shot that ends before it


def searched(shot: Shot, stops_at: str = "") -> tuple[Take, list[str]]:
    """The take, and each place that the search reports; it is stopped at one of them."""
    places: list[str] = []
    stop = Stop()

    def note(sentence: str) -> None:
        place = re.search(r"at (\d\S+ of \S+) s", sentence)
        if place and place[1] not in places:
            places.append(place[1])
        if place and place[1] == stops_at:
            assert stop.ask()

    try:
        return simulate(shot, report=note, stop=stop), places
    except RunFailed as failed:
        return failed.take, places


def test_a_search_ends_with_the_shot_and_a_longer_shot_goes_on_from_there() -> None:
    performer = Performer(BODY, [Cue("perform", clip=CLIP, tempo=SLOW, tries=2.0)])
    short = replace(bow(duration=PART), performers=[performer])
    take, places = searched(short)
    assert places == [f"{k / 10:.1f} of {PART:.1f}" for k in range(5)]
    longer = replace(with_plans(short, take), duration=2 * PART)
    whole, places = searched(longer)
    assert places == [f"{k / 10:.1f} of {2 * PART:.1f}" for k in range(5, 10)]
    frames = len(take.times)
    poses = [t.performances[0].segment_orientations[:frames] for t in (take, whole)]
    assert np.array_equal(*poses)
    again, places = searched(replace(with_plans(longer, whole), duration=PART))
    assert not places
    assert_same(take, again)
    assert again.performances[0].plans == whole.performances[0].plans  # nothing known is lost


def test_a_search_that_is_stopped_keeps_what_it_has_found_and_the_next_one_goes_on() -> None:
    performer = Performer(BODY, [Cue("perform", clip=CLIP, tempo=SLOW, tries=2.0)])
    shot = replace(bow(duration=PART), performers=[performer])
    stopped, places = searched(shot, stops_at="0.3 of 0.5")
    assert places[-1] == "0.3 of 0.5"
    assert stopped.times[-1] == pytest.approx(0.3)
    assert "stopped: 0.3 of 1.2 s are found" in stopped.failure
    whole, places = searched(with_plans(shot, stopped))
    assert places == ["0.3 of 0.5", "0.4 of 0.5"]
    assert whole.times[-1] == pytest.approx(PART)
    frames = len(stopped.times)
    poses = [t.performances[0].segment_orientations[:frames] for t in (stopped, whole)]
    assert np.array_equal(*poses)


def test_a_search_that_is_stopped_at_once_is_one_sentence() -> None:
    performer = Performer(BODY, [Cue("perform", clip=CLIP, tries=1.0)])
    with pytest.raises(Stopped, match=r"The search was stopped: 0\.0 of 0\.6 s are found"):
        searched(replace(bow(), performers=[performer]), stops_at="0.0 of 0.6")


def test_a_search_ends_where_the_next_cue_begins() -> None:
    cues = [Cue("perform", clip=CLIP, tempo=SLOW, tries=1.0), Cue("stand", start=0.25)]
    _, places = searched(replace(bow(duration=0.3), performers=[Performer(BODY, cues)]))
    assert places == ["0.0 of 0.3", "0.1 of 0.3", "0.2 of 0.3"]


def test_the_end_of_the_clip_is_an_event_that_the_search_does_not_take_away() -> None:
    events = simulate(bow(duration=SECONDS + 0.1)).performances[0].events
    assert [name for _, name in events].count("performed") == 1


def test_a_search_needs_a_process() -> None:
    with pytest.raises(InvalidInput, match="at least 1 worker, got 0"):
        simulate(bow(), workers=0)


def test_a_push_that_is_declared_is_in_what_the_search_tries() -> None:
    """The body leans into the push: it is off less than one that did not know of it."""
    push = Push(0, "torso", 0.15, 0.15, (120.0, 0.0, 0.0))
    alone = Performer(BODY, [Cue("perform", clip=CLIP, plan="perform alone")])
    unaware = simulate(replace(bow(pushes=[push]), performers=[alone]))
    aware = simulate(bow(tries=12.0, pushes=[push]))
    way = [take.performances[0].center_of_mass[-1, 0] for take in (unaware, aware)]
    start = aware.performances[0].center_of_mass[0, 0]
    assert abs(way[1] - start) < abs(way[0] - start)


def test_a_body_that_is_thrown_over_falls() -> None:
    push = Push(0, "torso", 0.1, 0.2, (900.0, 0.0, 0.0))
    take = simulate(bow(pushes=[push], duration=2.0))
    assert take.performances[0].fell_at is not None


@pytest.mark.parametrize(
    ("clip", "words"),
    [
        ("", "needs a clip"),
        ("{}", "'version' is missing"),
        (CLIP.replace('"torso"', '"tail"'), "does not move torso"),
        (CLIP.replace('"rate":30.0', '"rate":0.0'), "rate must be"),
        (to_text(replace(from_text(CLIP), pelvis=np.full((FRAMES, 3), np.nan))), "not numbers"),
    ],
)
def test_a_bad_clip_gets_one_sentence(clip: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        simulate(Shot([Performer(BODY, [Cue("perform", clip=clip)])], duration=0.2))

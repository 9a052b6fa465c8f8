"""Performers enter a shot, and leave it once their last cue is done."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Performer, Push, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.rollout.simulate import WHOLE, simulate_parts
from footfall.shots.frame_stream import FrameReader, FrameWriter, Records

PLACE = (0.0, 3.0)
ACROSS = [PLACE, (2.0, 3.0)]
RATE = 30.0


def crossing(**more: object) -> Performer:
    return Performer(human(), [Cue("goals", path=ACROSS, speed=1.2)], position=PLACE, **more)


@pytest.fixture(scope="module")
def take() -> Take:
    """One is there all the time, two enter in the same place, one enters late and is pushed."""
    shot = Shot(
        [
            Performer(human(), [Cue("stand")]),
            crossing(enters=0.5, leaves=True),
            crossing(enters=0.5, leaves=True),
            Performer(human(), [Cue("stand")], position=(0.0, -3.0), enters=5.0),
        ],
        pushes=[Push(3, "torso", 1.0, 0.1, (500.0, 0.0, 0.0))],
        duration=6.0, frame_rate=RATE, performers_collide=True,
    )  # fmt: skip
    return simulate(shot)


def test_they_are_present_from_when_they_enter_until_their_last_cue_is_done(take: Take) -> None:
    always, first, _, late = take.performances
    assert always.present is None
    assert first.present is not None and first.present[0] == round(0.5 * RATE) + 1
    done = first.cues[0].done
    assert done is not None and 0 <= first.present[1] / RATE - done <= 2 / RATE
    assert np.linalg.norm(first.root_position[-1, :2] - ACROSS[1]) < 0.6
    assert late.present == (round(5.0 * RATE) + 1, len(take.times))


def test_who_has_no_room_waits_until_the_other_has_gone(take: Take) -> None:
    _, first, second, _ = take.performances
    assert second.present is not None and first.present is not None
    entered = second.present[0]
    apart = first.root_position[entered, :2] - second.root_position[entered, :2]
    assert np.linalg.norm(apart) > 0.8
    assert entered > first.present[0] + 10


def test_their_pose_is_held_while_they_are_absent(take: Take) -> None:
    _, first, *_ = take.performances
    assert first.present is not None
    begin, end = first.present
    for held, shown in ((slice(begin), begin), (slice(end, None), end - 1)):
        assert (first.segment_positions[held] == first.segment_positions[shown]).all()
        assert (first.root_orientation[held] == first.root_orientation[shown]).all()


def test_a_push_does_nothing_to_one_who_is_not_there(take: Take) -> None:
    late = take.performances[3]
    assert late.fell_at is None and not late.events
    assert np.ptp(late.root_position[:, 0]) < 0.05


def test_a_take_keeps_when_they_were_present(take: Take) -> None:
    file = io.BytesIO()
    take.write(file)
    file.seek(0)
    kept = [performance.present for performance in Take.load(file).performances]
    assert kept == [performance.present for performance in take.performances]


def test_it_is_the_same_take_again_and_among_others() -> None:
    shot = Shot(
        [Performer(human(), [Cue("walk")]), crossing(enters=0.3, leaves=True)],
        duration=3.0, performers_collide=True,
    )  # fmt: skip
    one, two = simulate(shot), simulate(shot)
    for before, after in zip(one.performances, two.performances, strict=True):
        assert (before.segment_positions == after.segment_positions).all()


@pytest.mark.parametrize(
    ("performer", "message"),
    [
        ({"enters": 7.0}, "enters at 7 s, and the shot ends at 6 s"),
        ({"enters": -1.0}, "When a performer enters must be 0 to 3600 s, got -1.0."),
        ({"cues": [Cue("walk")], "leaves": True}, "a last cue that has an end, got walk"),
        ({"leaves": 1}, "leaves"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(performer: dict, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Shot([Performer(human(), **performer)], duration=6.0)


def test_frames_that_are_written_during_a_run_say_who_is_there(tmp_path: Path) -> None:
    shot = Shot(
        [Performer(human(), [Cue("stand")]),
         Performer(human(), [Cue("stand")], position=PLACE, enters=0.2)],
        duration=0.4, frame_rate=RATE,
    )  # fmt: skip
    path = tmp_path / "run.frames"
    reader, writer = FrameReader(path, shot), FrameWriter(path)
    seen: list[tuple[int, int] | None] = []

    def keep(frames: Sequence[Records]) -> None:
        writer(frames)
        take = reader.take()
        assert take is not None
        seen.append(take.performances[1].present)

    simulate_parts(shot, WHOLE, frames=keep)
    writer.close()
    assert seen[0] == (0, 0) and seen[-1] == (7, len(seen))
    take = reader.take()
    assert take is not None and take.performances[0].present is None
    assert np.allclose(np.linalg.norm(take.performances[1].segment_orientations, axis=-1), 1.0)

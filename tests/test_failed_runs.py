"""A run that ends in an error keeps what was simulated until then."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Push, Shot, Take, simulate, simulate_many
from footfall.base.errors import SimulationError
from footfall.shots.take import RunFailed

BODY = Character.humanoid()


def falling_board() -> Shot:
    """A board that can be held on its edge, and not any more once it lies."""
    tilt = math.radians(25.0) / 2
    board = Prop(
        "board", "box", (1.6, 0.2, 1.6), mass=2.0, position=(0.0, 2.0, 0.9),
        orientation=(math.cos(tilt), math.sin(tilt), 0.0, 0.0),
    )  # fmt: skip
    cues = [Cue("stand"), Cue("pick_up", start=1.5, prop="board")]
    return Shot([Performer(BODY, cues)], props=[board], duration=4.0, frame_rate=24)


def bursting(at: float = 0.5) -> Shot:
    blow = Push(performer=0, segment="torso", time=at, duration=0.2, force=(1e6, 0.0, 0.0))
    return Shot([Performer(BODY, [Cue("stand")])], pushes=[blow], duration=4.0, frame_rate=24)


def failed(shot: Shot) -> Take:
    with pytest.raises(RunFailed) as raised:
        simulate(shot)
    assert isinstance(raised.value, SimulationError)
    assert str(raised.value) == raised.value.take.failure
    return raised.value.take


@pytest.mark.parametrize(
    ("shot", "until", "sentence"),
    [
        (falling_board(), 1.5, "The prop 'board' is too wide to hold: 1.64 m from hand to hand"),
        (bursting(), 0.5, "The simulation diverged at 0.5"),
    ],
    ids=["what cannot be done", "divergence"],
)
def test_the_frames_until_then_are_those_of_a_run_that_ends_there(
    shot: Shot, until: float, sentence: str
) -> None:
    take, whole = failed(shot), simulate(replace(shot, duration=until))
    assert take.failure.startswith(sentence)
    assert take.times[-1] >= until
    frames = len(whole.times)
    mine, its = take.performances[0], whole.performances[0]
    assert np.array_equal(mine.segment_positions[:frames], its.segment_positions)
    for name, motion in whole.props.items():
        assert np.array_equal(take.props[name].position[:frames], motion.position)
    assert len(mine.segment_positions) == len(mine.foot_contacts) == len(take.times)
    assert np.abs(mine.segment_positions).max() < 10.0  # nothing of the burst


def test_a_take_remembers_why_it_is_short(tmp_path: Path) -> None:
    take = failed(bursting())
    take.save(tmp_path / "take.npz")
    assert Take.load(tmp_path / "take.npz").failure == take.failure
    again = pickle.loads(pickle.dumps(RunFailed(take)))
    assert str(again) == take.failure
    assert np.array_equal(again.take.times, take.times)


def test_one_of_many_shots_that_fails_brings_what_there_is_of_it() -> None:
    with pytest.raises(RunFailed, match=r"diverged at 0\.5") as raised:
        list(simulate_many([bursting()], workers=1))
    assert 10 < len(raised.value.take.times) < 20


def test_what_fails_at_once_is_an_error_and_no_take() -> None:
    with pytest.raises(SimulationError, match=r"diverged at 0\.04") as raised:
        simulate(bursting(at=0.0))
    assert not isinstance(raised.value, RunFailed)

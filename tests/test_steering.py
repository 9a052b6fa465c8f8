"""Steering: a walk follows commands as it is simulated, and its keys give the same walk again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.jobs.worker import READY
from footfall.jobs.worker_process import WorkerProcess
from footfall.shots.steering import (
    SteeringStep,
    apply_steering,
    check_steerable,
    steered,
    walk_targets_at,
)

RATE = 24.0
PATIENCE = 600.0  # [s]; the first run on a computer compiles, with little of a busy one


def walk(*cues: Cue, duration: float = 2.0, heading: float = 0.4) -> Shot:
    performer = Performer(Character.humanoid(), list(cues), heading=heading)
    return Shot([performer], duration=duration, frame_rate=RATE)


def with_steps(shot: Shot, steps: list[SteeringStep]) -> Shot:
    first = shot.performers[0]
    cues = steered(first.cues, first.heading, steps)
    return replace(shot, performers=[replace(first, cues=cues)])


def steer(shot: Shot, commands: Callable[[int], tuple[float, float] | None]) -> tuple[Take, list]:
    """A run of a worker that receives commands after given numbers of frames."""
    worker = WorkerProcess()
    try:
        while worker.note != READY:
            assert worker.poll() is None
            time.sleep(0.01)
        worker.begin(shot, is_steered=True)
        deadline, seen = time.monotonic() + PATIENCE, 0
        while (take := worker.poll()) is None:
            assert time.monotonic() < deadline
            so_far = worker.so_far()
            for frame in range(seen, len(so_far.times) if so_far else 0):
                seen = frame + 1
                command = commands(frame)
                if command:
                    worker.steer(*command)
            time.sleep(0.005)
        return take, worker.steps
    finally:
        worker.close()


def test_the_keys_of_what_was_steered_give_the_same_take() -> None:
    shot = walk(Cue("walk", speed=0.8), Cue("walk", start=1.5, speed=0.6))
    commands = {8: (0.1, 0.0), 16: (0.2, -0.3), 17: (0.0, 0.1), 30: (0.0, 0.5), 40: (-0.1, 0.2)}
    began = time.monotonic()
    take, steps = steer(shot, commands.get)
    assert time.monotonic() - began > 1.9, "it went faster than the clock"
    assert len(steps) >= 4
    again = simulate(with_steps(shot, steps))
    made, remade = take.performances[0], again.performances[0]
    assert np.array_equal(made.joint_positions, remade.joint_positions)
    unsteered = simulate(shot).performances[0]
    assert not np.allclose(made.root_position[-1], unsteered.root_position[-1], atol=0.05)


def test_nothing_steered_is_the_walk_that_was_asked_for() -> None:
    shot = walk(Cue("walk", speed=0.8), duration=0.5)
    take, steps = steer(shot, lambda frame: None)
    assert steps == []
    assert np.array_equal(
        take.performances[0].root_position,
        simulate(with_steps(shot, [])).performances[0].root_position,
    )


def test_orders_add_or_set_and_stay_within_the_range() -> None:
    cues = steered([Cue("walk", speed=[(0.0, 0.5), (1.0, 1.0)])], heading=0.2)
    targets = walk_targets_at(cues, 0.5)
    assert targets == (0.75, 0.2)
    assert apply_steering(targets, []) == targets
    assert apply_steering(targets, [{"faster": 0.1, "left": -0.3}, {"faster": 0.1}]) == (0.95, -0.1)
    assert apply_steering(targets, [{"faster": 9.0}, {"speed": 0.6, "heading": 0.1}]) == (0.6, 0.1)
    assert apply_steering(targets, [{"faster": 9.0}]).speed == 2.5


def test_a_step_becomes_two_keys() -> None:
    walk = Cue("walk", speed=[(0.0, 0.5), (1.0, 1.0)])
    (cue,) = steered([walk], 0.2, [SteeringStep(0.5, 0.6, 0.85, -0.1)])
    assert cue.parameters["speed"] == ((0.0, 0.5), (0.5, 0.75), (0.6, 0.85))
    assert cue.parameters["heading"] == ((0.5, 0.2), (0.6, -0.1))


def test_a_walk_without_a_heading_goes_on_as_the_one_before_was_steered() -> None:
    cues = [Cue("walk"), Cue("stand", start=1.0), Cue("walk", start=2.0)]
    *_, last = steered(cues, 0.0, [SteeringStep(0.4, 0.5, 1.2, 0.7)])
    assert last.parameters["heading"] == 0.7
    assert last.values()["speed"] == 1.0


def test_a_stand_cannot_be_steered() -> None:
    assert walk_targets_at([Cue("stand", heading=0.0)], 0.5) is None


@pytest.mark.parametrize(
    ("cues", "sentence"),
    [
        ([Cue("stand")], "There is no walk to steer"),
        ([Cue("walk", turn_rate=0.2)], "walk at 0 s has a turn rate"),
        ([Cue("walk", turn_rate=0.2), Cue("walk", start=3.0)], "has a turn rate"),
        (
            [Cue("approach", target=(1, 0)), Cue("walk", start=3.0)],
            "The heading of the walk at 3 s is not known before the simulation",
        ),
    ],
)
def test_what_cannot_be_steered_is_one_sentence(cues: list[Cue], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        check_steerable(cues, heading=math.pi)

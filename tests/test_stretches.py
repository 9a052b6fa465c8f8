"""Stretches between frames: compiled code gives the same bits as Python time step by time step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, Take, simulate
from footfall.rollout.stretches import Stretches

HUMAN = Character.humanoid()


def walk_that_stops_and_goes_on() -> Shot:
    speed = ((0.0, 0.8), (1.5, 1.0), (2.0, 0.3))
    cues = [Cue("walk", speed=0.7), Cue("stand", start=1.2), Cue("walk", start=2.2, speed=speed)]
    return Shot([Performer(HUMAN, cues)], duration=4.0, frame_rate=24.0)


def pushed_over_and_up_again() -> Shot:
    pushes = [
        Push(0, "torso", time=1.0, duration=0.1, force=(0.0, 300.0, 0.0)),
        Push(0, "torso", time=2.0, duration=0.2, force=(-900.0, 0.0, 0.0)),
    ]
    return Shot([Performer(HUMAN, [Cue("walk")], recover=True)], pushes=pushes, duration=5.0)


def crowd_of_which_one_falls() -> Shot:
    push = Push(1, "torso", time=0.7, duration=0.2, force=(0.0, 900.0, 0.0))
    performers = [
        Performer(HUMAN.vary(seed, 0.2), [Cue(skill)], (0.8 * seed, 0.0), recover=seed == 1)
        for seed, skill in enumerate(("walk", "stand", "dance", "run", "sit"))
    ]
    return Shot(performers[:4], pushes=[push], duration=3.0, performers_collide=True)


def walkers_who_make_way() -> Shot:
    paths = ((1.0, 0.0), (3.0, 0.0)), ((-1.0, 0.1), (-3.0, 0.1))
    performers = [
        Performer(HUMAN, [Cue("goals", path=paths[0])], (-1.5, 0.0)),
        Performer(HUMAN.vary(4, 0.1), [Cue("goals", path=paths[1])], (1.5, 0.1), np.pi),
    ]
    return Shot(performers, duration=4.0)


SHOTS = (
    walk_that_stops_and_goes_on, pushed_over_and_up_again, crowd_of_which_one_falls,
    walkers_who_make_way,
)  # fmt: skip


def results(take: Take) -> list[object]:
    return [
        (p.segment_positions.tobytes(), p.segment_orientations.tobytes(), p.events, p.fell_at)
        for p in take.performances
    ]


@pytest.mark.parametrize("make", SHOTS)
def test_a_take_is_the_same_with_and_without_stretches(
    make: Callable[[], Shot], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []
    run = Stretches.run

    def counted(self: Stretches, step: int, next_frame: float) -> int:
        after = run(self, step, next_frame)
        steps.append(after - step)
        return after

    monkeypatch.setattr(Stretches, "run", counted)
    with_stretches = results(simulate(make()))
    assert sum(steps) > 0.8 * make().duration / 0.001  # type: ignore[operator]
    monkeypatch.setattr(Stretches, "run", lambda self, step, next_frame: step)
    monkeypatch.setattr(Stretches, "take", lambda self, step: False)
    assert with_stretches == results(simulate(make()))

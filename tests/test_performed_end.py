"""What a body does after a clip that ends in motion, and after one that has turned it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, Take, simulate
from footfall.base.rotations import matrices_from_quaternions
from footfall.motion.performing.clip import PerformedClip, to_text

BODY, RATE = Character.humanoid(), 60.0
FIRST, LAST = round(1.2 * RATE), round(2.8 * RATE)  # frames of the walk


def walk_to_the_left() -> str:
    """A clip of a walk that turns to the left, as the walker itself makes it."""
    walk = Cue("walk", speed=1.0, heading=1.2)
    take = simulate(Shot([Performer(BODY, [walk])], duration=3.0, frame_rate=RATE))
    own, part = take.performances[0], slice(FIRST, LAST + 1)
    turns = {n: own.segment_orientations[part, i] for i, n in enumerate(own.segment_names)}
    return to_text(
        PerformedClip("walk", RATE, BODY.leg_length, own.root_position[part], turns)
    )


@cache
def take_of(then: str) -> Take:
    """The clip, performed, and what follows for some seconds: a cue, or nothing."""
    cues = [Cue("perform", clip=walk_to_the_left(), tries=12.0)]
    cues += [Cue(then, start=None)] if then else []
    duration = (LAST - FIRST) / RATE + 3.0
    return simulate(Shot([Performer(BODY, cues)], duration=duration, frame_rate=RATE))


def test_a_clip_that_ends_in_a_run_slows_down_and_comes_to_a_stand() -> None:
    run = simulate(
        Shot([Performer(BODY, [Cue("run", speed=3.0)])], duration=5.0, frame_rate=RATE)
    ).performances[0]
    part = slice(round(3.6 * RATE), round(4.7 * RATE) + 1)
    turns = {n: run.segment_orientations[part, i] for i, n in enumerate(run.segment_names)}
    clip = to_text(PerformedClip("run", RATE, BODY.leg_length, run.root_position[part], turns))
    perform = Cue("perform", clip=clip, tries=12.0)
    shot = Shot([Performer(BODY, [perform])], duration=8.0, frame_rate=RATE)
    performance = simulate(shot).performances[0]
    way, seconds = performance.center_of_mass, 1.1
    end = round(seconds * RATE)
    assert np.linalg.norm(way[end] - way[end - 6]) * RATE / 6 > 2.0
    assert performance.fell_at is None
    assert np.linalg.norm(way[-1] - way[-30]) < 0.05
    assert performance.root_position[-1, 2] > 0.95 * BODY.standing_height_of_root


def facing(take: Take, frame: int) -> float:
    ahead = matrices_from_quaternions(take.performances[0].root_orientation[frame])[:, 0]
    return float(np.arctan2(ahead[1], ahead[0]))


def test_a_clip_that_ends_in_motion_comes_to_a_stand() -> None:
    take = take_of("")
    performance = take.performances[0]
    way = performance.center_of_mass
    at_end = np.linalg.norm(way[LAST - FIRST] - way[LAST - FIRST - 6]) * RATE / 6
    assert at_end > 0.6
    assert performance.fell_at is None
    assert np.linalg.norm(way[-1] - way[-30]) < 0.05
    assert performance.root_position[-1, 2] > 0.95 * BODY.standing_height_of_root


@pytest.mark.parametrize("then", ["", "stand"])
def test_a_body_that_a_clip_has_turned_goes_on_facing_there(then: str) -> None:
    take = take_of(then)
    at_end = facing(take, LAST - FIRST)
    assert abs(at_end) > 0.3
    assert facing(take, -1) == pytest.approx(at_end, abs=0.4)

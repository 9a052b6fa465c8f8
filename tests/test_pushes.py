"""A push acts during any other cue, from the given side and with the given strength."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, simulate
from footfall.rollout.pushing import facing

HUMAN = Character.humanoid()


def test_a_push_among_the_cues_does_what_the_same_push_in_the_shot_does() -> None:
    cue = Cue("push", start=0.1, force=(40.0, 0.0, 0.0), duration=0.2, segment="head")
    push = Push(0, "head", 0.1, 0.2, (40.0, 0.0, 0.0))
    cued = simulate(Shot([Performer(HUMAN, [cue])], duration=0.5)).performances[0]
    pushed = simulate(Shot([Performer(HUMAN)], pushes=[push], duration=0.5)).performances[0]
    assert np.array_equal(cued.segment_positions, pushed.segment_positions)
    assert cued.events == pushed.events == [(pytest.approx(0.1), "push")]


def test_pushes_that_overlap_add_up() -> None:
    half = Cue("push", start=0.1, force=(0.0, 20.0, 0.0), duration=0.2)
    whole = Cue("push", start=0.1, force=(0.0, 40.0, 0.0), duration=0.2)
    twice, once = (
        simulate(Shot([Performer(HUMAN, cues)], duration=0.5)).performances[0]
        for cues in ([half, half], [whole])
    )
    assert twice.center_of_mass == pytest.approx(once.center_of_mass, abs=1e-9)


def shot(body: Character, *cues: Cue, **more: float) -> Shot:
    return Shot([Performer(body, cues, heading=more.pop("heading", 0.0))], **more)


@pytest.mark.parametrize(
    ("direction", "turned"),
    [("from_behind", 0.0), ("from_right", 90.0), ("from_front", 180.0), ("from_left", -90.0)],
)
def test_a_push_comes_from_a_side_of_the_body_as_it_faces_by_then(
    direction: str, turned: float
) -> None:
    facing_at_first = 2.0  # [rad]
    turning = Cue("walk", speed=0.0, heading=facing_at_first + 1.5)
    cue = Cue("push", start=2.5, direction=direction, impulse=15.0)
    ways = [
        simulate(shot(HUMAN, *cues, duration=2.7, heading=facing_at_first)).performances[0]
        for cues in ((turning, cue), (turning,))
    ]
    pushed, alone = (p.center_of_mass[-1, :2] - p.center_of_mass[0, :2] for p in ways)
    there = math.atan2(*(pushed - alone)[::-1])
    off = there - (facing_at_first + 1.5 + math.radians(turned))
    assert abs(math.remainder(off, 2 * math.pi)) < math.radians(25.0)


def test_an_impulse_changes_the_momentum_by_itself_however_long_it_takes() -> None:
    for duration in (0.05, 0.2):
        cue = Cue("push", start=0.5, impulse=30.0, duration=duration)
        (push,) = shot(HUMAN, cue).all_pushes()
        assert math.hypot(*push.force) * push.duration == pytest.approx(30.0)


def test_a_push_without_a_word_is_a_shove_from_behind() -> None:
    (push,) = shot(HUMAN, Cue("push", start=1.0)).all_pushes()
    (same,) = shot(
        HUMAN, Cue("push", start=1.0, direction="from_behind", strength="shove")
    ).all_pushes()
    assert push == same
    assert push.force[0] > 0.0 and push.force[1:] == (0.0, 0.0) and push.heading_frame


def test_a_force_is_the_world_s() -> None:
    cue = Cue("push", start=1.0, force=(10.0, 20.0, 30.0), duration=0.5)
    (push,) = shot(HUMAN, cue, heading=2.0).all_pushes()
    assert push == Push(0, "torso", 1.0, 0.5, (10.0, 20.0, 30.0))


STANDS = Cue("stand")
BODIES = (HUMAN, Character.preset("child"))  # more: `footfall bench push_words`


@pytest.mark.parametrize("body", BODIES, ids=lambda body: f"{body.mass:.0f} kg")
def test_the_words_say_what_becomes_of_a_body_of_any_size(body: Character) -> None:
    for strength, falls, steps in (
        ("nudge", False, False),
        ("shove", False, True),
        ("knocks_over", True, None),
    ):
        cue = Cue("push", start=1.0, direction="from_right", strength=strength)
        p = simulate(shot(body, STANDS, cue, duration=3.5)).performances[0]
        assert (p.fell_at is not None) == falls, strength
        if steps is not None:
            struck = any(name.startswith("footstrike") for time, name in p.events if time > 1.0)
            assert struck == steps, strength


def test_a_lying_body_faces_as_it_will_once_it_stands_up() -> None:
    ahead, left, up = np.eye(3)
    standing, prone, supine = (
        np.column_stack(axes)
        for axes in ((ahead, left, up), (-up, left, ahead), (up, left, -ahead))
    )
    assert facing(standing) == facing(prone) == facing(supine) == 0.0

"""Four-legged bodies of other sizes and proportions than a dog's move as a dog does."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.bodies.quadruped import (
    DOG_HEIGHT,
    DOG_MASS,
    LEGS,
    QuadrupedMeasurements,
    average_quadruped,
)
from footfall.bodies.quadruped_body import build_quadruped
from footfall.shots.take import Performance

TROTS, SITS = 2.5, 5.0  # [s], of a dog
HEAVY_HEADED = Character.quadruped().vary(23, 0.3)


def like_a_dog(height: float) -> Character:
    """A dog of another size."""
    return Character.quadruped(height, DOG_MASS * (height / DOG_HEIGHT) ** 3)


def low_hoofed() -> Character:
    """A body with feet as low as a toy horse's, and shins longer by as much."""
    usual, lower = average_quadruped(DOG_HEIGHT), 0.1
    offsets = dict(usual.offsets)
    for leg in LEGS:
        length = offsets[f"foot.{leg}"][2] - (1.0 - lower) * usual.foot_length[leg[0] == "B"]
        offsets[f"foot.{leg}"] = (0.0, 0.0, length)
    front, back = usual.foot_length
    return _character(
        replace(usual, offsets=offsets, foot_length=(lower * front, lower * back)), DOG_MASS
    )


def long_hocked() -> Character:
    """A body with a cat's back feet: half as long again, with shins shorter by as much."""
    usual, longer = average_quadruped(DOG_HEIGHT), 0.5
    front, back = usual.foot_length
    offsets = dict(usual.offsets)
    for leg in LEGS[2:]:
        offsets[f"foot.{leg}"] = (0.0, 0.0, offsets[f"foot.{leg}"][2] + 0.5 * longer * back)
    return _character(
        replace(usual, offsets=offsets, foot_length=(front, (1.0 + longer) * back)), DOG_MASS
    )


def _character(measured: QuadrupedMeasurements, mass: float) -> Character:
    return Character.of(build_quadruped(measured, mass))


def trots_and_sits(body: Character) -> Performance:
    pace = math.sqrt(body.height / DOG_HEIGHT)
    cues = [Cue("trot", speed=pace), Cue("sit", start=TROTS * pace)]
    return simulate(Shot([Performer(body, cues)], duration=(TROTS + SITS) * pace)).performances[0]


@pytest.mark.parametrize(
    "body",
    [like_a_dog(0.2), like_a_dog(1.4), low_hoofed(), long_hocked(), HEAVY_HEADED],
    ids=["as small as a cat", "as large as a horse", "low hoofs", "long hocks", "heavy head"],
)
def test_any_four_legged_body_trots_and_sits_down(body: Character) -> None:
    p = trots_and_sits(body)
    assert p.fell_at is None
    assert "seated" in {name for _, name in p.events}
    assert np.ptp(p.center_of_mass[:, 0]) > 2.0 * body.height


def test_small_and_large_dogs_trot_alike() -> None:
    ways = []
    for height in (0.22, DOG_HEIGHT, 0.88):
        pace = math.sqrt(height / DOG_HEIGHT)
        cues = [Cue("trot", speed=pace)]
        shot = Shot([Performer(like_a_dog(height), cues)], duration=2.0 * pace)
        p = simulate(shot).performances[0]
        ways.append((p.center_of_mass[-1] - p.center_of_mass[0]) / height)
    assert ways[0][0] == pytest.approx(ways[1][0], rel=0.05)
    assert ways[2][0] == pytest.approx(ways[1][0], rel=0.05)


def test_the_neck_of_a_heavy_head_holds_it_in_a_trot() -> None:
    body, gravity = HEAVY_HEADED, 9.81
    origins = body.standing_origins()
    held = 0.0
    for name in ("neck", "head"):
        segment = body.segment(name)
        center = np.add(origins[name], segment.center)
        held += segment.mass * gravity * math.dist(center, origins["neck"])
    assert body.segment("neck").joint.torque_limit >= 1.9 * held

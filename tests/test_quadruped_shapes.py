"""Four-legged bodies of other sizes and proportions than a dog's move as a dog does."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.bodies.quadruped import DOG_HEIGHT
from footfall.evaluation.dog_shapes import HEAVY_HEADED, like_a_dog, low_hoofed, trot_and_sit


@pytest.mark.parametrize(
    "body",
    [like_a_dog(0.2), low_hoofed(), HEAVY_HEADED],  # more: `footfall bench quadruped_shapes`
    ids=["as small as a cat", "low hoofs", "heavy head"],
)
def test_any_four_legged_body_trots_and_sits_down(body: Character) -> None:
    p = simulate(trot_and_sit(body)).performances[0]
    assert p.fell_at is None
    assert "seated" in {name for _, name in p.events}
    assert np.ptp(p.center_of_mass[:, 0]) > 2.0 * body.height
    assert p.root_position[-1, 2] < 0.6 * body.standing_height_of_root


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

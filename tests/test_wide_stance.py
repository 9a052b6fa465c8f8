"""A body that stands with its feet far apart."""

from __future__ import annotations

import math

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Performer, Shot, simulate

HUMAN = human()


@pytest.mark.parametrize("speed", [0.8, 1.2, 1.5])
@pytest.mark.parametrize("apart", [0.31, 0.42, 0.52])  # [m]; at ease 0.18
def test_it_walks_off_without_falling(apart: float, speed: float) -> None:
    cues = [Cue("stand"), Cue("walk", start=0.5, speed=speed)]
    performer = Performer(HUMAN, cues, pose=_stance(apart))
    performance = simulate(Shot([performer], duration=6.0, frame_rate=50.0)).performances[0]
    ankles = [performance.joint_names.index(name) for name in ("ankle.L", "ankle.R")]
    left, right = performance.joint_positions[0, ankles]
    assert np.linalg.norm(left - right) == pytest.approx(apart, abs=0.02)
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 1.5


def _stance(apart: float) -> dict[str, object]:
    """Straight legs, turned outwards at the hips until the ankles are so far apart [m]."""
    offset = {segment.name: segment.offset for segment in HUMAN.segments}
    hip = offset["upper_leg.L"][1]
    leg = -offset["lower_leg.L"][2] - offset["foot.L"][2]
    angle = math.asin((0.5 * apart - hip) / leg)

    def about_x(angle: float) -> tuple[float, ...]:
        return math.cos(0.5 * angle), math.sin(0.5 * angle), 0.0, 0.0

    height = HUMAN.standing_height_of_root - leg * (1.0 - math.cos(angle))
    return {
        "root": ((0.0, 0.0, height), (1.0, 0.0, 0.0, 0.0)),
        "hip.L": about_x(angle), "hip.R": about_x(-angle),
        "ankle.L": (0.0, -angle), "ankle.R": (0.0, angle),
    }  # fmt: skip

"""Numbers of a gait are found again in the motion that a walker made with them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Performer, Shot, simulate
from footfall.evaluation.gait_cycle import motion_of_take
from footfall.motion.gait_numbers import gait_numbers, swing_delay
from footfall.motion.walking_cycle import find_gait
from footfall.skills.styles import load_style


@pytest.mark.parametrize("delay", [0.0, 0.5, 1.7])
def test_the_delay_of_a_swing_is_found_in_its_progress(delay: float) -> None:
    phase = np.linspace(0.0, 1.0, 40)
    late = delay * (phase * (1.0 - phase)) ** 2
    progress = 1.3 * (phase**2 * (3.0 - 2.0 * phase) - late)
    assert swing_delay(progress) == pytest.approx(delay, abs=0.02)


def test_a_natural_walk_shows_the_numbers_of_its_style() -> None:
    body = human()
    shot = Shot([Performer(body, [Cue("walk", speed=1.2)])], duration=10.0, frame_rate=120.0)
    gait = find_gait(motion_of_take(body, simulate(shot), 5.0))
    measured, own = gait_numbers(gait), load_style("natural")["gait"]
    assert measured["double_support"] == pytest.approx(own["double_support"], abs=0.03)
    assert measured["swing_delay"] == pytest.approx(own["swing_delay"], abs=0.6)
    assert gait_numbers(replace(gait, speed=None)) == {}, "a gait in place has none"

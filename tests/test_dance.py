"""Dancing: steps fall on the beat, in place, and the dancer stays on its feet."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character, Cue, Performance, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.catalogue.styles import list_dances
from footfall.skills.dancing import step_time

HUMAN = Character.humanoid()
SETTLED = 2.0  # [s]


def danced(body: Character = HUMAN, duration: float = 6.0, **parameters: object) -> Performance:
    shot = Shot([Performer(body, [Cue("dance", **parameters)])], duration=duration)
    return simulate(shot).performances[0]


def off_beat(performance: Performance, between: float) -> np.ndarray:
    """(footstrikes,) time [s] of each footstrike from the nearest beat."""
    strikes = np.array([t for t, name in performance.events if name.startswith("footstrike")])
    strikes = strikes[strikes > SETTLED]
    return np.abs(strikes / between - np.round(strikes / between)) * between


@pytest.mark.parametrize("bpm", [100, 110, 128])
def test_steps_fall_on_the_beat(bpm: int) -> None:
    performance = danced(bpm=bpm)
    off = off_beat(performance, step_time(bpm, HUMAN.leg_length))
    assert performance.fell_at is None
    assert len(off) >= 6
    assert np.median(off) < 0.05
    assert (off < 0.1).mean() >= 0.9


@pytest.mark.parametrize("style", list_dances())
def test_every_dance_stays_in_place_and_on_its_feet(style: str) -> None:
    performance = danced(style=style)
    away = np.linalg.norm(performance.root_position[:, :2], axis=1)
    assert performance.fell_at is None
    assert away.max() < 0.4


@pytest.mark.parametrize("seed", [1, 2])
def test_bodies_of_all_kinds_dance_for_twenty_seconds(seed: int) -> None:
    body = HUMAN.vary(seed, 0.3)
    performance = danced(body, duration=20.0)
    assert performance.fell_at is None
    assert np.linalg.norm(performance.root_position[:, :2], axis=1).max() < 0.4
    assert performance.root_position[120:, 2].min() > 0.85 * body.standing_height_of_root
    strikes = [time for time, name in performance.events if name.startswith("footstrike")]
    assert max(np.diff(strikes)) < 2.0, "it stopped dancing"
    assert strikes[-1] > 18.0


def test_the_arms_move_with_the_energy() -> None:
    hand = HUMAN.segment_names.index("hand.L")

    def way(energy: float) -> float:
        performance = danced(duration=4.0, energy=energy)
        relative = performance.segment_positions[:, hand] - performance.root_position
        return float(np.linalg.norm(np.diff(relative[120:], axis=0), axis=1).sum())

    assert way(1.0) > 2.0 * way(0.0)


@pytest.mark.parametrize("bpm", [40, 60, 90, 110, 140, 180, 240])
def test_the_time_between_steps_is_the_beat_doubled_or_halved(bpm: int) -> None:
    for leg in (0.6, 0.9, 1.2):
        between = step_time(bpm, leg)
        assert np.log2(between / (60.0 / bpm)) % 1.0 == pytest.approx(0.0)
        assert 0.3 < between < 0.9


def test_walking_styles_are_no_dances_and_dances_are_for_dancing() -> None:
    with pytest.raises(InvalidInput, match=r"Unknown style 'march'; allowed: .*groove"):
        Shot([Performer(HUMAN, [Cue("dance", style="march")])]).resolved()
    with pytest.raises(InvalidInput, match="Unknown style 'groove'"):
        Shot([Performer(HUMAN, [Cue("walk", style="groove")])]).resolved()

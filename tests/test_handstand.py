"""Handstands, and steps on the hands."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.evaluation.hand_prints import hand_prints, step_on_hands
from footfall.shots.feasibility import check_feasible
from footfall.shots.take import Performance

BODY = Character.humanoid(height=1.75, mass=70.4)
AHEAD = [("L", 0.1, 0.0, 0.0), ("R", 0.0, 0.0, 0.0)]


def handstand(duration: float, *pushes: Push, heading: float = 0.0) -> Performance:
    performer = Performer(BODY, [Cue("handstand")], heading=heading)
    return simulate(Shot([performer], pushes=pushes, duration=duration)).performances[0]


def test_a_handstand_lasts_with_the_feet_over_the_head() -> None:
    performance = handstand(3.0)
    assert performance.fell_at is None
    height = {n: performance.segment_positions[-1, i, 2]
              for i, n in enumerate(performance.segment_names)}  # fmt: skip
    assert height["foot.L"] > height["pelvis"] > height["torso"] > height["head"]
    assert height["hand.L"] < 0.05
    assert np.ptp(performance.center_of_mass[60:], axis=0).max() < 0.01


@pytest.mark.parametrize("heading", [0.0, 2.0])
def test_hands_lie_flat_and_their_fingers_point_to_the_heading(heading: float) -> None:
    performance = handstand(0.5, heading=heading)
    for side in "LR":
        hand = performance.segment_names.index(f"hand.{side}")
        frame = matrices_from_quaternions(performance.segment_orientations[-1, hand])
        fingers = -frame[:, 2]  # as of a hand that hangs
        ahead = [math.cos(heading), math.sin(heading), 0.0]
        np.testing.assert_allclose(fingers, ahead, atol=0.05)


@pytest.mark.parametrize("direction", [0.0, math.pi / 2, math.pi])
def test_a_push_is_balanced_on_the_hands(direction: float) -> None:
    force = (60.0 * math.cos(direction), 60.0 * math.sin(direction), 0.0)
    pushed = handstand(3.0, Push(0, "torso", time=0.5, duration=0.1, force=force))
    assert pushed.fell_at is None
    swayed = np.abs(pushed.center_of_mass - pushed.center_of_mass[0]).max(axis=0)
    assert 0.005 < max(swayed[:2]) < 0.05
    assert pushed.center_of_mass[-1] == pytest.approx(pushed.center_of_mass[0], abs=0.01)
    assert np.ptp(pushed.center_of_mass[-30:], axis=0).max() < 0.01


@pytest.mark.parametrize(
    ("body", "moves"),
    [
        (BODY, AHEAD),
        (BODY.vary(3, 0.2), AHEAD),
        (BODY, [("R", -0.08, 0.0, 0.0), ("L", 0.1, 0.03, 0.17)]),
    ],
    ids=["ahead", "varied", "back and turned"],
)
def test_hands_come_down_on_their_prints(body: Character, moves: list[Any]) -> None:
    missed = step_on_hands(body, moves, stood=0.5)
    assert missed is not None, "it fell, or took other steps than were asked"
    assert missed < 0.01


def test_the_whole_body_is_over_its_hands_two_seconds_after_two_steps() -> None:
    cue = Cue("step", start=0.5, footsteps=hand_prints(BODY, AHEAD))
    take = simulate(Shot([Performer(BODY, [cue])], duration=6.0))
    performance = take.performances[0]
    assert [name for _, name in performance.events] == ["handstrike.L", "handstrike.R", "arrived"]
    assert performance.events[-1][0] < 4.0
    assert performance.center_of_mass[-1] == pytest.approx((0.1, 0.0, 0.94), abs=0.02)


def test_a_performer_on_its_hands_falls_by_a_cue() -> None:
    performer = Performer(BODY, [Cue("handstand"), Cue("fall", start=0.5)])
    performance = simulate(Shot([performer], duration=3.0)).performances[0]
    assert "fell" in [name for _, name in performance.events]
    assert performance.center_of_mass[-1, 2] < 0.4


@pytest.mark.parametrize(
    ("cues", "said"),
    [
        ([Cue("handstand"), Cue("walk", start=1.0)], "walk at 1 s is done on the feet"),
        ([Cue("walk"), Cue("handstand", start=1.0)], "handstand at 1 s is done on the hands"),
    ],
)
def test_nobody_gets_from_feet_to_hands_or_back(cues: list[Cue], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Shot([Performer(BODY, cues)], duration=2.0)


def test_prints_for_hands_and_feet_do_not_mix() -> None:
    hand = hand_prints(BODY, AHEAD[:1])
    foot = {"foot": "L", "position": (0.3, 0.1), "heading": 0.0, "duration": 0.7}
    with pytest.raises(InvalidInput, match="all be for feet or all for hands"):
        Shot([Performer(BODY, [Cue("step", footsteps=[*hand, foot])])], duration=1.0)


def test_a_print_out_of_reach_of_the_hand_is_refused_with_its_number() -> None:
    prints = hand_prints(BODY, [("L", 0.1, 0.0, 0.0), ("R", 0.5, 0.0, 0.0)])
    with pytest.raises(InvalidInput, match=r"number 2, is 0\.\d\d m from the other hand"):
        check_feasible(Shot([Performer(BODY, [Cue("step", footsteps=prints)])], duration=1.0))

"""Prints for the hands of a body in a handstand, and how well its hands come down on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..bodies.hand_standing import HEEL_OF_HAND
from ..shots.cue import Cue
from ..shots.footstep_reach import standing_palms
from ..shots.shot import Performer, Shot
from ..shots.take import Performance
from .cases import attempt

AFTERWARDS = 2.0  # [s] after the last step
SHIFT, DURATION = 0.9, 0.6  # [s] of shifting the weight, at most; of a step
# A hand; ahead and to the left [m] of where it would be beside the other; turned to the left [rad].
Move = tuple[str, float, float, float]


def step_on_hands(body: Character, moves: Sequence[Move], stood: float) -> float | None:
    """How far [m] the hands end from their prints in the mean; None after a fall or other steps."""
    prints = hand_prints(body, moves)
    cues = [Cue("handstand"), Cue("step", start=stood, footsteps=prints)]
    duration = stood + len(prints) * (SHIFT + DURATION) + AFTERWARDS
    take = attempt(Shot([Performer(body, cues)], duration=duration))
    if take is None or take.performances[0].fell_at is not None:
        return None
    strikes = [name for _, name in take.performances[0].events if name.startswith("handstrike")]
    if strikes != [f"handstrike.{step['hand']}" for step in prints]:
        return None
    last = {step["hand"]: step["position"] for step in prints}
    palms = {side: palm_middle(body, take.performances[0], side) for side in last}
    return float(np.mean([math.dist(palms[side], place) for side, place in last.items()]))


def hand_prints(body: Character, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """A "step" cue's footsteps for a body in a handstand at the origin."""
    start = standing_palms(body, (0.0, 0.0), 0.0)
    hands = {side: (*place, 0.0) for side, place in start.items()}
    prints = []
    for side, ahead, left, turn in moves:
        other = "R" if side == "L" else "L"
        x, y, heading = hands[other]
        left += start[side][1] - start[other][1]
        x += ahead * math.cos(heading) - left * math.sin(heading)
        y += ahead * math.sin(heading) + left * math.cos(heading)
        hands[side] = x, y, heading + turn
        prints.append({"hand": side, "position": (x, y), "heading": heading + turn,
                       "duration": DURATION})  # fmt: skip
    return prints


def palm_middle(body: Character, performance: Performance, side: str) -> tuple[float, float]:
    """Middle of what bears of a flat hand at the end, x and y [m]."""
    hand = body.segment(f"hand.{side}")
    index = performance.segment_names.index(hand.name)
    frame = matrices_from_quaternions(performance.segment_orientations[-1, index])
    along = (HEEL_OF_HAND - 0.5) * hand.length  # the fingers of a hand point down its frame
    from_center = np.array([0.0, 0.0, along]) - hand.center
    middle = performance.segment_positions[-1, index] + frame @ from_center
    return float(middle[0]), float(middle[1])

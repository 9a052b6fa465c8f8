"""The ways in which a movement of getting up can be made, and the plan that a cue keeps.

A way is known by its number: 0 is the usual one, each other number one that is drawn at random by
it. A plan is how it gets up and the numbers of the movements, in their order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...base.errors import InvalidInput

USUAL_WAY = "hands_and_knees"
WAYS = (USUAL_WAY, "squat")  # in the order in which they are tried
# How much other ways differ from the usual one: lengths [m], shares, and angles of rolling [rad].
WAY_SPREAD = {"hands": 0.06, "sit_back": 0.05, "kneel_lean": 0.06, "knee_gap": 0.06, "lean": 0.06}
HASTE = 0.25  # of other paces than the usual
ROLLING_ANGLES = 12
MOST_DIGITS = 9  # of a number in a plan: no search comes so far
ROLLING_SPREAD = 0.3  # [rad]


class Plan(NamedTuple):
    """Over hands and knees or out of a squat, and the numbers of the movements' ways."""

    way: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Way:
    """Lengths are of an adult and scale with the leg.

    Attributes:
        pace: how quick, 1 is usual.
        hands: how far ahead of the shoulders the hands are put [m].
        sit_back: how far ahead of the knees the weight is on all fours [m].
        kneel_lean: where it is while a hand comes nearer, of the way from the knees to the other.
        knee_gap: how far ahead of the knees the hands then are [m].
        lean: where the weight is as the heels come down, of the way from toes to hands.
        rolls_back: whether one that lies on its back rolls over its farther side.
        pushes: whether it rolls by pushing with its upper foot; else that leg reaches across.
        offsets: of the joints while rolling [rad], of the places in `rising_squat` [m].
    """

    pace: float = 1.0
    hands: float = 0.2
    sit_back: float = 0.12
    kneel_lean: float = 0.1
    knee_gap: float = 0.2
    lean: float = 0.05
    rolls_back: bool = False
    pushes: bool = True
    offsets: tuple[float, ...] = (0.0,) * ROLLING_ANGLES


def way_of(number: int, pace: float) -> Way:
    """The way that a number stands for, at a pace."""
    usual = Way(pace=pace)
    if number == 0:
        return usual
    random = np.random.default_rng(number)
    lengths = {name: getattr(usual, name) + random.normal(0.0, s) for name, s in WAY_SPREAD.items()}
    return Way(
        pace=pace * (1.0 + HASTE * random.uniform(-1.0, 0.5)),
        rolls_back=bool(random.random() < 0.5),
        pushes=bool(random.random() < 0.6),
        offsets=tuple(random.normal(0.0, ROLLING_SPREAD, ROLLING_ANGLES).tolist()),
        **{name: float(length) for name, length in lengths.items()},
    )


def write_plan(plan: Plan) -> str:
    """One line that a cue can hold; `read_plan` gives the same plan."""
    words = [] if plan.way == USUAL_WAY else [plan.way]
    return " ".join([*words, *(str(number) for number in plan.numbers)])


def read_plan(text: str) -> Plan:
    """The plan in a cue; raises InvalidInput for anything else."""
    words = text.split()
    way = words.pop(0) if words and words[0] in WAYS else USUAL_WAY
    if not all(word.isdecimal() and len(word) <= MOST_DIGITS for word in words):
        raise InvalidInput(
            f"A plan to get up must be whole numbers with spaces between, as in '0 3 0', "
            f"got {text!r}; leave it empty to search for one."
        )
    return Plan(way, tuple(int(word) for word in words))

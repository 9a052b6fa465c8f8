"""Ways to make a movement of getting up, and the plan that a cue keeps.

A way has a number: 0 is the usual way; every other number is the seed of a random one. A plan
consists of the way up and of the numbers of its movements, in order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InvalidInput
from ...catalogue.rising_styles import SIDES, RisingStyle

USUAL_WAY = "hands_and_knees"
WAYS = (USUAL_WAY, "squat")  # in the order of trials
# Deviation of random ways from the usual one: lengths [m], shares, and angles of rolling [rad].
WAY_SPREAD = {
    "hands": 0.06, "knee_ahead": 0.04, "knee_out": 0.03, "sit_back": 0.05, "step": 0.05,
    "step_lean": 0.06, "lean": 0.06,
}  # fmt: skip
HASTE = 0.25  # largest deviation of the pace
ROLLING_ANGLES = 12
MOST_DIGITS = 9  # of a number in a plan: more than any search reaches
ROLLING_SPREAD = 0.3  # [rad]
SLOWLY, SLOW = "slowly", 0.5  # the word of a plan at a slower pace; the share of the pace


class Plan(NamedTuple):
    """The way up, over hands and knees or out of a squat, and the numbers of the movements.

    Attributes:
        slowly: whether the movements are made at a slower pace: it needs less strength.
    """

    way: str
    numbers: tuple[int, ...]
    slowly: bool = False


@dataclass(frozen=True)
class Way:
    """A way to make the movements. Lengths are of an adult and scale with the leg.

    Attributes:
        pace: speed relative to the usual one.
        hands: distance of the hands ahead of the shoulders [m].
        knee_ahead, knee_out: of the knees' places under the hips, beyond the usual ones [m].
        sit_back: distance of the center of mass ahead of the knees on all fours [m].
        step: of the feet's places as they step forward, beyond the usual ones [m].
        step_lean: place of the center of mass as the hips rise and feet step forward, as a share of
            the way from the feet to the hands, beyond the movement's own.
        lean: place of the center of mass as the heels come down, as a share of the way from toes
            to hands.
        rolls_back: whether a body on its back rolls over its farther side.
        first: the side of the foot that comes forward first, 0 left, 1 right.
        over_first: how far the weight comes over the first foot, as a share of its distance from
            between both.
        pushes: whether the upper foot pushes during a roll; else that leg reaches across.
        offsets: of the joints during a roll [rad], of the places in `rising.squat` [m].
    """

    pace: float = 1.0
    hands: float = 0.05
    knee_ahead: float = 0.0
    knee_out: float = 0.0
    sit_back: float = 0.12
    step: float = 0.0
    step_lean: float = 0.0
    lean: float = -0.12
    first: int = 1
    over_first: float = 0.0
    rolls_back: bool = False
    pushes: bool = True
    offsets: tuple[float, ...] = (0.0,) * ROLLING_ANGLES


def way_of(number: int, pace: float, style: RisingStyle) -> Way:
    """The way with a number, at a pace, in a style."""
    pace *= style.pace
    usual = Way(pace=pace, first=SIDES.index(style.first), over_first=style.over_first)
    if number == 0:
        return usual
    random = np.random.default_rng(number)
    lengths: dict[str, Any] = {
        name: getattr(usual, name) + random.normal(0.0, s) for name, s in WAY_SPREAD.items()
    }
    return replace(
        usual,
        pace=pace * (1.0 + HASTE * random.uniform(-1.0, 0.5)),
        rolls_back=bool(random.random() < 0.5),
        pushes=bool(random.random() < 0.6),
        offsets=tuple(random.normal(0.0, ROLLING_SPREAD, ROLLING_ANGLES).tolist()),
        **lengths,
    )


def write_plan(plan: Plan) -> str:
    """A plan as one line for a cue; `read_plan` is the inverse."""
    words = [SLOWLY] if plan.slowly else []
    words += [] if plan.way == USUAL_WAY else [plan.way]
    return " ".join([*words, *(str(number) for number in plan.numbers)])


def read_plan(text: str) -> Plan:
    """The plan from a cue's line; raises InvalidInput for anything else."""
    words = text.split()
    slowly = words[:1] == [SLOWLY]
    if slowly:
        words.pop(0)
    way = words.pop(0) if words and words[0] in WAYS else USUAL_WAY
    if not all(word.isdecimal() and len(word) <= MOST_DIGITS for word in words):
        raise InvalidInput(
            f"A plan to get up must be whole numbers with spaces between, as in '0 3 0', "
            f"got {text!r}; leave it empty to search for one."
        )
    return Plan(way, tuple(int(word) for word in words), slowly)

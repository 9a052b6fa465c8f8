"""What to aim at so that a jump comes out as asked for, found by trying."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array
from .aim import Aim

TRIES = 6
LONGEST = 4.0  # [s] of a trial
BUDGET = TRIES * LONGEST
GOOD_ENOUGH = 0.04  # [m]
# What a trial costs that does not stand [m]; of the rise, the turn [m/rad], and of steps after it.
FELL, OF_RISE, OF_TURN, OF_STEPS = 10.0, 0.5, 0.2, 0.3

# What counts as done: off the place [m] and of the way, of the rise, off the turn [rad].
OFF, OFF_SHARE, HIGH_ENOUGH, TURNED = 0.15, 0.2, 0.7, 0.8
SMALLER = (0.8, 0.65, 0.5, 0.35, 0.2)  # shares of a jump that is too much, which are tried


class Outcome(NamedTuple):
    """What came of a trial.

    Attributes:
        got: where and how it landed; None where it fell before that.
        stands: whether it stood afterwards.
        went: (2,) how far its feet went after the landing [m].
    """

    got: Aim | None
    stands: bool
    went: Array

    def cost(self, asked: Aim) -> float:
        """How far off what was asked for [m]."""
        if self.got is None:
            return 2.0 * FELL
        off = float(np.linalg.norm(self.got.way - asked.way))
        off += OF_RISE * abs(self.got.rise - asked.rise) + OF_TURN * abs(self.got.turn - asked.turn)
        return off + OF_STEPS * float(np.linalg.norm(self.went)) + (0.0 if self.stands else FELL)

    def clears(self, way: Array) -> bool:
        """Whether it landed at least as far as a way (2,) [m], and came to stand there."""
        if self.got is None or not self.stands:
            return False
        landed, stood = self.got.way @ way, (self.got.way + self.went) @ way
        return bool(min(landed, stood) >= way @ way)

    def does(self, asked: Aim) -> bool:
        """Whether that is what was asked for, or near it."""
        if self.got is None or not self.stands:
            return False
        short = float(np.linalg.norm(self.got.way - asked.way))
        turned = abs(self.got.turn - asked.turn)
        is_near = short < OFF + OFF_SHARE * float(np.linalg.norm(asked.way))
        is_high = self.got.rise > HIGH_ENOUGH * asked.rise
        return is_near and is_high and turned < TURNED


def best_aim(asked: Aim, attempt: Callable[[Aim], Outcome]) -> tuple[Aim, Outcome]:
    """What to aim at, and what comes of it: each trial aims further than the best one by what that
    fell short; by half of it once a trial has been no better.
    """
    best, share = (asked, attempt(asked)), 1.0
    for _ in range(TRIES - 1):
        aim, outcome = best
        if outcome.cost(asked) < GOOD_ENOUGH or outcome.got is None:
            break
        aim = aim.corrected(asked, outcome.got, share)
        tried = attempt(aim)
        if tried.cost(asked) < outcome.cost(asked):
            best = aim, tried
        else:
            share *= 0.5
    return best


def what_is_too_much(asked: Aim, outcome: Outcome, attempt: Callable[[Aim], Outcome]) -> str:
    """A sentence that says how far the body can jump, where it cannot do what was asked for."""
    for share in SMALLER:
        if outcome.stands:
            break
        outcome = attempt(asked.scaled(share))
    wanted = _in_words(asked.rise, asked.way, asked.turn)
    if outcome.got is None or not outcome.stands:
        return f"This body cannot jump {wanted} from there, nor a fifth of it."
    found = outcome.got
    turned = found.turn if asked.turn else 0.0
    return (
        f"This body cannot jump {wanted} from there; it jumps "
        f"{_in_words(found.rise, found.way, turned)}."
    )


def _in_words(rise: float, way: Array, turn: float) -> str:
    text = f"{np.linalg.norm(way):.2f} m far and {rise:.2f} m high"
    return text + (f", turning by {math.degrees(turn):.0f} degrees" if turn else "")

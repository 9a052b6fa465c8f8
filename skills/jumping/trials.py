"""What to aim at so that a jump comes out as asked for, found by trying."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .aim import Aim

TRIES = 6
LONGEST, AFTERWARDS = 4.0, 1.0  # [s] of a trial; of them after the jump
BUDGET = TRIES * LONGEST
GOOD_ENOUGH = 0.04  # [m]
# What a trial costs that does not stand [m]; of the rise, the turn [m/rad], and of steps after it.
FELL, OF_RISE, OF_TURN, OF_STEPS = 10.0, 0.5, 0.2, 0.3


class Outcome(NamedTuple):
    """What came of a trial.

    Attributes:
        got: where and how it landed; None where it fell before that.
        stands: whether it stood afterwards.
        stepped: how far its feet went after the landing [m].
    """

    got: Aim | None
    stands: bool
    stepped: float

    def cost(self, asked: Aim) -> float:
        """How far off what was asked for [m]."""
        if self.got is None:
            return 2.0 * FELL
        off = float(np.linalg.norm(self.got.way - asked.way))
        off += OF_RISE * abs(self.got.rise - asked.rise) + OF_TURN * abs(self.got.turn - asked.turn)
        return off + OF_STEPS * self.stepped + (0.0 if self.stands else FELL)


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

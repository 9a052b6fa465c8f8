"""Plans to get up that earlier searches found: they are tried first, to avoid a search."""

from __future__ import annotations

from collections.abc import Iterable

from ..behaviour import Lookahead
from .plan import Plan
from .rising import Rise
from .search import LONGEST_MOVEMENT, STANDS_WELL

MOST_MISSED = 1  # movements of a plan that may fail: the body goes on from where it is
PATIENCE = 40.0  # [s] of motion within which a plan must lead to standing


def first_that_stands(plans: Iterable[Plan], rise: Rise, lookahead: Lookahead) -> Plan | None:
    """The first plan that leads to stable standing; None where none does."""
    mark, before = lookahead.mark(), rise.remember()
    try:
        for plan in plans:
            rise.follow(plan)
            stands = _stands_well(rise, lookahead)
            lookahead.go_back(mark)
            rise.go_back(before)
            if stands:
                return plan
    finally:
        lookahead.drop(mark)
    return None


def _stands_well(rise: Rise, lookahead: Lookahead) -> bool:
    spent = 0.0
    while spent < PATIENCE:
        spent += lookahead.rollout(LONGEST_MOVEMENT, gives_up=lambda: rise.failures > MOST_MISSED)
        if rise.failures > MOST_MISSED:
            return False
        if rise.stands_for is not None and rise.stands_for > STANDS_WELL:
            return True
    return False

"""A plan that is looked after on the way: each movement is tried before it is made.

A lookahead knows nothing of other performers, and the engine solves the contacts of many bodies in
another order than those of one, so that what stood in a search may fail a second later.
"""

from __future__ import annotations

from functools import partial

from ..behaviour import Lookahead
from .rising import Rise
from .search import LONGEST_MOVEMENT, STANDS_WELL, is_hopeless, search

BUDGET = 40.0  # [s] of simulation, for the rest of the way
FIRST_WAYS = 15  # of the next movement: it fails within moments where it fails


def mend(rise: Rise, lookahead: Lookahead) -> None:
    """Find another plan for the rest of the way where the next movement would fail."""
    if rise.has_only_to_stand or _leads_on(rise, lookahead):
        return
    found = search(rise, lookahead, BUDGET, FIRST_WAYS)
    if found.stands or len(found.numbers) > rise.made:
        rise.plan = found.numbers


def _leads_on(rise: Rise, lookahead: Lookahead) -> bool:
    """Whether the next movement comes near its pose, or leads to stable standing."""
    mark, before = lookahead.mark(), rise.remember()
    try:
        lookahead.rollout(LONGEST_MOVEMENT, gives_up=partial(is_hopeless, rise))
        if rise.stands_for is not None:
            return rise.stands_for > STANDS_WELL
        failed = rise.failures > before.failures
        return not failed and not is_hopeless(rise) and not rise.has_missed()
    finally:
        lookahead.go_back(mark)
        rise.go_back(before)
        lookahead.drop(mark)

"""A plan that is looked after on the way: each movement is tried before it is made.

A lookahead knows nothing of other performers, and the engine solves the contacts of many bodies in
another order than those of one, so that what stood in a search may fail a second later.
"""

from __future__ import annotations

from functools import partial

from ..behaviour import Lookahead
from .rising import Rise
from .search import LONGEST_MOVEMENT, STANDS_WELL, is_hopeless, search

SEARCH = 40.0  # [s] of simulation, for the rest of the way
MOST_BACK = 2  # movements to make once more
FIRST_WAYS = 15  # of the next movement: it fails within moments where it fails


def mend(rise: Rise, lookahead: Lookahead, budget: float) -> float:
    """Find another plan for the rest of the way where the next movement would fail; where there is
    none, go back by a movement or two.

    Args:
        budget: most simulated time of the searches [s].

    Returns the simulated time that the searches took [s].
    """
    if rise.has_only_to_stand or budget <= 0.0 or _leads_on(rise, lookahead):
        return 0.0
    furthest, spent = rise.remember(), 0.0
    for back in range(MOST_BACK + 1):
        if spent >= budget or (back and not rise.step_back()):
            break
        found = search(rise, lookahead, min(SEARCH, budget - spent), FIRST_WAYS)
        spent += found.spent
        if found.stands:
            rise.plan = found.numbers
            return spent
        if not back and len(found.numbers) > rise.made:
            furthest.plan = found.numbers
    rise.go_back(furthest)
    return spent


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

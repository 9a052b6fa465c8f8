"""Plans to get up that were found before: tried first, so that there need be no search."""

from __future__ import annotations

from collections.abc import Iterable

from ..laws import Rehearsal
from .plan import Plan
from .rising import GetUp
from .search import LONGEST_MOVEMENT, STANDS_WELL

PATIENCE = 40.0  # [s] of motion within which a plan must lead to standing


def first_that_stands(plans: Iterable[Plan], law: GetUp, rehearsal: Rehearsal) -> Plan | None:
    """The first of the plans by which the body stands well; None where none does."""
    mark, before = rehearsal.mark(), law.remember()
    try:
        for plan in plans:
            law.follow(plan)
            stands = _stands_well(law, rehearsal)
            rehearsal.go_back(mark)
            law.go_back(before)
            if stands:
                return plan
    finally:
        rehearsal.drop(mark)
    return None


def _stands_well(law: GetUp, rehearsal: Rehearsal) -> bool:
    spent = 0.0
    while spent < PATIENCE:
        spent += rehearsal.play(LONGEST_MOVEMENT, gives_up=lambda: law.failures > 0)
        if law.failures > 0:
            return False
        if law.stands_for is not None and law.stands_for > STANDS_WELL:
            return True
    return False

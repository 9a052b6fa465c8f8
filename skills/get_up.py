"""Get up from any lying pose, by planned movements of a body that leans on its hands and knees.

Each movement is planned when it begins, from where the body then is. One that does not come near
its key pose has failed: the body gathers itself anew from where it lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..catalogue import SKILLS as CATALOGUE
from .biped import Biped, Values, set_gait
from .laws import Rehearsal
from .rising.known_plans import first_that_stands
from .rising.plan import WAYS, Plan, read_plan, write_plan
from .rising.rising import GetUp
from .rising.search import search

MAY_TOUCH = None  # it lies: anything may touch the ground


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    set_gait(biped, {p.name: p.default for p in CATALOGUE["stand"].parameters})
    biped.law = GetUp(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    assert isinstance(biped.law, GetUp)
    biped.law.heading, biped.law.pace = values["heading"], values["pace"]


def choose(biped: Biped, values: Values, rehearsal: Rehearsal) -> str:
    """Find a plan that leads to standing, by trying: those that are known, then by a search.

    The cue's own plan is taken as it is. Returns the plan, as a cue holds it.
    """
    law = biped.law
    assert isinstance(law, GetUp)
    ways = WAYS if values["way"] == "either" else (values["way"],)
    if values["plan"]:
        plan = read_plan(values["plan"])
    else:
        known = [plan for plan in map(read_plan, biped.plans) if plan.way in ways]
        plan = first_that_stands(known, law, rehearsal) or _find(law, ways, rehearsal)
    law.follow(plan)
    return write_plan(plan)


def _find(law: GetUp, ways: Sequence[str], rehearsal: Rehearsal) -> Plan:
    """By a search: the next way up is tried where none leads to standing on the one before."""
    furthest: list[Plan] = []
    for way in ways:
        law.follow(Plan(way, ()))
        found = search(law, rehearsal)
        furthest.append(Plan(way, found.numbers))
        if found.stands:
            return furthest[-1]
    return furthest[0]

"""Get up from any lying pose, by planned movements of a body that leans on its hands and knees.

Each movement is planned when it begins, from where the body then is. One that does not come near
its key pose has failed: the body gathers itself anew from where it lies.
"""

from __future__ import annotations

from ..catalogue import SKILLS as CATALOGUE
from .biped import Biped, Values, set_gait
from .known_plans import first_that_stands
from .laws import Rehearsal
from .rising import WAYS_UP, GetUp
from .rising_plan import read_plan, write_plan
from .rising_search import search

MAY_TOUCH = None  # it lies: anything may touch the ground


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    set_gait(biped, {p.name: p.default for p in CATALOGUE["stand"].parameters})
    biped.law = GetUp(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    assert isinstance(biped.law, GetUp)
    biped.law.heading, biped.law.pace = values["heading"], values["pace"]
    biped.law.way_up = WAYS_UP[values["way"]]


def choose(biped: Biped, values: Values, rehearsal: Rehearsal) -> None:
    """Find a plan that leads to standing, by trying: those that are known, then by a search.

    The cue's own plan is taken as it is.
    """
    assert isinstance(biped.law, GetUp)
    if values["plan"]:
        plan = read_plan(values["plan"])
    else:
        known = [read_plan(text) for text in biped.plans]
        found = first_that_stands(known, biped.law, rehearsal)
        plan = search(biped.law, rehearsal) if found is None else found
    biped.law.plan = plan
    biped.news.append("plan " + write_plan(biped.law.plan))

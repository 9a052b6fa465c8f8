"""Get up from any lying pose, by planned movements of a body that leans on its hands and knees.

Each movement is planned when it begins, from where the body then is. One that does not come near
its key pose has failed: the body gathers itself anew from where it lies.
"""

from __future__ import annotations

from ..catalogue import SKILLS as CATALOGUE
from .biped import Biped, Rehearsal, Values, set_gait
from .rising import GetUp
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


def choose(biped: Biped, values: Values, rehearsal: Rehearsal) -> None:
    """Find a plan that leads to standing, by trying; the cue's own plan needs no search."""
    assert isinstance(biped.law, GetUp)
    if values["plan"]:
        biped.law.plan = read_plan(values["plan"])
    else:
        biped.law.plan = search(biped.law, rehearsal)
    biped.news.append("plan " + write_plan(biped.law.plan))

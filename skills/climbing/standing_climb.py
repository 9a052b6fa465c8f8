"""A step onto a platform, or off it, from a stand: in the manner, and with the foot ahead, that
trials tell.
"""

from __future__ import annotations

from itertools import product

from ...simulation.body import Motion
from ...simulation.records import views_of
from ..behaviour import Lookahead
from ..jumping.from_a_stand import FromAStand
from ..ways.crossing import Ledge
from .climb import Climb
from .manner import Manner, manners

LONGEST = 6.0  # [s] of a trial
BUDGET = 4 * LONGEST


class StandingClimb(FromAStand[Climb]):
    # It plans from the height at which it begins, so that a body must have risen by then.
    calm, longest_wait = 0.03, 3.0

    def begin_best(self, ledge: Ledge, lookahead: Lookahead) -> bool:
        """Begin the first climb after which the body stands; whether there is one."""
        ways = product(manners(ledge.rise, self._body.leg), range(2))
        for manner, lead in ways:
            if self._attempt(ledge, manner, lead, lookahead):
                self.start(Climb(self._body, lookahead.motion, ledge, manner, lead))
                return True
        return False

    def _attempt(self, ledge: Ledge, manner: Manner, lead: int, lookahead: Lookahead) -> bool:
        """Climb, stand for a while, and go back."""
        motion, mark = lookahead.motion, lookahead.mark()
        height = float(views_of(Motion, motion).com[2]) - ledge.floor
        climb = Climb(self._body, motion, ledge, manner, lead)
        stands = self.stands_after(climb, lookahead, LONGEST, ledge.landing, height)
        lookahead.go_back(mark)
        lookahead.drop(mark)
        self.undo()
        return stands

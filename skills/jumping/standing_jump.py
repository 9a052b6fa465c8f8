"""A jump from a stand. What a trial falls short is added to what the next one aims at."""

from __future__ import annotations

from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ..behaviour import Lookahead
from .aim import Aim, Course
from .feet import middle_of_feet
from .from_a_stand import FromAStand
from .leap import Leap
from .trials import LONGEST, Outcome, best_aim


class StandingJump(FromAStand[Leap]):
    def best(self, asked: Aim, course: Course, lookahead: Lookahead) -> tuple[Aim, Outcome]:
        """What to aim at so that the jump comes out as asked for, and what comes of it."""
        return best_aim(asked, lambda aim: self.attempt(aim, course, lookahead))

    def begin(self, motion: Rows[Motion], aim: Aim, course: Course) -> Leap:
        return self.start(Leap(self._body, motion, aim, course))

    def attempt(self, aim: Aim, course: Course, lookahead: Lookahead) -> Outcome:
        """Jump, stand for a while, and go back."""
        motion, mark = lookahead.motion, lookahead.mark()
        now = views_of(Motion, motion)
        leap, height = Leap(self._body, motion, aim, course), float(now.com[2]) - course.floor
        stands = self.stands_after(leap, lookahead, LONGEST, course.landing, height)
        went = (middle_of_feet(self._body.anatomy, now) - leap.landed)[:2]
        lookahead.go_back(mark)
        lookahead.drop(mark)
        self.undo()
        return Outcome(leap.got, stands, went)

"""A jump from a stand: tried first, in the shot's own world, which then goes back; then done.

What a trial falls short is added to what the next one aims at.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Lookahead
from ..biped import Biped
from ..gait_command import take_over
from ..ways.steering import is_still
from .aim import Aim, Course
from .feet import middle_of_feet
from .leap import Leap, bears_on_more_than_feet
from .trials import LONGEST, Outcome, best_aim

LONGEST_WAIT = 1.5  # [s] until a walker stands still
LOOKS_AFTER = 50  # looks of a trial at the body that has landed, each of some time steps
FALLEN, STANDS = 0.35, 0.8  # of the height of standing


class StandingJump:
    """
    Attributes:
        leap: the jump as it goes on; None before it, and after it.
        has_landed: whether it is over.
    """

    leap: Leap | None = None
    has_landed: bool = False
    _waits_since: float = math.inf

    def __init__(self, behaviour: Behaviour[Biped]) -> None:
        """
        Args:
            behaviour: that jumps; it moves the body meanwhile.
        """
        self._behaviour, self._body = behaviour, behaviour.body

    def is_ready(self, motion: Rows[Motion]) -> bool:
        """Whether the body, which waits to stand still, may jump; called often until it does."""
        time = self._body.time
        self._waits_since = min(self._waits_since, time)
        return is_still(self._body, motion) or time - self._waits_since > LONGEST_WAIT

    def best(self, asked: Aim, course: Course, lookahead: Lookahead) -> tuple[Aim, Outcome]:
        """What to aim at so that the jump comes out as asked for, and what comes of it."""
        return best_aim(asked, lambda aim: self.attempt(aim, course, lookahead))

    def begin(self, motion: Rows[Motion], aim: Aim, course: Course) -> Leap:
        self.leap, self.has_landed = Leap(self._body, motion, aim, course), False
        self._behaviour.moves_body = True
        return self.leap

    def act(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step of the leap."""
        leap = self.leap
        assert leap is not None  # it moves the body
        flat = leap.actuators(motion)
        if leap.is_over:
            self.give_back()
            take_over(self._body, leap.heading)
            self._body.command["heading"] = leap.heading
            self.has_landed = True
        return flat

    def give_back(self) -> None:
        """Leave the body to its own law."""
        self.leap, self._behaviour.moves_body, self._waits_since = None, False, math.inf

    def attempt(self, aim: Aim, course: Course, lookahead: Lookahead) -> Outcome:
        """Jump, stand for a while, and go back."""
        motion, mark = lookahead.motion, lookahead.mark()
        now = views_of(Motion, motion)
        stands = float(now.com[2]) - course.floor
        leap, looks, fell = self.begin(motion, aim, course), 0, False

        def is_over() -> bool:
            nonlocal looks, fell
            looks += self.has_landed
            low = leap.got is not None and now.com[2] - course.landing < FALLEN * stands
            fell = low or leap.has_fallen or bears_on_more_than_feet(self._body, now)
            return fell or looks > LOOKS_AFTER

        lookahead.rollout(LONGEST, is_over)
        height = float(now.com[2]) - course.landing
        went = (middle_of_feet(self._body.anatomy, now) - leap.landed)[:2]
        stands_now = self.has_landed and not fell and height > STANDS * stands
        lookahead.go_back(mark)
        lookahead.drop(mark)
        self.give_back()
        self.has_landed = False
        return Outcome(leap.got, stands_now, went)

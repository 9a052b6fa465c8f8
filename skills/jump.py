"""Jump from a stand: up, to any side, turning, onto or off something; land, and stand. Out of a
run, leap over the gap ahead, and run on.

The jump is tried first, in the shot's own world, which then goes back: what a trial falls short is
added to what the next one aims at. A leap out of a run is that of `jumping.leap_over`.
"""

from __future__ import annotations

import math

import numpy as np

from ..base.errors import InvalidInput
from ..catalogue.styles import NATURAL
from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array
from .behaviour import Behaviour, Choice, SharingLookahead, Values
from .biped import FEET, Biped
from .gait_command import set_gait, stand_still, take_over
from .jumping.aim import Aim, Course, aim_of
from .jumping.feet import middle_of_feet
from .jumping.leap import Leap, bears_on_more_than_feet
from .jumping.leap_over import LeapOver
from .jumping.run_up import BUDGET as LEAP_BUDGET
from .jumping.trials import BUDGET, LONGEST, Outcome, best_aim, what_is_too_much
from .ways.steering import is_still

LANDED = "landed"
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}
LONGEST_WAIT = 1.5  # [s] until a walker stands still
LOOKS_AFTER = 50  # looks of a trial at the body that has landed, each of some time steps
FALLEN, STANDS = 0.35, 0.8  # of the height of standing


class Jump(Behaviour[Biped]):
    """
    Attributes:
        leap: the jump as it goes on; None before it, and after it.
        is_ready: whether the body stands and may jump; has_landed: whether it is over.
        leap_over: a leap out of a run, which takes the jump's place; None from a stand.
    """

    may_touch = FEET
    may_be_low = True
    leap: Leap | None = None
    leap_over: LeapOver | None = None
    is_ready = has_landed = False
    _waits_since = math.inf

    def enter(self) -> None:
        running = self.body.running
        if running is not None and running.runs:
            self.leap_over = LeapOver(self.body, running)
        else:
            stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, {**UNSTYLED, **values})

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        body = self.body
        if self.leap_over is not None:
            self.leap_over.steer(views_of(Motion, motion), max(values["distance"], 0.0))
            self.has_landed = self.leap_over.has_landed
        if self.has_landed:
            body.report_event(LANDED)
        elif self.leap is None and body.is_walker:
            self._waits_since = min(self._waits_since, body.time)
            waited = body.time - self._waits_since
            self.is_ready = is_still(body, motion) or waited > LONGEST_WAIT

    def choice_again(self) -> Choice | None:
        over = self.leap_over
        if over is not None and over.is_near:
            return Choice(lambda values, lookahead: over.plan(lookahead), LEAP_BUDGET)
        is_due = self.is_ready and self.leap is None and not self.has_landed
        return Choice(self._settle, BUDGET) if is_due else None

    @property
    def must_stay(self) -> bool:
        """Until the landing is told, by which the cue counts as done."""
        return LANDED not in self.body.reported

    def act(self, motion: Rows[Motion]) -> Array:
        leap = self.leap
        assert leap is not None  # it moves the body
        flat = leap.actuators(motion)
        if leap.is_over:
            self._give_back()
            take_over(self.body, leap.heading)
            self.body.command["heading"] = leap.heading
            self.has_landed = True
        return flat

    def leave(self) -> None:
        self._give_back()

    def _begin(self, motion: Rows[Motion], aim: Aim, course: Course) -> Leap:
        self.leap, self.moves_body = Leap(self.body, motion, aim, course), True
        return self.leap

    def _give_back(self) -> None:
        self.leap, self.moves_body = None, False

    def _settle(self, values: Values, lookahead: SharingLookahead) -> None:
        """Find by trying what to aim at, and jump.

        Raises InvalidInput where this body cannot do it, if nobody else is in the world.
        """
        motion = lookahead.motion
        asked, course = aim_of(self.body, views_of(Motion, motion), values)

        def attempt(aim: Aim) -> Outcome:
            return self._attempt(aim, course, lookahead)

        aim, outcome = best_aim(asked, attempt)
        if lookahead.is_exact and not outcome.does(asked):
            raise InvalidInput(what_is_too_much(asked, outcome, attempt))
        self._begin(motion, aim, course)

    def _attempt(self, aim: Aim, course: Course, lookahead: SharingLookahead) -> Outcome:
        """Jump, stand for a while, and go back."""
        motion, mark = lookahead.motion, lookahead.mark()
        now = views_of(Motion, motion)
        stands = float(now.com[2]) - course.floor
        leap, looks, fell = self._begin(motion, aim, course), 0, False

        def is_over() -> bool:
            nonlocal looks, fell
            looks += self.has_landed
            low = leap.got is not None and now.com[2] - course.landing < FALLEN * stands
            fell = low or leap.has_fallen or bears_on_more_than_feet(self.body, now)
            return fell or looks > LOOKS_AFTER

        lookahead.rollout(LONGEST, is_over)
        height = float(now.com[2]) - course.landing
        stepped = float(np.linalg.norm((middle_of_feet(self.body.anatomy, now) - leap.landed)[:2]))
        stands_now = self.has_landed and not fell and height > STANDS * stands
        lookahead.go_back(mark)
        lookahead.drop(mark)
        self._give_back()
        self.has_landed = False
        return Outcome(leap.got, stands_now, stepped)

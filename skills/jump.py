"""Jump from a stand: up, to any side, turning, onto or off something; land, and stand. Out of a
run, leap over the gap ahead, and run on.

The jump is tried first, in the shot's own world, which then goes back: what a trial falls short is
added to what the next one aims at (`jumping.trials`), and the step from which a runner leaps is
chosen (`jumping.run_up`).
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
from .gait_command import keep_heading, set_gait, stand_still, take_over
from .jumping.aim import Aim, Course, aim_of
from .jumping.feet import middle_of_feet
from .jumping.gap import Gap, any_stretch, gap_ahead
from .jumping.leap import Leap, bears_on_more_than_feet
from .jumping.run_up import BUDGET as LEAP_BUDGET
from .jumping.run_up import RUN_UP, begin, best_run_up, try_run_up, usual_run_up
from .jumping.trials import BUDGET, LONGEST, Outcome, best_aim, what_is_too_much
from .running.running import Running
from .ways.steering import is_still

LANDED = "landed"
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}
# Of a leap out of a run with no gap in sight: when [s]; what it leaps over, of the leg.
AT_ONCE, USUAL_WIDTH = 0.9, 1.0
LONGEST_WAIT = 1.5  # [s] until a walker stands still
LOOKS_AFTER = 50  # looks of a trial at the body that has landed, each of some time steps
FALLEN, STANDS = 0.35, 0.8  # of the height of standing


class Jump(Behaviour[Biped]):
    """
    Attributes:
        leap: the jump as it goes on; None before it, and after it.
        is_ready: whether the body stands and may jump; has_landed: whether it is over.
        running: the run out of which the body leaps; None where it jumps from a stand.
        gap: over which it leaps; is_near: whether the leap must be planned; leaps: whether it is.
    """

    may_touch = FEET
    may_be_low = True
    leap: Leap | None = None
    is_ready = has_landed = is_near = leaps = False
    running: Running | None = None
    gap: Gap | None = None
    _waits_since = math.inf

    def enter(self) -> None:
        running = self.body.running
        if running is not None and running.runs:
            self.running = running
            running.ask(running.speed)  # it runs on
            keep_heading(self.body)
        else:
            stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, {**UNSTYLED, **values})

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        body = self.body
        if self.running is not None:
            self._run_up(views_of(Motion, motion), self.running, values)
        if self.has_landed:
            body.report_event(LANDED)
        elif self.leap is None and body.is_walker:
            self._waits_since = min(self._waits_since, body.time)
            waited = body.time - self._waits_since
            self.is_ready = is_still(body, motion) or waited > LONGEST_WAIT

    def _run_up(self, now: Motion, running: Running, values: Values) -> None:
        """Look for a gap, plan the leap over it in time, and see when it is done."""
        body, record = self.body, running.record
        speed = float(record["speed"])
        if self.gap is None:
            floor, heading, place = float(record["floor"]), float(record["heading"]), now.com[:2]
            seen = gap_ahead(body.footing_heights, place, heading, floor, body.leg)
            width = values["distance"] if values["distance"] > 0.0 else USUAL_WIDTH * body.leg
            self.gap = seen or any_stretch(place, heading, AT_ONCE * speed, width, floor)
        if not self.leaps:
            self.is_near = self.gap.near - self.gap.along(now.com) < RUN_UP * speed
        elif record["leaps_in"] < 0:
            self.has_landed = True

    def choice_again(self) -> Choice | None:
        if self.is_near and not self.leaps:
            return Choice(self._plan_leap, LEAP_BUDGET)
        is_due = self.is_ready and self.leap is None and not self.has_landed
        return Choice(self._settle, BUDGET) if is_due else None

    @property
    def must_stay(self) -> bool:
        return not self.has_landed

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

    def _plan_leap(self, values: Values, lookahead: SharingLookahead) -> None:
        """Find by trying from where to leap over the gap."""
        running, gap, body = self.running, self.gap, self.body
        assert running is not None and gap is not None
        usual = usual_run_up(running, views_of(Motion, lookahead.motion), gap)
        run_up, crossing = best_run_up(
            usual, running.speed, lambda up: try_run_up(body, up, gap, lookahead)
        )
        if lookahead.is_exact and crossing.margin < 0.0:
            raise InvalidInput(
                f"This body cannot leap over a gap of {gap.far - gap.near:.2f} m at "
                f"{running.speed:.1f} m/s."
            )
        begin(running, run_up, gap, body.leg)
        self.leaps = True

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

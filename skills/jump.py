"""Jump from a stand: up, to any side, turning, onto, off or over something; land, and stand. Out of
a run, leap over the gap ahead, and run on: `jumping.leap_over`.
"""

from __future__ import annotations

from ..base.errors import InvalidInput
from ..catalogue.styles import NATURAL
from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array
from .behaviour import Behaviour, Choice, SharingLookahead, Values
from .biped import FEET, Biped
from .gait_command import set_gait, stand_still
from .jumping.aim import Aim, aim_of
from .jumping.leap_over import LeapOver
from .jumping.run_up import BUDGET as LEAP_BUDGET
from .jumping.standing_jump import StandingJump
from .jumping.trials import BUDGET, Outcome, what_is_too_much

LANDED = "landed"
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}


class Jump(Behaviour[Biped]):
    """
    Attributes:
        is_ready: whether the body stands and may jump.
        leap_over: a leap out of a run, which takes the jump's place; None from a stand.
    """

    may_touch = FEET
    may_be_low = True
    leap_over: LeapOver | None = None
    is_ready: bool = False

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self._jump = StandingJump(self)

    def enter(self) -> None:
        running = self.body.running
        if running is not None and running.may_leap:
            self.leap_over = LeapOver(self.body, running)
        else:
            stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, {**UNSTYLED, **values})

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        body = self.body
        if self.leap_over is not None:
            self.leap_over.steer(views_of(Motion, motion), max(values["distance"], 0.0))
        if self.has_landed:
            body.report_event(LANDED)
        elif self._jump.movement is None and body.is_walker:
            self.is_ready = self._jump.is_ready(motion)

    def choice_again(self) -> Choice | None:
        over = self.leap_over
        if over is not None and over.is_near:
            return Choice(lambda values, lookahead: over.plan(lookahead), LEAP_BUDGET)
        is_due = self.is_ready and self._jump.movement is None and not self.has_landed
        return Choice(self._settle, BUDGET) if is_due else None

    @property
    def has_landed(self) -> bool:
        """Whether the jump is over."""
        over = self._jump if self.leap_over is None else self.leap_over
        return over.has_landed

    @property
    def must_stay(self) -> bool:
        """Until the landing is told, by which the cue counts as done."""
        return LANDED not in self.body.reported

    def act(self, motion: Rows[Motion]) -> Array:
        return self._jump.act(motion)

    def leave(self) -> None:
        self._jump.give_back()

    def _settle(self, values: Values, lookahead: SharingLookahead) -> None:
        """Find by trying what to aim at, and jump.

        Raises InvalidInput where this body cannot do it, if nobody else is in the world.
        """
        motion, jump = lookahead.motion, self._jump
        asked, course = aim_of(self.body, views_of(Motion, motion), values)

        def attempt(aim: Aim) -> Outcome:
            return jump.attempt(aim, course, lookahead)

        aim, outcome = jump.best(asked, course, lookahead)
        if lookahead.is_exact and not outcome.does(asked):
            raise InvalidInput(what_is_too_much(asked, outcome, attempt))
        jump.begin(motion, aim, course)

"""A walk that steps over what lies across its way, jumps over it, climbs onto it, or bows under it.
"""

from __future__ import annotations

from typing import Any

from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array
from .behaviour import Behaviour, Choice, SharingLookahead, Values
from .biped import FEET, Biped
from .climbing.standing_climb import BUDGET as CLIMB_BUDGET
from .climbing.standing_climb import StandingClimb
from .gait_command import start_walking
from .hands.clearance import keep_clear
from .jumping.aim import aim_along
from .jumping.feet import middle_of_feet
from .jumping.from_a_stand import FromAStand
from .jumping.standing_jump import StandingJump
from .jumping.trials import BUDGET
from .ways.crossing import GIVEN_UP, HALTING, LEAPING
from .ways.ducking import duck, pace_under
from .ways.stepping_over import TAKES_OFF, cross

# Shares of the usual way and rise with which a jump over a hurdle is tried, until one clears it.
WAYS_OVER = ((1.0, 1.0), (1.15, 1.1), (0.85, 1.2), (1.0, 1.3))
LONGEST_SEARCH = len(WAYS_OVER) * BUDGET + CLIMB_BUDGET


class ObstacleWalk(Behaviour[Biped]):
    may_touch = FEET
    _is_ready: bool = False

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self._jump, self._climb = StandingJump(self), StandingClimb(self)
        self._leaps: FromAStand[Any] = self._jump  # what moves the body, where it leaps

    def enter(self) -> None:
        """A walker that steps over an obstacle completes that."""
        biped = self.body
        if biped.crossing.is_busy and biped.memory["directed"]:
            return
        start_walking(biped)
        biped.crossing.leave()
        biped.bent = 0.0

    @property
    def sees_obstacles(self) -> bool:
        """Whether something may lie in its way."""
        return len(self.body.obstacles) > 0 or self.body.ground_heights is not None

    @property
    def is_about_to_leap(self) -> bool:
        """Whether it waits to jump or climb, or does."""
        return self.body.crossing.stage == LEAPING

    def get_across(self, motion: Rows[Motion], heading: float | None = None) -> None:
        """Look ahead, and go on with what the walker does about what lies there; called often.

        Args:
            heading: of the way [rad]; None: that of the command.
        """
        crossing = self.body.crossing
        if self.is_about_to_leap:
            self._leaps = self._jump if crossing.ledge is None else self._climb
            self._is_ready = self._leaps.is_ready(motion)
        else:
            cross(self.body, motion, heading)
            keep_clear(self.body, crossing.is_busy)

    def bow(self, motion: Rows[Motion], values: Values) -> None:
        """Bow under what hangs over its way; called often, before the pace is set."""
        if not self.is_about_to_leap:
            duck(self.body, motion)
            self.command(values)

    @property
    def pace(self) -> float:
        """Largest speed before what is in its way [m/s]."""
        return min(self.body.crossing.pace, pace_under(self.body))

    def choice_again(self) -> Choice | None:
        is_due = self._is_ready and self.is_about_to_leap and not self.moves_body
        return Choice(self._get_over, LONGEST_SEARCH) if is_due else None

    def act(self, motion: Rows[Motion]) -> Array:
        flat = self._leaps.act(motion)
        if self._leaps.has_landed:
            crossing = self.body.crossing
            crossing.stage, crossing.stays_upright = HALTING, self._leaps is self._jump
        return flat

    @property
    def may_be_low(self) -> bool:  # type: ignore[override]
        """Whether it crouches before a leap, or after it."""
        stands_up = self._leaps.has_landed and self.body.crossing.stage == HALTING
        return self.moves_body or stands_up

    @property
    def must_stay(self) -> bool:
        """Until it has landed."""
        return self.moves_body

    def leave(self) -> None:
        self._leaps.give_back()

    def _get_over(self, values: Values, lookahead: SharingLookahead) -> None:
        """Find by trying how to climb or jump, and do so; where this body cannot, try again from
        another place, or stay.
        """
        self._is_ready = False
        self._leaps.give_back()
        ledge = self.body.crossing.ledge
        if ledge is None or not self._climb.begin_best(ledge, lookahead):
            self._leaps = self._jump
            self._jump_over(lookahead)

    def _jump_over(self, lookahead: SharingLookahead) -> None:
        body, motion = self.body, lookahead.motion
        now, crossing = views_of(Motion, motion), body.crossing
        feet, hurdle = middle_of_feet(body.anatomy, now)[:2], crossing.hurdle
        assert hurdle is not None  # it is known what is jumped over
        for farther, higher in WAYS_OVER:
            asked, course = aim_along(body, now, farther * (hurdle.landing - feet))
            asked = asked._replace(rise=higher * asked.rise)
            aim, outcome = self._jump.best(asked, course, lookahead)
            if outcome.clears(hurdle.behind - feet):
                self._jump.begin(motion, aim, course)
                crossing.stage, crossing.stays_upright, crossing.tries = LEAPING, False, 0
                return
        crossing.tries += 1
        again = crossing.ledge is None and crossing.tries < len(TAKES_OFF)
        crossing.stage, crossing.stays_upright = HALTING if again else GIVEN_UP, False

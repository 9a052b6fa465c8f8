"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Sections 3 and 5.4.

The walker senses what lies or hangs across its way: it steps over that, jumps over it, climbs onto
it, or ducks under it.
"""

from __future__ import annotations

import math
from typing import Any

from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array
from .behaviour import Behaviour, Choice, SharingLookahead, Values
from .biped import FEET, Biped
from .climbing.standing_climb import BUDGET as CLIMB_BUDGET
from .climbing.standing_climb import StandingClimb
from .gait_command import set_gait, set_heading, start_walking
from .hands.clearance import keep_clear
from .jumping.aim import aim_along
from .jumping.feet import middle_of_feet
from .jumping.from_a_stand import FromAStand
from .jumping.standing_jump import StandingJump
from .jumping.trials import BUDGET
from .ways.crossing import GIVEN_UP, HALTING, LEAPING
from .ways.ducking import bend, duck, pace_under
from .ways.in_stride import keep_stride
from .ways.stepping_over import cross

# Shares of the usual way and rise with which a jump over a hurdle is tried, until one clears it.
WAYS_OVER = ((1.0, 1.0), (1.15, 1.1), (0.85, 1.2), (1.0, 1.3))
LONGEST_SEARCH = len(WAYS_OVER) * BUDGET + CLIMB_BUDGET


class Walk(Behaviour[Biped]):
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

    def command(self, values: Values) -> None:
        set_heading(self.body, values["heading"])
        set_gait(self.body, values)
        bend(self.body)
        self._set_pace(values)

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        biped = self.body
        sees_obstacles = len(biped.obstacles) > 0 or biped.ground_heights is not None
        if not sees_obstacles or values["speed"] <= 0.0 or self.moves_body:
            return
        if biped.crossing.stage == LEAPING:
            self._leaps = self._jump if biped.crossing.ledge is None else self._climb
            self._is_ready = self._leaps.is_ready(motion)
            return
        if values["avoid"] in ("both", "step_over"):
            cross(biped, motion)
            keep_clear(biped, biped.crossing.is_busy)
            self._set_pace(values)
        else:
            biped.crossing.forget()
        if values["avoid"] in ("both", "duck"):
            duck(biped, motion)
            self.command(values)

    def choice_again(self) -> Choice | None:
        is_due = self._is_ready and self.body.crossing.stage == LEAPING and not self.moves_body
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
        """Find by trying how to climb or jump, and do so; stay where this body cannot."""
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
                crossing.stage, crossing.stays_upright = LEAPING, False
                return
        crossing.stage, crossing.stays_upright = GIVEN_UP, False

    def _set_pace(self, values: Values) -> None:
        biped, rate = self.body, values["turn_rate"]
        biped.command["turn_rate"] = math.nan if rate is None else rate
        biped.command["speed"] = min(values["speed"], biped.crossing.pace, pace_under(biped))
        biped.command["lateral_speed"] = values["lateral_speed"]
        keep_stride(biped)

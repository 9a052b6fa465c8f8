"""Walk at a speed in a direction: Coros, Beaudoin, van de Panne 2010, Sections 3 and 5.4.

The walker senses obstacles that lie or hang across its way, and steps over them, jumps over them,
or ducks under them.
"""

from __future__ import annotations

import math

from ..simulation.body import Motion
from ..simulation.records import Rows, views_of
from ..simulation.rotation import Array
from .behaviour import Behaviour, Choice, SharingLookahead, Values
from .biped import FEET, Biped
from .gait_command import set_gait, set_heading, start_walking
from .hands.clearance import keep_clear
from .jumping.aim import aim_along
from .jumping.feet import middle_of_feet
from .jumping.standing_jump import StandingJump
from .jumping.trials import BUDGET
from .ways.crossing import GIVEN_UP, HALTING, JUMPING
from .ways.ducking import bend, duck, pace_under
from .ways.in_stride import keep_stride
from .ways.stepping_over import cross

# Shares of the usual way and rise with which a jump over a hurdle is tried, until one clears it.
WAYS_OVER = ((1.0, 1.0), (1.15, 1.1), (0.85, 1.2), (1.0, 1.3))


class Walk(Behaviour[Biped]):
    may_touch = FEET
    _is_ready: bool = False

    def __init__(self, body: Biped) -> None:
        super().__init__(body)
        self._jump = StandingJump(self)

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
        if biped.crossing.stage == JUMPING:
            self._is_ready = self._jump.is_ready(motion)
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
        is_due = self._is_ready and self.body.crossing.stage == JUMPING and not self.moves_body
        return Choice(self._jump_over, len(WAYS_OVER) * BUDGET) if is_due else None

    def act(self, motion: Rows[Motion]) -> Array:
        flat = self._jump.act(motion)
        if self._jump.has_landed:
            crossing = self.body.crossing
            crossing.stage, crossing.stays_upright = HALTING, True
        return flat

    @property
    def may_be_low(self) -> bool:  # type: ignore[override]
        """Whether it crouches before a jump, or after it."""
        stands_up = self._jump.has_landed and self.body.crossing.stage == HALTING
        return self.moves_body or stands_up

    @property
    def must_stay(self) -> bool:
        """Until it has landed."""
        return self.moves_body

    def leave(self) -> None:
        self._jump.give_back()

    def _jump_over(self, values: Values, lookahead: SharingLookahead) -> None:
        """Find by trying what to aim at, and jump; stay where this body cannot."""
        body, motion, self._is_ready = self.body, lookahead.motion, False
        now, crossing = views_of(Motion, motion), body.crossing
        feet, hurdle = middle_of_feet(body.anatomy, now)[:2], crossing.hurdle
        assert hurdle is not None  # it is known what is jumped over
        for farther, higher in WAYS_OVER:
            asked, course = aim_along(body, now, farther * (hurdle.landing - feet))
            asked = asked._replace(rise=higher * asked.rise)
            aim, outcome = self._jump.best(asked, course, lookahead)
            if outcome.clears(hurdle.behind - feet):
                self._jump.begin(motion, aim, course)
                crossing.stage, crossing.stays_upright = JUMPING, False
                return
        crossing.stage, crossing.stays_upright = GIVEN_UP, False

    def _set_pace(self, values: Values) -> None:
        biped, rate = self.body, values["turn_rate"]
        biped.command["turn_rate"] = math.nan if rate is None else rate
        biped.command["speed"] = min(values["speed"], biped.crossing.pace, pace_under(biped))
        biped.command["lateral_speed"] = values["lateral_speed"]
        keep_stride(biped)

"""Jump from a stand: up, to any side, turning, onto something; land, and stand."""

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
from .jumping.aim import Aim, Course
from .jumping.feet import middle_of_feet
from .jumping.leap import Leap
from .jumping.trials import AFTERWARDS, BUDGET, LONGEST, Outcome, best_aim
from .ways.steering import is_still

UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}
LONGEST_WAIT = 1.5  # [s] until a walker stands still
# Rise of a jump where none is asked for: of the way, of a step up, and at least [m].
OF_WAY, OF_STEP, LEAST = 0.12, 0.3, 0.12
SEES = 1.0  # of the leg above the ground: higher surfaces are no ground
LOOKS = 12  # places at which the ground of the way is looked at
FALLEN = 0.5  # of the height of standing


class Jump(Behaviour[Biped]):
    """
    Attributes:
        leap: the jump as it goes on; None before it, and after it.
        is_ready: whether the body stands and may jump; it jumps once.
    """

    may_touch = FEET
    may_be_low = True
    leap: Leap | None = None
    is_ready = False
    has_jumped = False

    def enter(self) -> None:
        self.moves_body = False
        self.began = self.body.time
        stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, {**UNSTYLED, **values})

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        body = self.body
        if not self.has_jumped:
            waits = body.time - self.began
            self.is_ready = is_still(body, motion) or waits > LONGEST_WAIT
        elif self.leap is None:
            body.report_event("landed")

    def choice_again(self) -> Choice | None:
        if self.is_ready and not self.has_jumped:
            return Choice(self._settle, BUDGET)
        return None

    @property
    def must_stay(self) -> bool:
        return self.leap is not None

    def act(self, motion: Rows[Motion]) -> Array:
        leap = self.leap
        assert leap is not None
        flat = leap.actuators(motion)
        if leap.is_over:
            self._stand(leap.heading)
        return flat

    def thrown(self) -> None:
        self.leap, self.moves_body = None, False

    def leave(self) -> None:
        self.thrown()

    def _stand(self, heading: float) -> None:
        self.leap, self.moves_body = None, False
        take_over(self.body, heading)
        self.body.command["heading"] = heading

    def _settle(self, values: Values, lookahead: SharingLookahead) -> None:
        """Find what to aim at by trying, and jump."""
        motion = lookahead.motion
        asked, course = self._asked(views_of(Motion, motion), values)
        aim, outcome = best_aim(asked, lambda aim: self._try(aim, course, lookahead))
        print("JUMP", asked, aim, outcome, outcome.cost(asked))
        self.leap, self.moves_body = Leap(self.body, motion, aim, course), True
        self.has_jumped = True

    def _asked(self, now: Motion, values: Values) -> tuple[Aim, Course]:
        body = self.body
        start = middle_of_feet(body.anatomy, now)
        if values["target"] is not None:
            way = np.array(values["target"]) - start[:2]
        else:
            c, s = math.cos(body.heading), math.sin(body.heading)
            ahead, left = values["distance"], values["sideways"]
            way = np.array([c * ahead - s * left, s * ahead + c * left])
        course = self._course(now, start, way)
        rise = values["height"]
        if rise is None:
            rise = LEAST + OF_WAY * float(np.linalg.norm(way)) + OF_STEP * max(course.step, 0.0)
        return Aim(rise, way, values["turn"]), course

    def _course(self, now: Motion, start: Array, way: Array) -> Course:
        body = self.body
        floor = float((now.origin[body.anatomy["foot"], 2] - body.anatomy["ankle_height"]).min())
        if body.footing_heights is None:
            return Course(floor, floor, floor)
        places = start[:2] + np.linspace(0.0, 1.0, LOOKS)[:, None] * way
        heights = body.footing_heights(places, floor + SEES * body.leg)
        if math.isnan(heights[-1]):
            raise InvalidInput(f"There is no ground to land on at {places[-1].round(2).tolist()}.")
        return Course(floor, float(heights[-1]), float(np.nanmax(heights)))

    def _try(self, aim: Aim, course: Course, lookahead: SharingLookahead) -> Outcome:
        """Jump, stand for a while, and go back."""
        body, motion = self.body, lookahead.motion
        mark = lookahead.mark()
        leap = self.leap = Leap(body, motion, aim, course)
        self.moves_body = True
        lowest = FALLEN * float(views_of(Motion, motion).com[2] - course.floor)
        stood = 0

        def gives_up() -> bool:
            nonlocal stood
            stood += self.leap is None
            com = views_of(Motion, motion).com
            return bool(com[2] - course.landing < lowest and leap.got) or stood > 25

        lasted = lookahead.rollout(LONGEST, gives_up)
        now = views_of(Motion, motion)
        stands = self.leap is None and now.com[2] - course.landing > 1.5 * lowest
        stepped = 0.0
        if leap.got is not None:
            landed = (now.com[:2] * 0 + leap.landed[:2])
            stepped = float(np.linalg.norm((middle_of_feet(body.anatomy, now)[:2] - landed)))
        lookahead.go_back(mark)
        lookahead.drop(mark)
        self.thrown()
        print("  try", aim, leap.got, stands, round(stepped, 2), round(lasted, 2))
        return Outcome(leap.got, stands, stepped)

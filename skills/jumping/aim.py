"""What a jump aims at, the ground that it crosses, and what came of it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InvalidInput
from ...shots.hand_reach import place_on
from ...simulation.body import Motion
from ...simulation.rotation import Array
from ..behaviour import Values
from ..biped import Biped
from .feet import middle_of_feet

# Rise of a jump where none is asked for: of the way, of a step up, and at least [m]; of a hurdle.
OF_WAY, OF_STEP, LEAST, OF_HURDLE = 0.12, 0.3, 0.12, 0.65
SEES = 1.0  # of the leg above the ground: higher surfaces are no ground
LOOKS = 0.03  # [m] between places at which the ground of the way is looked at


class Aim(NamedTuple):
    """
    Attributes:
        rise: how far the center of mass rises above where it is in standing [m].
        way: (2,) from the middle of the feet to where it lands [m].
        turn: of the body, at the take-off and in the air [rad].
        reach: (2,) how much further ahead of it the feet are as it lands than the capture point
            asks for [m]; of what came of a jump: how far they fell short of catching the body.
    """

    rise: float
    way: Array
    turn: float
    reach: Array

    def corrected(self, asked: Aim, got: Aim, share: float) -> Aim:
        """Further by a share of what it fell short; a jump without a turn is not given one."""
        return Aim(
            self.rise + share * (asked.rise - got.rise),
            self.way + share * (asked.way - got.way),
            self.turn + share * (asked.turn - got.turn) if asked.turn else 0.0,
            self.reach + share * (asked.reach - got.reach),
        )

    def scaled(self, share: float) -> Aim:
        """A smaller jump of the same kind."""
        return Aim(share * self.rise, share * self.way, share * self.turn, self.reach)


class Course(NamedTuple):
    """The ground of a jump.

    Attributes:
        floor: its height at the take-off [m].
        landing: its height where the body lands [m].
        summit: height of the highest ground between [m].
    """

    floor: float
    landing: float
    summit: float

    @property
    def step(self) -> float:
        """How much higher the landing is than the take-off [m]."""
        return self.landing - self.floor

    @property
    def hurdle(self) -> float:
        """How far what is between stands out above both [m]."""
        return self.summit - max(self.floor, self.landing)


def aim_of(body: Biped, now: Motion, values: Values) -> tuple[Aim, Course]:
    """What the parameters of a cue ask for, from where the body stands.

    Raises InvalidInput where there is no ground to land on.
    """
    if values["target"] is not None:
        way = _place_of(body, values["target"])[:2] - middle_of_feet(body.anatomy, now)[:2]
    else:
        c, s = math.cos(body.heading), math.sin(body.heading)
        way = np.array([[c, -s], [s, c]]) @ [values["distance"], values["sideways"]]
    return aim_along(body, now, way, values["height"], values["turn"])


def aim_along(
    body: Biped, now: Motion, way: Array, rise: float | None = None, turn: float = 0.0
) -> tuple[Aim, Course]:
    """A jump along a way (2,) from the feet [m].

    Args:
        rise: how far the center of mass rises [m]; None: as much as the way needs.

    Raises InvalidInput where there is no ground to land on.
    """
    course = _course(body, now, middle_of_feet(body.anatomy, now)[:2], way)
    if rise is None:
        rise = LEAST + OF_WAY * float(np.linalg.norm(way)) + OF_STEP * max(course.step, 0.0)
        rise = max(rise, OF_HURDLE * course.hurdle)
    return Aim(rise, way, turn, np.zeros(2)), course


def _place_of(body: Biped, target: Any) -> Array:
    return place_on(*body.look_at(target)) if isinstance(target, str) else np.array(target, float)


def _course(body: Biped, now: Motion, start: Array, way: Array) -> Course:
    anatomy = body.anatomy
    floor = float((now.origin[anatomy["foot"], 2] - anatomy["ankle_height"]).min())
    if body.footing_heights is None:
        return Course(floor, floor, floor)
    looks = max(math.ceil(float(np.linalg.norm(way)) / LOOKS), 1) + 1
    places = start + np.linspace(0.0, 1.0, looks)[:, None] * way
    heights = body.footing_heights(places, floor + SEES * body.leg)
    if math.isnan(heights[-1]):
        x, y = places[-1]
        raise InvalidInput(f"There is no ground to land on at ({x:.2f}, {y:.2f}).")
    return Course(floor, float(heights[-1]), float(np.nanmax(heights)))

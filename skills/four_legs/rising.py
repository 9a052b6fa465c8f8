"""Rising from sitting, from lying on the belly or on the side (Jones 2011, 5.1.2 to 5.1.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...controllers.quadruped.records import BACK, FRONT
from .get_up_ways import Rise, Roll
from .leaning_off import lean_off, leans_off
from .places import as_standing, has_landed, is_settled, stands_on_all
from .quadruped import Quadruped
from .rolling import rise_from_belly, roll_over
from .routine import Ramp, Routine, Stage, Step

# Numbers without a source: tuned by hand, judged by bench quadruped_postures.
SURGE = 0.3  # of the body's weight: 100 N of a dog's
DIP = 0.26  # of the shoulders, forwards [rad]
HALF_UP = 0.7  # of the standing heights, at which the front feet step back under the body

SIT_TO_STAND = (
    Stage(
        0.9,
        steps=[Step(0, 0.1, 0.4, as_standing(0)), Step(1, 0.5, 0.8, as_standing(1))],
        sets=[("rests", BACK, 0), ("shift", 0, 0.0), ("shift", 1, 0.0)],
        ramps=[Ramp("pitch", FRONT, 0.0, 0.3, DIP), Ramp("pitch", BACK, 0.0, 0.6, 0.0),
               Ramp("surge", None, 0.0, 0.2, SURGE), Ramp("height", BACK, 0.0, 0.6, 1.0)],
        waits_for=has_landed,
    ),
    Stage(0.6, ramps=[Ramp("surge", None, 0.0, 0.3, 0.0), Ramp("pitch", FRONT, 0.0, 0.3, 0.0)]),
    Stage(0.2, waits_for=is_settled, settles=True),
)  # fmt: skip

LIE_TO_STAND = (
    Stage(
        0.6,
        sets=[("rests", BACK, 0), ("rests", FRONT, 0), ("shift", 0, 0.0), ("shift", 1, 0.0),
              ("height", BACK, 0.35), ("height", FRONT, 0.5)],
        ramps=[Ramp("height", FRONT, 0.0, 0.5, HALF_UP), Ramp("height", BACK, 0.0, 0.5, HALF_UP)],
        waits_for=stands_on_all,
    ),
    Stage(0.1, begins=lean_off(0), waits_for=leans_off(0)),
    Stage(0.3, steps=[Step(0, 0.0, 0.3, as_standing(0))], waits_for=has_landed),
    Stage(0.1, begins=lean_off(1), waits_for=leans_off(1)),
    Stage(0.3, steps=[Step(1, 0.0, 0.3, as_standing(1))], waits_for=has_landed),
    Stage(
        0.9,
        sets=[("shift", 0, 0.0), ("shift", 1, 0.0)],
        ramps=[Ramp("height", FRONT, 0.0, 0.6, 1.0), Ramp("height", BACK, 0.0, 0.8, 1.0),
               Ramp("pitch", FRONT, 0.0, 0.3, 0.5 * DIP), Ramp("pitch", FRONT, 0.4, 0.9, 0.0)],
    ),
    Stage(0.2, waits_for=is_settled, settles=True),
)  # fmt: skip


def stand_then(quadruped: Quadruped, then: Callable[[Quadruped], None]) -> None:
    """Call a function once the body stands; a body that sits or lies gets up first."""
    if quadruped.is_rising:
        quadruped.follows = then
        return
    quadruped.routine = None
    if quadruped.posture == "standing":
        then(quadruped)
        return
    quadruped.follows = then
    quadruped.must_choose = quadruped.posture in quadruped.ways_up
    if quadruped.posture == "fallen":
        get_up_from_side(quadruped, Roll(), Rise())
        return
    ends = partial(end_on_feet, quadruped)
    if quadruped.posture == "sitting":
        quadruped.routine = Routine(quadruped, SIT_TO_STAND, ends)
    else:
        step_up_from_belly(quadruped, ends)


def step_up_from_belly(quadruped: Quadruped, ends: Callable[[], None]) -> None:
    """From lying on the belly, one front foot after the other."""
    quadruped.routine = Routine(quadruped, LIE_TO_STAND, ends)


def end_on_feet(quadruped: Quadruped) -> None:
    """Called when the body stands: begin what it got up for."""
    follows, quadruped.follows = quadruped.follows, None
    quadruped.posture = "standing"
    quadruped.events.append("on_feet")
    if follows is not None:
        follows(quadruped)


def get_up_from_side(quadruped: Quadruped, roll: Roll, rise: Rise) -> None:
    """Begin to get up from the side in a given way."""
    ends = partial(end_on_feet, quadruped)
    roll_over(quadruped, roll, partial(rise_from_belly, quadruped, rise, ends))

"""Rising from sitting or from lying on the belly (Jones 2011, Sections 5.1.2 and 5.1.3)."""

from __future__ import annotations

from collections.abc import Callable

from ...controllers.quadruped_records import BACK, FRONT
from .places import as_standing, has_landed, is_settled
from .quadruped import Quadruped
from .routine import Ramp, Routine, Stage, Step

SURGE = 0.3  # of the body's weight: 100 N of a dog's
DIP = 0.26  # of the shoulders, forwards [rad]

SIT_TO_STAND = (
    Stage(
        0.9,
        steps=[Step(0, 0.1, 0.4, as_standing(0)), Step(1, 0.5, 0.8, as_standing(1))],
        sets=[("rests", BACK, 0)],
        ramps=[Ramp("pitch", FRONT, 0.0, 0.3, DIP), Ramp("pitch", BACK, 0.0, 0.6, 0.0),
               Ramp("surge", None, 0.0, 0.2, SURGE), Ramp("height", BACK, 0.0, 0.6, 1.0)],
        waits_for=has_landed,
    ),
    Stage(0.6, ramps=[Ramp("surge", None, 0.0, 0.3, 0.0), Ramp("pitch", FRONT, 0.0, 0.3, 0.0)]),
    Stage(0.2, waits_for=is_settled, settles=True),
)  # fmt: skip

LIE_TO_STAND = (
    Stage(
        1.0,
        sets=[("rests", BACK, 0), ("rests", FRONT, 0),
              ("height", BACK, 0.3), ("height", FRONT, 0.5)],
        ramps=[Ramp("height", FRONT, 0.0, 0.9, 1.0), Ramp("height", BACK, 0.0, 0.9, 1.0),
               Ramp("pitch", FRONT, 0.0, 0.3, DIP)],
    ),
    Stage(0.4, ramps=[Ramp("pitch", FRONT, 0.0, 0.4, 0.0)]),
    Stage(0.2, waits_for=is_settled, settles=True),
)  # fmt: skip


def stand_then(quadruped: Quadruped, then: Callable[[Quadruped], None]) -> None:
    """Do something that is done standing; stand up first where it sits or lies."""
    if quadruped.posture == "standing":
        quadruped.routine = None
        then(quadruped)
        return
    stages = SIT_TO_STAND if quadruped.posture == "sitting" else LIE_TO_STAND

    def ends() -> None:
        quadruped.posture = "standing"
        quadruped.news.append("on_feet")
        then(quadruped)

    quadruped.routine = Routine(quadruped, stages, ends)

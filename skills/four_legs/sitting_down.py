"""Sitting down and lying down, stage by stage (Jones 2011, Sections 5.1.2 and 5.1.3)."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ...controllers.quadruped.records import BACK, FRONT
from .leaning_off import lean_off, leans_off, stay_over
from .places import ahead_of_hip, behind_front, has_landed, is_calm, is_settled
from .quadruped import Quadruped
from .routine import Ramp, Routine, Stage, Step

# Numbers without a source: tuned by hand, judged by bench quadruped_postures.
SHIFT_AHEAD, SHIFT_ASIDE = 0, 1  # parts of a shift [m of a dog]
BEHIND, WIDER = 0.22, 0.06  # of back feet: behind the front ones, wider than the hips [m of a dog]
SETTLE = Stage(0.0, waits_for=is_settled, settles=True)
SITS, LOW_SHOULDERS = 0.27, 0.45  # heights, of standing
AHEAD_OF_HIPS = 0.45  # of the leg: place of the back feet of a sitting body
PELVIS_SHARE, TORSO_SHARE = 1.157, 0.771  # of the tilt of the line from hips to shoulders

STEP_UNDER = (
    SETTLE,
    Stage(
        0.5,
        begins=lean_off(2),
        ramps=[Ramp("height", BACK, 0.0, 0.5, 0.8), Ramp("height", FRONT, 0.0, 0.5, 0.93)],
        waits_for=leans_off(2),
    ),
    Stage(
        0.3,
        steps=[Step(2, 0.0, 0.3, behind_front(BEHIND, WIDER, 2))],
        ramps=[Ramp("height", BACK, 0.0, 0.3, 0.75)],
        waits_for=has_landed,
    ),
    Stage(0.3, begins=lean_off(3), ramps=[Ramp("height", BACK, 0.0, 0.3, 0.65)],
          waits_for=leans_off(3)),
    Stage(
        0.3,
        steps=[Step(3, 0.0, 0.3, behind_front(BEHIND, WIDER, 3))],
        ramps=[Ramp("height", BACK, 0.0, 0.3, 0.6)],
        waits_for=has_landed,
    ),
)  # fmt: skip

SIT_TO_LIE = (
    Stage(
        0.8,
        steps=[Step(0, 0.0, 0.3, ahead_of_hip(0.2, 0.04, 0)),
               Step(1, 0.35, 0.65, ahead_of_hip(0.2, 0.04, 1))],
        ramps=[Ramp("height", FRONT, 0.2, 0.8, LOW_SHOULDERS), Ramp("pitch", FRONT, 0.2, 0.8, 0.0),
               Ramp("pitch", BACK, 0.2, 0.8, -0.2), Ramp("roll", FRONT, 0.3, 0.4, 0.3),
               ],
        waits_for=has_landed,
    ),
    Stage(
        0.6,
        begins=stay_over,
        sets=[("rests", FRONT, 1)],
        ramps=[Ramp("pitch", BACK, 0.0, 0.4, 0.0), Ramp("roll", FRONT, 0.0, 0.2, 0.0)],
        waits_for=is_calm,
    ),
)  # fmt: skip


def stand_to_sit(quadruped: Quadruped) -> tuple[Stage, ...]:
    """Back feet step under the body, then the hips sink between them."""
    tilt = seated_tilt(quadruped)
    sink = Stage(
        0.8,
        ramps=[Ramp("shift", SHIFT_AHEAD, 0.0, 0.01, -0.055),
               Ramp("shift", SHIFT_AHEAD, 0.1, 0.8, -0.15),
               Ramp("shift", SHIFT_ASIDE, 0.0, 0.3, 0.0), Ramp("height", BACK, 0.0, 0.8, SITS),
               Ramp("height", FRONT, 0.0, 0.8, 1.0),
               Ramp("pitch", BACK, 0.0, 0.8, -PELVIS_SHARE * tilt),
               Ramp("pitch", FRONT, 0.0, 0.8, -TORSO_SHARE * tilt)],
    )  # fmt: skip
    return (*STEP_UNDER, sink, Stage(0.3, sets=[("rests", BACK, 1)], waits_for=is_calm))


def seated_tilt(quadruped: Quadruped) -> float:
    """Tilt of the line from hips to shoulders [rad], with back legs folded and front legs standing.

    A larger tilt would lift a body whose back legs do not fold as far off its front feet.
    """
    anatomy, leg = quadruped.anatomy, quadruped.leg
    folded = max(float(anatomy["shortest"][2]) ** 2 - (AHEAD_OF_HIPS * leg) ** 2, 0.0)
    seat = max(SITS * float(anatomy["frame_height"][BACK]), math.sqrt(folded))
    origins = quadruped.character.standing_origins()
    ahead, _, up = np.subtract(origins["upper_leg.FL"], origins["upper_leg.BL"])
    trunk = math.hypot(ahead, up)
    rises = min(max((float(anatomy["frame_height"][FRONT]) - seat) / trunk, 0.0), 1.0)
    return math.asin(rises) - math.asin(up / trunk)


def sit_down(quadruped: Quadruped) -> None:
    """Sit down from standing; a lying body stands up first."""
    if quadruped.posture == "standing":
        quadruped.posture = "sitting"
        reports = partial(_report_event, quadruped, "seated")
        quadruped.routine = Routine(quadruped, stand_to_sit(quadruped), reports)


def lie_down(quadruped: Quadruped) -> None:
    """Lie down on the belly, from standing or sitting."""
    if quadruped.posture == "lying":
        if quadruped.routine is None:
            _report_event(quadruped, "lying")
        return
    sits = stand_to_sit(quadruped) if quadruped.posture == "standing" else ()
    quadruped.posture = "lying"
    reports = partial(_report_event, quadruped, "lying")
    quadruped.routine = Routine(quadruped, (*sits, *SIT_TO_LIE), reports)


def _report_event(quadruped: Quadruped, event: str) -> None:
    quadruped.events.append(event)

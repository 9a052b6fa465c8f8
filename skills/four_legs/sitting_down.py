"""Sitting down and lying down (Jones 2011, Sections 5.1.2 and 5.1.3)."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ...catalogue.posture_changes import posture_change
from ...controllers.quadruped.records import BACK, FRONT
from .quadruped import Quadruped
from .routine import Routine, Stage
from .stages import stages_of

AHEAD_OF_HIPS = 0.45  # of the leg: place of the back feet of a sitting body; tuned by hand


def stand_to_sit(quadruped: Quadruped) -> tuple[Stage, ...]:
    """Back feet step under the body, then the hips sink between them."""
    return stages_of("stand_to_sit", seated_tilt(quadruped))


def seated_tilt(quadruped: Quadruped) -> float:
    """Tilt of the line from hips to shoulders [rad], with back legs folded and front legs standing.

    A larger tilt would lift a body whose back legs do not fold as far off its front feet.
    """
    anatomy, leg = quadruped.anatomy, quadruped.leg
    folded = max(float(anatomy["shortest"][2]) ** 2 - (AHEAD_OF_HIPS * leg) ** 2, 0.0)
    sits = posture_change("stand_to_sit").last("height.back")
    seat = max(sits * float(anatomy["frame_height"][BACK]), math.sqrt(folded))
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
    quadruped.routine = Routine(quadruped, (*sits, *stages_of("sit_to_lie")), reports)


def _report_event(quadruped: Quadruped, event: str) -> None:
    quadruped.events.append(event)

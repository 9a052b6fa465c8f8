"""Sit down on the haunches (Jones 2011, Section 5.1.2)."""

from __future__ import annotations

from .quadruped import Quadruped, Values, stand_still
from .rising import stand_then
from .sitting_down import sit_down

MAY_TOUCH = None


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    if quadruped.posture != "sitting" or quadruped.is_rising:
        stand_then(quadruped, _sit)
    elif quadruped.routine is None:
        quadruped.news.append("seated")


def _sit(quadruped: Quadruped) -> None:
    stand_still(quadruped)
    sit_down(quadruped)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now: it has none."""

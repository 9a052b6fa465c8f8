"""Lie down on the belly (Jones 2011, Section 5.1.3)."""

from __future__ import annotations

from .quadruped import Quadruped, Values, stand_still
from .rising import stand_then
from .sitting_down import lie_down

MAY_TOUCH = None


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    if quadruped.posture in ("standing", "fallen") or quadruped.is_rising:
        stand_then(quadruped, _lie)
    else:
        lie_down(quadruped)


def _lie(quadruped: Quadruped) -> None:
    stand_still(quadruped)
    lie_down(quadruped)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now: it has none."""

"""Get up from sitting, or from lying on the belly or a side, and stand."""

from __future__ import annotations

from . import stand
from .quadruped import PAWS, Quadruped, Values

MAY_TOUCH = PAWS  # once it is up


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    stand.begin(quadruped)
    if not quadruped.is_rising:
        quadruped.news.append("on_feet")


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    stand.command(quadruped, values)

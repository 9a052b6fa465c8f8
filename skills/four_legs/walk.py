"""Walk at a speed in a direction."""

from __future__ import annotations

from .gait import begin_gait, command_gait
from .quadruped import PAWS, Quadruped, Values

MAY_TOUCH = PAWS


def begin(quadruped: Quadruped) -> None:
    """Called once when a cue starts."""
    begin_gait(quadruped)


def command(quadruped: Quadruped, values: Values) -> None:
    """Set what the cue's parameters say now."""
    command_gait(quadruped, "walk", values)

"""Pace at a speed in a direction."""

from __future__ import annotations

from .planned import PlannedGait


class Pace(PlannedGait):
    gait = "pace"

"""Trot at a speed in a direction."""

from __future__ import annotations

from .planned import PlannedGait


class Trot(PlannedGait):
    gait = "trot"

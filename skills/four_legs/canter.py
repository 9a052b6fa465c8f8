"""Canter at a speed in a direction: in three beats, a back foot, a diagonal pair, a front foot."""

from __future__ import annotations

from .asymmetrical import AsymmetricalGait


class Canter(AsymmetricalGait):
    rhythm = "canter"
    begins_at = 0.7
    fastest = 1.2

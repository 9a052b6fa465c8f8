"""Canter at a speed in a direction: in three beats, a back foot, a diagonal pair, a front foot."""

from __future__ import annotations

from .springing import SpringingGait


class Canter(SpringingGait):
    rhythm = "canter"
    springs_from = 0.7
    fastest = 1.2

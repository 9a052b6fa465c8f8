"""Trot at a speed in a direction."""

from __future__ import annotations

from .gait import Gait


class Trot(Gait):
    gait = "trot"

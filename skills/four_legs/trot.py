"""Trot at a speed in a direction."""

from __future__ import annotations

from .planned import Planned


class Trot(Planned):
    gait = "trot"

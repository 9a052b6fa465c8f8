"""Pace at a speed in a direction."""

from __future__ import annotations

from .planned import Planned


class Pace(Planned):
    gait = "pace"

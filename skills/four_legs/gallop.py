"""Gallop at a speed in a direction, a transverse one: the hind feet land, then the front feet."""

from __future__ import annotations

from .asymmetrical import AsymmetricalGait


class Gallop(AsymmetricalGait):
    rhythm = "gallop"
    begins_at = 1.0
    fastest = 1.6

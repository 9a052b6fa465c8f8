"""Gallop at a speed in a direction: the front feet land soon after each other, and so do the back.

Both pairs' landings follow the trot's out of which the gallop comes: those of a transverse gallop.
"""

from __future__ import annotations

from .springing import SpringingGait


class Gallop(SpringingGait):
    rhythm = "gallop"
    springs_from = 1.0
    fastest = 1.6

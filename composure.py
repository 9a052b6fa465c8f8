"""Whether a walker goes on as it did, or something has just thrown it off its way."""

from __future__ import annotations

import math

from .simulation.rotation import Array

THROWN = 0.12  # of the root of gravity times leg: a change of velocity that calls for haste
SETTLING = 1.0  # [s] over which the usual velocity is taken


class Composure:
    """Compares a body's velocity with what it has been over the last step or two."""

    def __init__(self, leg: float, gravity: float) -> None:
        """Of a body whose legs are so long [m], at rest, where gravity is so strong [m/s2]."""
        self._most = THROWN * math.sqrt(gravity * leg)
        self._usual, self._asked = (0.0, 0.0), 0.0

    def is_kept(self, velocity: Array, time: float) -> bool:
        """Whether the (3,) velocity [m/s] of its center of mass is about the usual one now [s]."""
        share, (x, y) = min((time - self._asked) / SETTLING, 1.0), self._usual
        self._asked = time
        ahead, aside = velocity.item(0) - x, velocity.item(1) - y
        self._usual = x + share * ahead, y + share * aside
        return math.hypot(ahead, aside) < self._most

"""The path of a foot onto a platform, or off it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...simulation.rotation import Array
from ..jumping.feet import smooth

LEVEL_BY, LANDS_FROM, LANDS_BY = 0.5, 0.5, 0.9  # shares of the step, of its pitch
GRAIN = 1e-3  # of the step, over which its velocity is taken


@dataclass(frozen=True)
class FootPath:
    """Up, ahead, and down to where the foot bears.

    Attributes:
        start, goal: (3,) of the ankle [m]; top: the height that it passes over [m].
        lasts: [s].
        goes_from, gone_by: shares of the step between which it goes ahead; risen: by which it is
            up.
        pitch, lands: of the foot as it leaves, and as it comes down [rad].
    """

    start: Array
    goal: Array
    top: float
    lasts: float
    goes_from: float
    gone_by: float
    risen: float
    pitch: float
    lands: float

    def place(self, share: float) -> Array:
        """(3,) of the ankle at a share of the step [m]."""
        gone = smooth((share - self.goes_from) / (self.gone_by - self.goes_from))
        place: Array = self.start + gone * (self.goal - self.start)
        if share < self.risen:
            place[2] = self.start[2] + smooth(share / self.risen) * (self.top - self.start[2])
        else:
            sunk = smooth((share - self.risen) / (1.0 - self.risen))
            place[2] = self.top + sunk * (self.goal[2] - self.top)
        return place

    def velocity(self, share: float) -> Array:
        """(3,) of the ankle [m/s]."""
        if not 0.0 < share < 1.0:
            return np.zeros(3)
        change: Array = self.place(share + GRAIN) - self.place(share - GRAIN)
        return change / (2.0 * GRAIN * self.lasts)

    def pitch_at(self, share: float) -> float:
        """Of the foot, toes down [rad]."""
        landing = self.lands * smooth((share - LANDS_FROM) / (LANDS_BY - LANDS_FROM))
        return self.pitch * (1.0 - smooth(share / LEVEL_BY)) + landing

"""Detects that a carried prop hangs still."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...simulation.rotation import Array

STILL, STILL_FOR = 0.25, 0.2  # slower than this [m/s] for so long [s]


@dataclass
class Swing:
    """The motion of a prop, sampled many times a second.

    Attributes:
        place: (3,) at the last sample [m]; time: of that sample [s].
        still_since: time since which the prop has been slow [s]; None while it is not.
    """

    place: Array | None = None
    time: float = 0.0
    still_since: float | None = None

    def has_settled(self, place: Array, time: float) -> bool:
        """Whether the prop, now at a place (3,) [m], hangs still."""
        if self.place is not None and time > self.time:
            speed = float(np.linalg.norm(place - self.place)) / (time - self.time)
            if speed > STILL:
                self.still_since = None
            elif self.still_since is None:
                self.still_since = time
        self.place, self.time = place.copy(), time
        return self.still_since is not None and time - self.still_since >= STILL_FOR

"""Detects when a falling body has fallen, and when it lies at rest."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..simulation.body import Motion

LOOK_STEPS = 20  # time steps from one look at a fall to the next
STILL, STILL_FOR = 0.1, 0.3  # every segment slower than this for so long: at rest [m/s], [s]
LIES_FOR = 0.6  # [s] that the center of mass is as slow: at rest, though limp limbs tremble
DOWN = 0.03  # of body weight on anything but the feet: it has fallen


class ComingToRest:
    """Watches a fall: `has_fallen` once more than the feet bear, `is_at_rest` once the body lies.

    Args:
        feet: segments that bear a body on its feet.
        weight: of the body [N].
        has_fallen: whether the event "fell" has been returned already.
    """

    def __init__(self, feet: Iterable[int], weight: float, has_fallen: bool = False) -> None:
        self._feet, self._weight = list(feet), weight
        self._still_for = self._lies_for = 0.0
        self.has_fallen, self.is_at_rest = has_fallen, False

    def look(self, motion: Motion, passed: float, stays: bool = False) -> list[str]:
        """The events of the time [s] since the last look: "fell", "at_rest", or none.

        Args:
            stays: whether the body is to stay down: it is not at rest before it may get up.
        """
        events = []
        bearing = float(motion.load.sum() - motion.load[self._feet].sum())
        if not self.has_fallen and bearing > DOWN * self._weight:
            self.has_fallen = True
            events.append("fell")
        fastest = float(np.linalg.norm(motion.velocity, axis=1).max())
        moves = float(np.linalg.norm(motion.com_velocity))
        self._still_for = self._still_for + passed if fastest < STILL else 0.0
        self._lies_for = self._lies_for + passed if moves < STILL else 0.0
        lies = self._still_for >= STILL_FOR or self._lies_for >= LIES_FOR
        if self.has_fallen and not (self.is_at_rest or stays) and lies:
            self.is_at_rest = True
            events.append("at_rest")
        return events

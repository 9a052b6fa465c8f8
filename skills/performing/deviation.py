"""How far a body is off the clip that it performs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...motion.performing.reference import PerformedReference
from ...simulation.body import Motion
from ...simulation.rotation import rotation_from_to

Array = NDArray[np.float64]
# What counts as much as the others; tuned: bench performing. Places and speeds may be further off
# than postures: a step that catches a body costs little, a body that was not caught falls.
PARTS_OFF, PELVIS_OFF, HEIGHT_OFF = 0.1, 0.2, 0.06  # [m], [rad], [m]
DRIFT, SPEED_OFF = 0.4, 0.8  # [m], [m/s] of the center of mass over the ground
LOOSE = 0.5  # of the weight of what is exact: pelvis, drift and speed
LOST = 60.0  # a deviation from which no body comes back


class Deviation:
    """Measures a body's state against a frame of the clip."""

    def __init__(self, reference: PerformedReference) -> None:
        placed, count = reference.placed, len(reference.figure.names)
        self._parts = placed.centers - placed.com[:, None]
        self._pelvis = placed.axes[:, 0]
        self._com, self._velocity = reference.com, reference.com_velocity
        self._last, self._count = reference.frames - 1, count

    def of(self, motion: Motion, frame: int) -> float:
        """The deviation, 1 where each measure is at its tolerance, as in SAMCON's sums of terms
        (Liu et al. 2010, Section 4).
        """
        at = min(frame, self._last)
        apart = motion.center[: self._count] - motion.com - self._parts[at]
        parts = float(np.mean(np.sum(apart * apart, axis=1))) / PARTS_OFF**2
        turned = rotation_from_to(motion.rotation[0], self._pelvis[at])
        pelvis = float(turned @ turned) / PELVIS_OFF**2
        off, slip = motion.com - self._com[at], motion.com_velocity - self._velocity[at]
        height, drift = off[2] ** 2 / HEIGHT_OFF**2, float(off[:2] @ off[:2]) / DRIFT**2
        speed = float(slip @ slip) / SPEED_OFF**2
        return parts + height + LOOSE * (pelvis + drift + speed)

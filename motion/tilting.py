"""Tilt of support feet about the cart, in proportion to its force, for tracking.

Kwon and Hodgins 2010, equation 10.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_rotation_vectors

Array = NDArray[np.float64]
TILT_PER_FORCE = 0.001  # k [rad/N], of an adult, in the middle of a half stride
LARGEST = np.radians(10.0)


@dataclass(frozen=True, eq=False)
class FootTilt:
    """Rotation of support feet about the cart.

    Attributes:
        force: (2,) on the cart [N], of the clip's body.
        keys: (k,) phases at which half strides begin, where the rotation is zero.
    """

    force: Array
    keys: Array

    def turned(
        self, ankle: Array, turn: Array, cart: Array, phase: float
    ) -> tuple[Array, Array]:
        """A support foot's ankle (3,) [m] and orientation (3, 3), turned about the cart (2,)."""
        axis = np.array([-self.force[1], self.force[0], 0.0])  # the force, turned by 90 degrees
        size = float(np.linalg.norm(axis))
        if size == 0.0:
            return ankle, turn
        angle = min(TILT_PER_FORCE * self._share(phase) * size, float(LARGEST))
        rotation = matrices_from_rotation_vectors(angle * axis / size)
        center = np.append(cart, 0.0)
        return center + rotation @ (ankle - center), rotation @ turn

    def _share(self, phase: float) -> float:
        """0 where half strides begin, 1 in their middles, linear between."""
        ends = np.append(self.keys, self.keys[0] + 1.0)
        middles = (ends[1:] + ends[:-1]) / 2.0
        at = np.sort(np.concatenate([self.keys, middles]))
        heights = np.isin(at, middles).astype(float)
        return float(np.interp(phase, at, heights, period=1.0))

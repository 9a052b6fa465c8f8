"""Limbs with a hinge in the middle: elbow or knee."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of
from .biped_frames import X, Y, Z
from .joint_numbers import about

Array = NDArray[np.float64]
ELBOW, KNEE = -1.0, 1.0  # sense about y in which the joint bends
BENT = np.radians(20.0)  # least bend that shows the axis of the hinge


def hinged_limb(upper: Array, lower: Array, sense: float) -> tuple[Array, Array]:
    """Axes (frames, 3, 3) of both parts in the world; the upper part twists so that a hinge joins
    them.

    Args:
        upper, lower: (frames, 3, 3) axes as captured; z points up the limb.
        sense: ELBOW or KNEE.
    """
    across = np.cross(upper[:, :, Z], lower[:, :, Z])
    sine = np.linalg.norm(across, axis=1, keepdims=True)
    shown = sense * across / np.maximum(sine, 1e-9)
    own = upper[:, :, Y]
    shown *= np.where(np.sum(shown * own, axis=1, keepdims=True) < -0.5, -1.0, 1.0)
    share = np.clip(sine / np.sin(BENT), 0.0, 1.0)
    hinge = share * shown + (1.0 - share) * own
    up = upper[:, :, Z]
    hinge -= np.sum(hinge * up, axis=1, keepdims=True) * up
    hinge /= np.linalg.norm(hinge, axis=1, keepdims=True)
    turned = np.stack([np.cross(hinge, up), hinge, up], axis=-1)
    inside = np.swapaxes(turned, 1, 2) @ lower
    bend = angle_of(inside[:, X, Z], inside[:, Z, Z])
    return turned, turned @ about(Y, bend)

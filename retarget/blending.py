"""Blending from a pose into a motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, quaternions_from_matrices, slerp
from .channels import Channels

Array = NDArray[np.float64]


def ease_in(frames: int, over: int) -> Array:
    """The weight of the motion (frames,): 0 on the first frame, 1 from frame `over` on."""
    share = np.clip(np.arange(frames) / over, 0.0, 1.0)
    eased: Array = share**2 * (3 - 2 * share)
    return eased


def blend_channels(pose: Channels, motion: Channels, shares: Array) -> Channels:
    """Blend from the pose (1 frame) into the motion, which has the weight `shares` (frames,)."""
    return replace(
        motion,
        rotations=blend_rotations(pose.rotations, motion.rotations, shares),
        locations=blend_points(pose.locations, motion.locations, shares),
    )


def blend_rotations(start: Array, rotations: Array, shares: Array) -> Array:
    """Blend along the shorter arc from matrices (1 or frames, 3, 3) to others (frames, 3, 3)."""
    q = quaternions_from_matrices(rotations)
    first = np.broadcast_to(quaternions_from_matrices(start), q.shape)
    return matrices_from_quaternions(slerp(first, q, shares))


def blend_points(start: Array, points: Array, shares: Array) -> Array:
    """Blend linearly from a point (1, 3) to points (frames, 3)."""
    blended: Array = start + shares[:, None] * (points - start)
    return blended

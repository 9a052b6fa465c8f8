"""Where in a clip a body goes on that was thrown over and got up again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...motion.biped_frames import X, Y, Z
from ...motion.joint_numbers import about
from ...motion.performing.reference import PerformedReference
from ...motion.performing.track import RATE
from ...simulation.body import Motion
from ...simulation.rotation import heading_of

Array = NDArray[np.float64]
EVERY = 10  # frames between two that are compared
SPEED_WEIGHT = 0.1  # [m/(m/s)] of the clip's speed: a body that got up is at rest
LEAST_LEFT = 0.2  # [s] of the clip after the frame, also for a body thrown over later


def fitting_frame(reference: PerformedReference, motion: Motion, thrown: int = 0) -> int:
    """The frame after the one in which a body was thrown over [frames] that is nearest to its pose.
    """
    last = max(reference.frames - round(LEAST_LEFT * RATE), 0)
    frames = np.arange(min(thrown, last), last + 1, EVERY)
    placed = reference.placed
    axes = placed.axes[frames, 0]
    facing = np.arctan2(axes[:, Y, X], axes[:, X, X])
    level = about(Z, -facing)
    parts = np.einsum("fij,fkj->fki", level, placed.centers[frames] - placed.com[frames, None])
    own = motion.center[: parts.shape[1]] - motion.com
    own = own @ about(Z, np.array(-heading_of(motion.rotation[0]))).T
    apart = np.linalg.norm(parts - own, axis=2).mean(axis=1)
    speed = np.linalg.norm(reference.com_velocity[frames], axis=1)
    return int(frames[np.argmin(apart + SPEED_WEIGHT * speed)])

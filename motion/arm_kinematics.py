"""Analytic inverse kinematics of arms: the elbow bends in the plane in which it bends already."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .biped_frames import SIDES, Figure, Placed, Y
from .joint_numbers import about
from .leg_kinematics import MIRRORED, bend_of, frame_along, within_reach

Array = NDArray[np.float64]


def move_wrists(figure: Figure, turns: Array, placed: Placed, wrists: Array) -> None:
    """Change the arms' turns so that the wrists are elsewhere.

    Args:
        turns: (frames, n, 3, 3) as in `Posture`, changed here.
        placed: the body before.
        wrists: (frames, 2, 3) target places [m].
    """
    for s, side in enumerate(SIDES):
        trunk, arm, forearm, hand = (
            figure.index[name] for name in ("torso", *(n + side for n in
            ("upper_arm", "lower_arm", "hand")))
        )  # fmt: skip
        way = wrists[:, s] - placed.origins[:, arm]
        hinge = placed.axes[:, arm, :, Y]
        square = np.sum(way * way, axis=1, keepdims=True)
        hinge = hinge - np.sum(way * hinge, axis=1, keepdims=True) / square * way
        hinge /= np.linalg.norm(hinge, axis=1, keepdims=True)
        upper, lower = figure.offsets[forearm] * MIRRORED, figure.offsets[hand] * MIRRORED
        reach = within_reach(np.sqrt(square[:, 0]), upper, lower)
        bend, lean = bend_of(reach, upper, lower)
        arm_axes = frame_along(way / np.sqrt(square), hinge) @ about(Y, lean)
        above = np.swapaxes(placed.axes[:, trunk], 1, 2)
        turns[:, arm] = above @ arm_axes
        turns[:, forearm] = about(Y, -bend)

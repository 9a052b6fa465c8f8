"""The root joint of a planar body: two slides and a hinge from a frame fixed in the world."""

from __future__ import annotations

import math

import numpy as np

from .compiled import compiled
from .rotation import Array, about_y, matrix_of, product, quaternion_of, times

RAILS = 3  # joints of the engine: forwards, upwards, and a turn about y
FORWARDS, UPWARDS, ACROSS = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)


@compiled
def root_in_plane(frame: Array, positions: Array, rates: Array, center: Array) -> Array:
    """(13,) position of the root's center of mass, quaternion, velocity, angular velocity.

    Args:
        frame: (7,) position and orientation of the rails' fixed frame.
        positions, rates: of the rails, and of any further joints.
        center: (3,) the root's center of mass in its frame [m].
    """
    standing = matrix_of(frame[3:7])
    turned = product(standing, about_y(positions[2]))
    arm = times(turned, center)
    root = np.empty(13)
    root[3:7] = quaternion_of(turned)
    for k in range(3):
        forwards, across, upwards = standing[k, 0], standing[k, 1], standing[k, 2]
        root[k] = frame[k] + forwards * positions[0] + upwards * positions[1] + arm[k]
        root[7 + k] = forwards * rates[0] + upwards * rates[1]
        root[10 + k] = across * rates[2]
    root[7] += root[11] * arm[2] - root[12] * arm[1]
    root[8] += root[12] * arm[0] - root[10] * arm[2]
    root[9] += root[10] * arm[1] - root[11] * arm[0]
    return root


def place_on_rails(position: Array, orientation: Array) -> tuple[Array, Array, Array]:
    """The rails' fixed frame, and the root's position along the rails.

    Args:
        position: (3,) of the root's origin; orientation: (4,), a heading and a pitch.

    Returns:
        (3,) and (4,): the fixed frame; (3,): positions of the rails.
    """
    root = matrix_of(np.asarray(orientation, float))
    pitch = math.atan2(-root[2, 0], root[2, 2])
    heading = math.atan2(-root[0, 1], root[1, 1])
    standing = np.array([math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)])
    return (
        np.array([position[0], position[1], 0.0]), standing, np.array([0.0, position[2], pitch])
    )  # fmt: skip

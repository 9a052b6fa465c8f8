"""How far a body's state is off a frame of the clip that it performs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import (
    Array,
    cross,
    product,
    rotation_from_to,
    times,
    transposed_times,
)
from ..program.record import Rows

# What counts as much as the others; tuned: bench performing. Over the ground it counts where the
# body will be soon: a step that catches it then costs little, one that was not made a fall.
PARTS_OFF, PELVIS_OFF, HEIGHT_OFF = 0.1, 0.3, 0.06  # [m], [rad], [m]
HEADS_OFF, SOON = 0.13, 0.3  # [m] of where the center of mass will be, after a time [s]
RISES_OFF, SPINS_OFF = 1.0, 1.5  # [m/s] upwards, [rad/s] of the whole body
JOINTS_OFF = 0.3  # [rad] root mean square
BEYOND_RANGE = 0.05  # [rad] of the joint that is furthest beyond its range


class Aims(NamedTuple):
    """A frame of a clip as a body's state is compared with it, of n segments.

    Attributes:
        parts: (n, 3) segments over the center of mass [m].
        axes: (n, 3, 3) their frames.
        com, com_velocity: (3,) center of mass [m], [m/s].
        turning: (3,) angular momentum about it, over the mass [m2/s].
        chains, joints: (n,) shares by which segments and joints count.
        bearing: (1,) share by which the whole body counts.
    """

    parts: Array
    axes: Array
    com: Array
    com_velocity: Array
    turning: Array
    chains: Array
    joints: Array
    bearing: Array


@compiled
def deviation(
    bodies: Rows[Body], motions: Rows[Motion], aims: Aims, moving: int, beyond: float
) -> float:
    """The deviation, 1 where a measure is at its tolerance: a sum of terms as in SAMCON (Liu et
    al. 2010, Section 4), but with the state as it will be soon in place of the present one.

    Args:
        moving: number of joints that are not fixed.
        beyond: angle [rad] by which the joint that was so most came beyond its range.
    """
    body, motion, count = bodies[0], motions[0], len(aims.parts)
    parts, joints, way, rising = 0.0, 0.0, 0.0, 0.0
    for i in range(count):
        for k in range(3):
            apart = motion.center[i, k] - motion.com[k] - aims.parts[i, k]
            parts += aims.chains[i] * apart * apart / (count * PARTS_OFF**2)
        if i > 0:
            joints += aims.joints[i] * _bent_apart(body, motion, aims, i)
    turned = rotation_from_to(motion.rotation[0], aims.axes[0])
    pelvis = (turned[0] ** 2 + turned[1] ** 2 + turned[2] ** 2) / PELVIS_OFF**2
    for k in range(2):
        slip = motion.com_velocity[k] - aims.com_velocity[k]
        way += ((motion.com[k] - aims.com[k] + SOON * slip) / HEADS_OFF) ** 2
    rising += ((motion.com[2] - aims.com[2]) / HEIGHT_OFF) ** 2
    rising += ((motion.com_velocity[2] - aims.com_velocity[2]) / RISES_OFF) ** 2
    whole = pelvis + way + rising + _spins_off(body, motion, aims, count)
    bent = joints / (moving * JOINTS_OFF**2) + (beyond / BEYOND_RANGE) ** 2
    return parts + bent + aims.bearing[0] * whole


@compiled
def _bent_apart(body: Body, motion: Motion, aims: Aims, i: int) -> float:
    """2 (1 - cos) of the angle between a joint and the clip's, near its square [rad2]."""
    parent = body.parent[i]
    own = product(motion.rotation[parent].T.copy(), motion.rotation[i])
    asked = product(aims.axes[parent].T.copy(), aims.axes[i])
    return float(3.0 - (own * asked).sum())


@compiled
def _spins_off(body: Body, motion: Motion, aims: Aims, count: int) -> float:
    """The deviation of the angular momentum, as the speed at which the whole body turns."""
    total, mass, size, arm, moving = np.zeros(3), 0.0, 0.0, np.empty(3), np.empty(3)
    for i in range(count):
        own = transposed_times(motion.rotation[i], motion.angular_velocity[i])
        for k in range(3):
            arm[k] = motion.center[i, k] - motion.com[k]
            moving[k] = motion.velocity[i, k] - motion.com_velocity[k]
            own[k] *= body.inertia[i, k]
            size += body.mass[i] * arm[k] ** 2 * 2.0 / 3.0
        total += body.mass[i] * cross(arm, moving) + times(motion.rotation[i], own)
        mass += body.mass[i]
    off = (total - mass * aims.turning) / size
    return float((off[0] ** 2 + off[1] ** 2 + off[2] ** 2) / SPINS_OFF**2)

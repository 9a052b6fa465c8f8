"""The tail of a four-legged body: carried loosely, limp where it may lie as the body rolls.

It is so light that torques which do not know of the ground, or of a trunk that is shaken, would
throw it about, and the body with it: damping that suits its inertia never does.
"""

from __future__ import annotations

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_y, product, rotation_from_to
from .anatomy import Record
from .paws import paw
from .quadruped_records import BACK
from .yielding import lightest

LIMP_DAMPING = 0.25  # of its joints' damping
HANGS_FROM = 0.75  # of the hips' standing height: lower, a tail may come to the ground
LIFTS = 0.5  # of the pelvis' pitch: how far each of its joints lifts the tail of one who sits


@compiled
def trail_tail(body: Body, who: Record, motion: Motion, command: Record, torques: Array) -> None:
    """Replace the torque rows (n, 3) of the tail: its weight is held, its shape is followed."""
    limp = command["tucked"].any() and _is_low(who, motion)
    for k in range(who["tail_count"]):
        i = who["tail"][k]
        if limp:
            _follow(body, motion, command, i, 0.0, LIMP_DAMPING * body.damping[i], torques[i])
            continue
        _follow(body, motion, command, i, body.stiffness[i], body.damping[i], torques[i])
        for m in range(k, who["tail_count"]):
            hangs = who["tail"][m]
            lever = motion.center[hangs] - motion.origin[i]
            weight = body.mass[hangs] * command["gravity"]
            torques[i, 0] += lever[1] * weight
            torques[i, 1] -= lever[0] * weight


@compiled
def _is_low(who: Record, motion: Motion) -> bool:
    """Whether the hips are so low that the tail may lie on the ground."""
    lowest = paw(motion, who, 0)[2]
    for leg in range(1, 4):
        lowest = min(lowest, paw(motion, who, leg)[2])
    hips: float = motion.origin[who["frame"][BACK], 2]
    return hips - lowest <= HANGS_FROM * who["frame_height"][BACK]


@compiled
def _follow(
    body: Body, motion: Motion, command: Record, i: int, stiffness: float, damping: float,
    torque: Array,
) -> None:  # fmt: skip
    """Set a joint's torque (3,) to what turns it to its shape, softly enough for its inertia."""
    parent, dt = body.parent[i], command["dt"]
    soft = 1.0 + (damping * dt + stiffness * dt * dt) / lightest(body, i)
    error = np.zeros(3)
    if stiffness > 0.0:
        shape = about_y(-LIFTS * command["pitch"][BACK])
        error = rotation_from_to(motion.rotation[i], product(motion.rotation[parent], shape))
    for k in range(3):
        slip = motion.spin[i, k] - motion.spin[parent, k]
        torque[k] = (stiffness * error[k] - damping * slip) / soft

"""Whether a walker falls for certain, while there is still time to reach for the ground."""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ..program.anatomy import Anatomy
from ..program.record import Rows

TOO_FAR_OVER = math.cos(math.radians(70.0))  # of the trunk's lean: no walker recovers from it
# A trunk that will lean so far this soon [s], while the body would come to rest so far from its
# nearer foot [of the leg], falls as well: arms need time to reach the ground.
LEANS, SOON, BEYOND_STEP = math.cos(math.radians(30.0)), 0.2, 1.1


@compiled
def topples(motions: Rows[Motion], anatomies: Rows[Anatomy], gravity: float) -> bool:
    """Whether a body's trunk leans too far, or soon will and no step can help.

    Args:
        gravity: [m/s2].
    """
    motion, anatomy = motions[0], anatomies[0]
    trunk = anatomy["torso"]
    up = motion.rotation[trunk, 2, 2]
    if up < TOO_FAR_OVER or up > LEANS:
        return bool(up < TOO_FAR_OVER)
    axis, turning = motion.rotation[trunk, :, 2], motion.angular_velocity[trunk]
    rising = turning[0] * axis[1] - turning[1] * axis[0]  # of the trunk's axis [1/s]
    return bool(up + SOON * rising < TOO_FAR_OVER) and _is_beyond_a_step(motion, anatomy, gravity)


@compiled
def _is_beyond_a_step(motion: Motion, anatomy: Anatomy, gravity: float) -> bool:
    """Whether no step reaches where the body would come to rest."""
    pace = math.sqrt(max(motion.com[2], 0.0) / gravity)
    nearest = math.inf
    for foot in anatomy["foot"]:
        ahead = motion.com[0] + pace * motion.com_velocity[0] - motion.origin[foot, 0]
        left = motion.com[1] + pace * motion.com_velocity[1] - motion.origin[foot, 1]
        nearest = min(nearest, math.hypot(ahead, left))
    return nearest > BEYOND_STEP * anatomy["leg"]

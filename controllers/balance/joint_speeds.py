"""Force-velocity relation of muscle: the faster a joint turns, the less torque drives it on.

Force and velocity of muscle: Hill 1938, "The heat of shortening and the dynamic constants of
muscle". A torque against the motion is no larger than what would stop it within a time step.
"""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from .compliant_fall import lightest

# [sqrt(g / leg)] from which a muscle weakens, and at which it drives no more: a dog's 57 and
# 94 rad/s.
WEAKENS, FASTEST = 12.0, 20.0
STOPS = 0.5  # largest share of a fast joint's motion that one time step may take away


@compiled
def weaken_fast_joints(
    body: Body, motion: Motion, frequency: float, dt: float, torques: Array
) -> None:
    """Reduce torque rows (n, 3) [N m] to what muscles can give at the joints' present speeds.

    Args:
        frequency: sqrt(g / leg) [1/s].
    """
    for i in range(1, body.rows[0]):
        slip = motion.angular_velocity[i] - motion.angular_velocity[body.parent[i]]
        rate = math.sqrt((slip * slip).sum())
        if rate < WEAKENS * frequency:
            continue
        along = (torques[i] * slip).sum() / rate
        kept = along
        if along > 0.0:
            share = (FASTEST * frequency - rate) / ((FASTEST - WEAKENS) * frequency)
            kept = along * max(share, 0.0)
        else:
            kept = max(along, -STOPS * lightest(body, i) * rate / dt)
        for k in range(3):
            torques[i, k] += (kept - along) * slip[k] / rate

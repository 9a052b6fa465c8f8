"""The tail of a four-legged body, limp where it may lie on the ground as the body rolls."""

from __future__ import annotations

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array
from .anatomy import Record
from .paws import paw
from .quadruped_records import BACK
from .yielding import lightest

LIMP_DAMPING = 0.25  # of its joints' damping
HANGS_FROM = 0.75  # of the hips' standing height: lower, a tail may come to the ground


@compiled
def relax_tail(body: Body, who: Record, motion: Motion, dt: float, torques: Array) -> None:
    """Replace the torque rows (n, 3) of the tail of one who rolls, where the hips are low.

    It is so light that torques which do not know of the ground under it would throw it about.
    """
    lowest = paw(motion, who, 0)[2]
    for leg in range(1, 4):
        lowest = min(lowest, paw(motion, who, leg)[2])
    if motion.origin[who["frame"][BACK], 2] - lowest > HANGS_FROM * who["frame_height"][BACK]:
        return
    for k in range(who["tail_count"]):
        i = who["tail"][k]
        damping = LIMP_DAMPING * body.damping[i]
        soft = 1.0 + damping * dt / lightest(body, i)
        torques[i] = -damping / soft * (motion.spin[i] - motion.spin[body.parent[i]])

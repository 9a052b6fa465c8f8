"""The tail of a four-legged body: carried loosely where it is disturbed, limp as the body rolls.

It is so light that torques which do not know of the ground, or of a body that is thrown about,
would whip it faster in every time step, and the body with it. Damping that suits its inertia
never does.
"""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_y, product, rotation_from_to
from ..balance.compliant_fall import lightest
from ..program.anatomy import Record
from .paws import paw
from .records import BACK

LIMP_DAMPING = 0.25  # of its joints' damping
HANGS_FROM = 0.75  # of the hips' standing height: lower, a tail may come to the ground
WHIPPED = 3.0  # [sqrt(g / leg)]: what turns faster than any tail is swung
LIFTS = 0.5  # of the pelvis' pitch: how far each of its joints lifts the tail of one who sits


@compiled
def trail_tail(body: Body, who: Record, motion: Motion, command: Record, torques: Array) -> None:
    """Replace the torque rows (n, 3) of a tail that may touch: weight held, shape followed."""
    if command["tucked"].any():
        if _is_low(who, motion):
            _relax(body, who, motion, command, torques)
        return
    fastest = WHIPPED * math.sqrt(command["gravity"] / who["leg"])
    if not (_is_low(who, motion) or _is_disturbed(body, who, motion, fastest)):
        return
    for k in range(who["tail_count"]):
        i = who["tail"][k]
        _follow(body, motion, command, i, torques[i])
        for m in range(k, who["tail_count"]):
            hangs = who["tail"][m]
            lever = motion.center[hangs] - motion.origin[i]
            weight = body.mass[hangs] * command["gravity"]
            torques[i, 0] += lever[1] * weight
            torques[i, 1] -= lever[0] * weight


@compiled
def _relax(body: Body, who: Record, motion: Motion, command: Record, torques: Array) -> None:
    """Leave the tail limp that a body rolls over."""
    for k in range(who["tail_count"]):
        i = who["tail"][k]
        damping = LIMP_DAMPING * body.damping[i]
        soft = 1.0 + damping * command["dt"] / lightest(body, i)
        torques[i] = -damping / soft * (motion.spin[i] - motion.spin[body.parent[i]])


@compiled
def _is_low(who: Record, motion: Motion) -> bool:
    """Whether the hips are so low that the tail may lie on the ground."""
    lowest = paw(motion, who, 0)[2]
    for leg in range(1, 4):
        lowest = min(lowest, paw(motion, who, leg)[2])
    hips: float = motion.origin[who["frame"][BACK], 2]
    return hips - lowest <= HANGS_FROM * who["frame_height"][BACK]


@compiled
def _is_disturbed(body: Body, who: Record, motion: Motion, fastest: float) -> bool:
    """Whether some part of the tail touches, or turns faster than at a rate [rad/s]."""
    for k in range(who["tail_count"]):
        i = who["tail"][k]
        slip = motion.spin[i] - motion.spin[body.parent[i]]
        if motion.load[i] > 0.0 or (slip * slip).sum() > fastest**2:
            return True
    return False


@compiled
def tail_shape(command: Record) -> Array:
    """(3, 3) how each of its joints turns: it hangs, and is lifted by one who sits."""
    shape: Array = about_y(-LIFTS * command["pitch"][BACK])
    return shape


@compiled
def _follow(body: Body, motion: Motion, command: Record, i: int, torque: Array) -> None:
    """Set a joint's torque (3,) to what turns it to its shape, softly enough for its inertia.

    That is the inertia of one segment, not of all that hangs on the joint: a segment may turn about
    its own length alone, between two joints that both damp it.
    """
    parent, dt = body.parent[i], command["dt"]
    stiffness, damping = body.stiffness[i], body.damping[i]
    inertia = min(body.inertia[i].min(), body.inertia[parent].min())
    soft = 1.0 + (damping * dt + stiffness * dt * dt) / inertia
    shape = product(motion.rotation[parent], tail_shape(command))
    error = rotation_from_to(motion.rotation[i], shape)
    for k in range(3):
        slip = motion.spin[i, k] - motion.spin[parent, k]
        torque[k] = (stiffness * error[k] - damping * slip) / soft

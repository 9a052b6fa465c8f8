"""The tail of a four-legged body: loose where it is disturbed, limp while the body rolls.

The tail is so light that torques computed without its contacts, or without the fast motion of the
body, would whip it faster in every time step, and the body with it. Damping in proportion to the
tail's inertia is stable.
"""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_y, product, rotation_from_to
from ..balance.compliant_fall import lightest
from .paws import paw
from .records import BACK, QuadrupedAnatomy, QuadrupedCommand

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
LIMP_DAMPING = 0.25  # of its joints' damping
HANGS_FROM = 0.75  # of the hips' standing height: lower, a tail may come to the ground
WHIPPED = 3.0  # [sqrt(g / leg)]: a rate faster than any tail is swung
LIFTS = 0.5  # of the pelvis' pitch: lift of the tail by each joint, sitting


@compiled
def trail_tail(
    body: Body, anatomy: QuadrupedAnatomy, motion: Motion, command: QuadrupedCommand, torques: Array
) -> None:
    """Replace the torque rows (n, 3) [N m] of a tail that may touch: its weight and its shape."""
    if command["tucked"].any():
        if _is_low(anatomy, motion):
            _relax(body, anatomy, motion, command, torques)
        return
    fastest = WHIPPED * math.sqrt(command["gravity"] / anatomy["leg"])
    if not (_is_low(anatomy, motion) or _is_disturbed(body, anatomy, motion, fastest)):
        return
    for k in range(anatomy["tail_count"]):
        i = anatomy["tail"][k]
        _follow(body, motion, command, i, torques[i])
        for m in range(k, anatomy["tail_count"]):
            hangs = anatomy["tail"][m]
            lever = motion.center[hangs] - motion.origin[i]
            weight = body.mass[hangs] * command["gravity"]
            torques[i, 0] += lever[1] * weight
            torques[i, 1] -= lever[0] * weight


@compiled
def _relax(
    body: Body, anatomy: QuadrupedAnatomy, motion: Motion, command: QuadrupedCommand, torques: Array
) -> None:
    """Make the tail limp while the body rolls."""
    for k in range(anatomy["tail_count"]):
        i = anatomy["tail"][k]
        damping = LIMP_DAMPING * body.damping[i]
        soft = 1.0 + damping * command["dt"] / lightest(body, i)
        torques[i] = (
            -damping / soft * (motion.angular_velocity[i] - motion.angular_velocity[body.parent[i]])
        )


@compiled
def _is_low(anatomy: QuadrupedAnatomy, motion: Motion) -> bool:
    """Whether the hips are so low that the tail may lie on the ground."""
    lowest = paw(motion, anatomy, 0)[2]
    for leg in range(1, 4):
        lowest = min(lowest, paw(motion, anatomy, leg)[2])
    hips: float = motion.origin[anatomy["frame"][BACK], 2]
    return hips - lowest <= HANGS_FROM * anatomy["frame_height"][BACK]


@compiled
def _is_disturbed(body: Body, anatomy: QuadrupedAnatomy, motion: Motion, fastest: float) -> bool:
    """Whether a part of the tail touches something, or turns faster than `fastest` [rad/s]."""
    for k in range(anatomy["tail_count"]):
        i = anatomy["tail"][k]
        slip = motion.angular_velocity[i] - motion.angular_velocity[body.parent[i]]
        if motion.load[i] > 0.0 or (slip * slip).sum() > fastest**2:
            return True
    return False


@compiled
def tail_shape(command: QuadrupedCommand) -> Array:
    """(3, 3) rotation of each tail joint: hanging, and lifted while the body sits."""
    shape: Array = about_y(-LIFTS * command["pitch"][BACK])
    return shape


@compiled
def _follow(body: Body, motion: Motion, command: QuadrupedCommand, i: int, torque: Array) -> None:
    """Set a joint's torque (3,) [N m] towards its shape, softly enough for its inertia.

    The inertia is that of one segment, not of the joint's subtree: a segment may turn about its own
    length alone, between two joints that both damp it.
    """
    parent, dt = body.parent[i], command["dt"]
    stiffness, damping = body.stiffness[i], body.damping[i]
    inertia = min(body.inertia[i].min(), body.inertia[parent].min())
    soft = 1.0 + (damping * dt + stiffness * dt * dt) / inertia
    shape = product(motion.rotation[parent], tail_shape(command))
    error = rotation_from_to(motion.rotation[i], shape)
    for k in range(3):
        slip = motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
        torque[k] = (stiffness * error[k] - damping * slip) / soft

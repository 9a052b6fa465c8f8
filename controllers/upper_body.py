"""Trunk, head and arms of a walker (Section 3.1)."""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_y, about_z, product
from .anatomy import Record
from .gait import WALKING, outward, phase_of
from .tracking import track_hinge, track_orientation

LEAN_SHARE = (0.4, 0.4, 0.2)  # of the torso's lean: waist, back, neck
ARM_SWING, LARGEST_ARM_SWING = 0.45, 0.6  # [rad s/m], [rad]
ELBOW = -0.35  # [rad]


@compiled
def track_upper_body(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Trunk and head upright in the character's frame; arms swing against the legs."""
    dt, still = command["dt"], np.zeros(3)
    facing = about_z(memory["heading"])
    lean = 0.0
    trunk = (who["lower_back"], who["torso"], who["head"])
    for i in range(3):
        lean += LEAN_SHARE[i] * command["torso_lean"]
        desired = product(facing, about_y(lean if i < 2 else 0.5 * lean))
        torques[trunk[i]] += track_orientation(
            body, motion, trunk[i], desired, still, still, 1.0, dt
        )
    torques[who["torso"]] += torques[who["head"]]
    torques[who["lower_back"]] += torques[who["torso"]]
    swing, swing_rate = _arm_swing(command, memory)
    for side in range(2):
        arm, forearm = who["upper_arm"][side], who["lower_arm"][side]
        rest = motion.rotation[who["torso"]]
        shoulder = product(rest, about_y(outward(side) * swing))
        spin = outward(side) * swing_rate * rest[:, 1] + motion.spin[who["torso"]]
        torques[arm] += track_orientation(body, motion, arm, shoulder, spin, still, 1.0, dt)
        track_hinge(body, motion, forearm, ELBOW, 0.0, 1.0, dt, torques)


@compiled
def _arm_swing(command: Record, memory: Record) -> tuple[float, float]:
    """Angle [rad] and rate [rad/s] of the left arm; the right one has the opposite."""
    if memory["mode"] != WALKING:
        return 0.0, 0.0
    size = min(max(ARM_SWING * memory["speed"], -LARGEST_ARM_SWING), LARGEST_ARM_SWING)
    size *= outward(memory["stance"])
    angle = math.pi * phase_of(command, memory)
    return size * math.cos(angle), -size * math.sin(angle) * math.pi / command["step_period"]

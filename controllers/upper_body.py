"""Trunk, head and arms of a walker (Section 3.1)."""

from __future__ import annotations

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_x, about_y, about_z, product
from .anatomy import Record
from .footing import outward
from .style import (
    BACK,
    ELBOW_BEND,
    NECK,
    SHOULDER_SPREAD,
    SHOULDER_SWING,
    SHOULDER_TWIST,
    WAIST,
    limb_angle,
    trunk_frame,
)
from .tracking import track_hinge, track_orientation

WAIST_LEAN, BACK_LEAN, NECK_LEAN = 0.4, 0.8, 0.5  # of the torso's lean, in the character's frame
HEAD_LEADS, FURTHEST_LEAD = 0.4, 0.5  # how far the head looks ahead in a turn [s], [rad]


@compiled
def track_upper_body(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Trunk and head in the character's frame, arms against the torso."""
    dt, still, lean = command["dt"], np.zeros(3), command["torso_lean"]
    waist, torso, head = who["lower_back"], who["torso"], who["head"]
    lead = min(max(HEAD_LEADS * memory["turn_rate"], -FURTHEST_LEAD), FURTHEST_LEAD)
    look = product(about_z(lead), trunk_frame(memory, NECK, NECK_LEAN * lean))
    bent = trunk_frame(memory, BACK, BACK_LEAN * lean)
    upright = trunk_frame(memory, WAIST, WAIST_LEAN * lean)
    torques[head] += track_orientation(body, motion, head, look, still, still, 1.0, dt)
    torques[torso] += track_orientation(body, motion, torso, bent, still, still, 1.0, dt)
    torques[waist] += track_orientation(body, motion, waist, upright, still, still, 1.0, dt)
    torques[torso] += torques[head]
    torques[waist] += torques[torso]
    for side in range(2):
        _track_arm(body, who, motion, memory, side, dt, torques)


@compiled
def _track_arm(
    body: Body, who: Record, motion: Motion, memory: Record, side: int, dt: float, torques: Array
) -> None:
    arm, forearm = who["upper_arm"][side], who["lower_arm"][side]
    rest, out = motion.rotation[who["torso"]], outward(side)
    swing, swing_rate = limb_angle(memory, side, SHOULDER_SWING)
    spread, _ = limb_angle(memory, side, SHOULDER_SPREAD)
    twist, _ = limb_angle(memory, side, SHOULDER_TWIST)
    bend, bend_rate = limb_angle(memory, side, ELBOW_BEND)
    hanging = product(rest, about_y(-swing))
    shoulder = product(product(hanging, about_x(out * spread)), about_z(-out * twist))
    spin = motion.spin[who["torso"]] - swing_rate * rest[:, 1]
    torques[arm] += track_orientation(body, motion, arm, shoulder, spin, np.zeros(3), 1.0, dt)
    track_hinge(body, motion, forearm, -bend, -bend_rate, 1.0, dt, torques)

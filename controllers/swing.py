"""The swing leg: the foot's way to its foothold, and the leg that brings it there (Section 3.2)."""

from __future__ import annotations

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.rotation import Array, about_y, about_z, product, rotation_from_to
from .anatomy import Record
from .footing import leg_parts, outward
from .heading import foot_heading
from .spline import catmull_rom
from .style import FOOT_PITCH, FOOT_TURN, TOE_BEND, limb_angle
from .tracking import track_hinge, track_orientation
from .two_link import reach

LIFT_BY, LAND_FROM = 0.05, 0.95  # phases between which the swing foot travels
LATE_SINKING = 0.5  # how fast a foot goes on down that has not met the ground in time [m/s]


@compiled
def _swing_target(command: Record, memory: Record) -> Array:
    """(3,) where the swing ankle should be now: at rest over the ground at both ends."""
    phase = min(memory["phase"], 1.0)
    done = min(max((phase - LIFT_BY) / (LAND_FROM - LIFT_BY), 0.0), 1.0)
    share = done * done * (3.0 - 2.0 * done)
    target = np.empty(3)
    for axis in range(3):
        start, end = memory["lift_off"][axis], memory["foothold"][axis]
        target[axis] = (1.0 - share) * start + share * end
    side = 1 - memory["stance"]
    target[2] += command["step_height"] * catmull_rom(memory["foot_height"][side], phase)
    target[2] -= LATE_SINKING * max(memory["phase"] - 1.0, 0.0) * memory["period"]
    return target


@compiled
def swing_leg(
    body: Body, who: Record, motion: Motion, command: Record, memory: Record, torques: Array
) -> None:
    """Hip and knee follow the inverse kinematics of the swing ankle; the foot follows the style."""
    side, dt, still = 1 - memory["stance"], command["dt"], np.zeros(3)
    thigh, shin, foot, toes = leg_parts(who, side)
    pitch, _ = limb_angle(memory, side, FOOT_PITCH)
    toes_out, _ = limb_angle(memory, side, FOOT_TURN)
    facing = foot_heading(command, memory) + outward(side) * (command["knee_twist"] + toes_out)
    desired, knee = reach(
        motion.origin[thigh],
        _swing_target(command, memory),
        who["upper_leg_length"][side],
        who["lower_leg_length"][side],
        about_z(facing)[:, 1].copy(),
    )
    spin, knee_rate = _swing_rates(memory, desired, knee, dt)
    torques[thigh] += track_orientation(body, motion, thigh, desired, spin, still, 1.0, dt)
    track_hinge(body, motion, shin, knee, knee_rate, 1.0, dt, torques)
    level = product(about_z(facing), about_y(pitch))
    torques[foot] += track_orientation(body, motion, foot, level, still, still, 1.0, dt)
    bend, _ = limb_angle(memory, side, TOE_BEND)
    track_hinge(body, motion, toes, -bend, 0.0, 1.0, dt, torques)


@compiled
def _swing_rates(memory: Record, desired: Array, knee: float, dt: float) -> tuple[Array, float]:
    """Angular velocity of the thigh's target and of the knee's, by difference to the last ones."""
    spin, knee_rate = np.zeros(3), 0.0
    if not memory["fresh"]:
        spin = rotation_from_to(memory["swing_thigh"], desired) / dt
        knee_rate = (knee - memory["swing_knee"]) / dt
    memory["fresh"] = 0
    memory["swing_knee"] = knee
    for row in range(3):
        for column in range(3):
            memory["swing_thigh"][row, column] = desired[row, column]
    return spin, knee_rate

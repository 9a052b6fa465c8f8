"""Turning: the pelvis leads the planted foot, and the swing foot anticipates the turn.

Coros, Beaudoin, van de Panne 2010, Section 3.5.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import heading_of, wrapped
from ..program.anatomy import Anatomy
from .footing import outward
from .footsteps import HEADING, faced, present_footstep
from .modes import WALKING
from .records import GaitCommand, GaitMemory
from .style import at_strike, limb_angle
from .style_channels import FOOT_TURN

TURN_RATE = 2.0  # omega max [rad/s], Section 3.5
# Of the pelvis, and against the planted foot [rad]. tuned: bench gbwc_styles.
TURN_PER_STEP, LARGEST_TWIST = 0.55, 0.5
TURN_GAIN, TURN_ACCELERATION = 2.0, 2.0  # towards the wanted heading [1/s], [rad/s2]


@compiled
def turn(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    """Turn by stepping, to the commanded heading or at the commanded rate."""
    if memory["mode"] != WALKING and command["footstep_count"] == 0:
        memory["turn_rate"] = 0.0
        return
    if command["footstep_count"] > 0:
        wanted = TURN_GAIN * wrapped(faced(motion, anatomy, command, memory) - memory["heading"])
        command["heading"] = memory["heading"]
    elif math.isnan(command["turn_rate"]):
        wanted = TURN_GAIN * wrapped(command["heading"] - memory["heading"])
    else:
        wanted = command["turn_rate"]
        command["heading"] = memory["heading"]
    fastest = min(TURN_RATE, TURN_PER_STEP / memory["period"])
    change = min(max(wanted, -fastest), fastest) - memory["turn_rate"]
    most = TURN_ACCELERATION * command["dt"]
    memory["turn_rate"] += min(max(change, -most), most)
    turned = memory["turn_rate"] * command["dt"]
    planted = heading_of(motion.rotation[anatomy["foot"][memory["stance"]]])
    if command["footstep_count"] == 0:
        planted -= turned_out(command, memory, memory["stance"])[0]
    twist = wrapped(memory["heading"] + turned - planted)
    if abs(twist) < LARGEST_TWIST or twist * turned < 0.0:
        memory["heading"] += turned


@compiled
def turned_out(command: GaitCommand, memory: GaitMemory, side: int) -> tuple[float, float]:
    """Angle [rad] and rate [rad/s], positive to the left, of a walking foot from the heading."""
    toes_out, rate = limb_angle(memory, side, FOOT_TURN)
    if memory["phase"] >= 1.0:  # the curve waits for the foot
        rate = 0.0
    return outward(side) * (command["knee_twist"] + toes_out), outward(side) * rate


@compiled
def landing_direction(command: GaitCommand, memory: GaitMemory) -> float:
    """Direction [rad] in which the swing foot will point as it strikes."""
    facing, side = foot_heading(command, memory), 1 - memory["stance"]
    if memory["directed"]:
        return facing
    return facing + outward(side) * (command["knee_twist"] + at_strike(memory, side, FOOT_TURN))


@compiled
def heading_in(command: GaitCommand, memory: GaitMemory, time: float) -> float:
    """Heading [rad] after a time [s] at the present rate of turn."""
    turned = memory["turn_rate"] * time
    if math.isnan(command["turn_rate"]):
        left = wrapped(command["heading"] - memory["heading"])
        turned = min(max(turned, min(left, 0.0)), max(left, 0.0))
    return memory["heading"] + turned


@compiled
def foot_heading(command: GaitCommand, memory: GaitMemory) -> float:
    """Direction [rad] of the swing foot at landing: its footprint's, or the heading at the middle
    of its coming stance.
    """
    if memory["directed"]:
        return float(present_footstep(command, memory)[HEADING])
    return heading_in(command, memory, memory["remaining"] + 0.5 * memory["period"])

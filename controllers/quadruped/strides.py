"""When the legs of a four-legged body swing: by a gait's clock, or by a graph of single steps.

The gait graph of Jones 2011, Section 5.1.1, Figure 5.2: its bars are the times in which legs swing.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, wrapped
from .felt_ground import UNLOADED_FOR
from .paws import paw
from .records import GAIT, GRAPH, STANDING, QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
ACCELERATION_SHARE = 0.12  # of gravity: rate of change of the target speed
SHARPEST, TURNS_IN = 0.8, 0.4  # largest turn in a stride [rad], time constant of a turn [s]
TURN_SETTLES = 0.15  # [s] in which the turn's rate changes
LANDS_FROM, LATEST = 0.6, 1.6  # shares of a swing: landing by load counts from; swing ends by
LIFTS_UNTIL = 0.5  # of a swing's time: a leg that is still down later waits for the next swing
LANDED = 0.02  # of body weight on a foot
# A stander begins to step above this speed [sqrt(g leg)] or with its capture point this far from
# its place over the feet [leg]; it stands again after being calmer for this long [strides].
UNSETTLED, OFF_BALANCE, CALM_SPEED, CALM_FOR = 0.17, 0.28, 0.07, 0.5
FACES_AWAY = 0.1  # [rad]: a stander that faces further away from the commanded heading steps around
LEAST_HEIGHT = 0.3  # of the leg: lower bound of the center of mass's height in the time of its fall


@compiled
def keep_time(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> None:
    """Advance speed, heading and clock; lift and land the feet that should."""
    steer(command, memory, SHARPEST / command["period"])
    _choose_to_step(motion, anatomy, command, memory)
    dt = command["dt"]
    memory["time"] += dt
    if is_striding(command, memory):
        memory["phase"] += dt / command["period"]
    for leg in range(4):
        _lift_or_land(motion, anatomy, command, memory, leg)


@compiled
def is_striding(command: QuadrupedCommand, memory: QuadrupedMemory) -> bool:
    """Whether the clock of a gait runs."""
    return command["mode"] == GAIT or (command["mode"] == STANDING and memory["steps"] == 1)


@compiled
def steer(command: QuadrupedCommand, memory: QuadrupedMemory, sharpest: float) -> None:
    """Move speed and heading towards the command's, turning by at most `sharpest` [rad/s]."""
    dt, gravity = command["dt"], command["gravity"]
    wanted = command["speed"] if command["mode"] == GAIT else 0.0
    most = ACCELERATION_SHARE * gravity * dt
    memory["speed"] += min(max(wanted - memory["speed"], -most), most)
    rate = 0.0
    if is_striding(command, memory):
        rate = command["turn_rate"]
        if math.isnan(rate):
            rate = wrapped(command["heading"] - memory["heading"]) / TURNS_IN
        rate = min(max(rate, -sharpest), sharpest)
    memory["turn_rate"] += (rate - memory["turn_rate"]) * dt / TURN_SETTLES
    memory["heading"] = wrapped(memory["heading"] + memory["turn_rate"] * dt)


@compiled
def _choose_to_step(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> None:
    """Let a stander step in place while it is out of balance or off its heading.

    A body that comes to a stop continues in its gait's rhythm until it is calm.
    """
    if command["mode"] != STANDING:
        memory["steps"] = 1 if command["mode"] == GAIT else 0
        memory["calm"] = 0.0
        return
    leg, gravity = anatomy["leg"], command["gravity"]
    pace = math.hypot(motion.com_velocity[0], motion.com_velocity[1]) / math.sqrt(gravity * leg)
    away = math.hypot(*_capture_error(motion, anatomy, command, memory)) / leg
    turned = abs(wrapped(command["heading"] - memory["heading"])) > FACES_AWAY
    if memory["steps"] == 0 and (pace > UNSETTLED or away > OFF_BALANCE or turned):
        memory["steps"], memory["calm"] = 1, 0.0
        memory["phase"] = 0.0
    elif memory["steps"] == 1:
        settled = pace < CALM_SPEED and memory["speed"] == 0.0 and not turned
        settled = settled and memory["swings"].sum() < 4
        memory["calm"] = memory["calm"] + command["dt"] if settled else 0.0
        if memory["calm"] > CALM_FOR * command["period"]:
            memory["steps"] = 0


@compiled
def _capture_error(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> tuple[float, float]:
    """(forwards, left) offset [m] of a stander's capture point from its place over the feet."""
    middle = np.zeros(3)
    for leg in range(4):
        middle += 0.25 * paw(motion, anatomy, leg)
    height = max(motion.com[2] - middle[2], LEAST_HEIGHT * anatomy["leg"])
    falls_in, ahead = math.sqrt(height / command["gravity"]), anatomy["ahead"]
    return (
        motion.com[0] + falls_in * motion.com_velocity[0] - middle[0]
        - ahead * math.cos(memory["heading"]),
        motion.com[1] + falls_in * motion.com_velocity[1] - middle[1]
        - ahead * math.sin(memory["heading"]),
    )  # fmt: skip


@compiled
def _lift_or_land(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    leg: int,
) -> None:  # fmt: skip
    if command["tucked"][leg] == 1:
        memory["swings"][leg], memory["share"][leg] = 0, 0.0
        return
    share = swing_share(command, memory, leg)
    lifts = memory["swings"][leg] == 0 and 0.0 <= share < LIFTS_UNTIL
    if lifts and _others_stand(command, memory):
        memory["swings"][leg], memory["fresh"][leg] = 1, 1
        memory["lift_off"][leg] = paw(motion, anatomy, leg)
        memory["foothold"][leg] = memory["lift_off"][leg]
    if memory["swings"][leg] == 1:
        memory["unloaded"][leg] = 0.0
        at = memory["share"][leg]
        dt = command["dt"] / swing_time(command, leg)
        memory["share"][leg] = share if 0.0 <= share < 1.0 and at <= share else at + dt
        bears = (
            motion.load[anatomy["foot"][leg]] > LANDED * anatomy["total_mass"] * command["gravity"]
        )
        if memory["share"][leg] > LANDS_FROM and bears:
            memory["swings"][leg] = 0
        elif memory["share"][leg] > LATEST:
            memory["swings"][leg], memory["unloaded"][leg] = 0, UNLOADED_FOR
    else:
        memory["share"][leg] = 0.0


@compiled
def _others_stand(command: QuadrupedCommand, memory: QuadrupedMemory) -> bool:
    """Whether all stance legs stand; the clock waits for a foot that lands late."""
    for leg in range(4):
        if memory["swings"][leg] == 1 and swing_share(command, memory, leg) < 0.0:
            return False
    return True


@compiled
def swing_share(command: QuadrupedCommand, memory: QuadrupedMemory, leg: int) -> float:
    """Share of a leg's swing that should be over; negative while the leg should stand."""
    if command["mode"] == GRAPH:
        lift, land = command["step"][leg]
        if math.isnan(lift) or not lift <= memory["time"] < land:
            return -1.0
        return (memory["time"] - lift) / (land - lift)
    phase = memory["phase"] - command["offset"][leg]
    if not is_striding(command, memory) or phase < 0.0:
        return -1.0
    share = (phase - math.floor(phase)) / (1.0 - command["duty"])
    return share if share < 1.0 else -1.0


@compiled
def swing_time(command: QuadrupedCommand, leg: int) -> float:
    """Duration of a leg's swing [s]."""
    if command["mode"] == GRAPH and not math.isnan(command["step"][leg, 0]):
        return command["step"][leg, 1] - command["step"][leg, 0]
    return (1.0 - command["duty"]) * command["period"]


@compiled
def stance_time(command: QuadrupedCommand) -> float:
    """Duration of a foot's stance in a gait [s]."""
    return command["duty"] * command["period"]


@compiled
def wanted_velocity(memory: QuadrupedMemory, motion: Motion, point: Array) -> Array:
    """(3,) target level velocity [m/s] of a point that turns along with the body."""
    velocity = _turning_velocity(memory, motion, point)
    velocity[0] += memory["speed"] * math.cos(memory["heading"])
    velocity[1] += memory["speed"] * math.sin(memory["heading"])
    return velocity


@compiled
def own_velocity(memory: QuadrupedMemory, motion: Motion, point: Array) -> Array:
    """(3,) level velocity [m/s] of the body at a point that turns along at the commanded rate."""
    velocity = _turning_velocity(memory, motion, point)
    velocity[:2] += motion.com_velocity[:2]
    return velocity


@compiled
def _turning_velocity(memory: QuadrupedMemory, motion: Motion, point: Array) -> Array:
    """(3,) velocity [m/s] of a point about the center of mass, at the rate of the turn."""
    velocity = np.zeros(3)
    velocity[0] = -memory["turn_rate"] * (point[1] - motion.com[1])
    velocity[1] = memory["turn_rate"] * (point[0] - motion.com[0])
    return velocity

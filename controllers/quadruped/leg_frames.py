"""The trunk of a four-legged body: two leg frames at their heights, a spine between, head and tail.

Jones 2011, Section 5.1.1, Figure 5.3: planted legs drive pelvis and shoulders towards their desired
orientations and heights; the joints of the spine share the rotation between them.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof, point_velocity
from ...simulation.rotation import (
    Array,
    about_x,
    about_y,
    about_z,
    product,
    rotation_from_to,
    transposed_times,
)
from ..program.objectives import (
    Tick,
    add_dof_task,
    add_momentum_task,
    add_point_axis_task,
    add_rotation_task,
)
from .felt_ground import ground_below
from .paws import paw
from .records import FRONT, QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .strides import is_striding, stance_time
from .tail import tail_shape

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
# Stiffness [g / leg], with critical damping, and weight of each: a leg frame's rotation, its hips'
# height, spine, neck and tail.
TURN_STIFFNESS, TURN_WEIGHT = 5.4, 300.0
FRAME_STIFFNESS, FRAME_WEIGHT = 6.7, 30.0
SPINE_STIFFNESS, SPINE_WEIGHT = 6.7, 3.0
NECK_STIFFNESS, NECK_WEIGHT = 4.5, 2.0
TAIL_STIFFNESS, TAIL_WEIGHT = 2.7, 1.0
SPEED_RATE, MOVING_WEIGHT = 1.3, 20.0  # of the speed's error [sqrt(g / leg)]
REST_STIFFNESS, REST_DAMPING, RESTING_WEIGHT = 0.9, 1.9, 30.0  # of a stander: [g / leg], and root
# Rate of approach to target heights [sqrt(g / leg)], its bound [sqrt(g leg)].
RISE_RATE, FASTEST_RISE = 2.1, 0.12
EXTENDED, FULL, LOWEST = 0.94, 0.97, 0.3  # of a leg: standing in a gait, at most, at least
BRAKES = 0.5  # of the displacement of footholds that brake or catch up
NECK_LEVELS, HEAD_LEVELS = 0.3, 0.6  # of the shoulders' pitch, that the head does not share
HEAD_RIGHTS = 0.35  # of the shoulders' roll, by which neck and head each lift the head upright
ROLLING_WEIGHT, SINKING_WEIGHT = 1.0, 20.0  # of a rolling body's center of mass: level, upwards
HEAD_LEADS = 0.35  # lookahead of the head in a turn [s]


@compiled
def squared_frequency(anatomy: QuadrupedAnatomy, command: QuadrupedCommand) -> float:
    """Gravity over the leg's length [1/s2], the scale of gains for dynamic similarity."""
    return command["gravity"] / anatomy["leg"]


@compiled
def hold_trunk(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory
) -> None:
    """Add the posture tasks of leg frames, spine, neck and tail."""
    anatomy = tick.anatomy
    unit = squared_frequency(anatomy, command)
    for frame in range(2):
        _turn_frame(tick, command, memory, frame)
        if command["rests"][frame] == 0:
            _lift_frame(tick, command, memory, frame)
    _share_out_spine(tick, command, SPINE_STIFFNESS * unit)
    lead = about_z(min(max(HEAD_LEADS * memory["turn_rate"], -0.4), 0.4))
    front = command["pitch"][FRONT] - memory["slope"]
    for part, share in ((anatomy["neck"], NECK_LEVELS), (anatomy["head"], HEAD_LEVELS)):
        level = product(
            about_x(-HEAD_RIGHTS * command["roll"][FRONT]), about_y(command["nod"] - share * front)
        )
        level = product(lead, level)
        bend_joint(tick, part, level, NECK_STIFFNESS * unit, NECK_WEIGHT)
    for i in range(anatomy["tail_count"]):
        shape = tail_shape(command)
        bend_joint(tick, anatomy["tail"][i], shape, TAIL_STIFFNESS * unit, TAIL_WEIGHT)


@compiled
def move_center(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory
) -> None:
    """Add the tasks of the center of mass: its speed in a gait, else rest over the feet."""
    anatomy, motion = tick.anatomy, tick.motion
    mass, unit = anatomy["total_mass"], squared_frequency(anatomy, command)
    c, s = math.cos(memory["heading"]), math.sin(memory["heading"])
    weight, wanted = MOVING_WEIGHT, np.zeros(2)
    rolls = command["rests"].sum() == 2 and command["tucked"].sum() > 0
    if is_striding(command, memory):
        gain = SPEED_RATE * math.sqrt(unit)
        wanted[0] = gain * (memory["speed"] * c - motion.com_velocity[0])
        wanted[1] = gain * (memory["speed"] * s - motion.com_velocity[1])
    else:
        weight, over = RESTING_WEIGHT, np.zeros(3)
        ahead, aside = anatomy["ahead"] + command["shift"][0], command["shift"][1]
        for leg in range(4):  # a body with a lifted foot leans to the same place until it is down
            lifted = memory["swings"][leg] == 1
            over += 0.25 * (memory["lift_off"][leg] if lifted else paw(motion, anatomy, leg))
        over[0] += c * ahead - s * aside
        over[1] += s * ahead + c * aside
        held = REST_STIFFNESS * unit * (over[:2] - motion.com[:2])
        if rolls:
            held[:] = 0.0
        elif command["rests"].sum() == 1:  # the haunches hold lengthwise, the feet sideways
            left = c * held[1] - s * held[0]
            held[0], held[1] = -s * left, c * left
        for k in range(2):
            wanted[k] = held[k] - REST_DAMPING * math.sqrt(unit) * motion.com_velocity[k]
    wanted[0] += command["surge"] * command["gravity"] * c
    wanted[1] += command["surge"] * command["gravity"] * s
    if rolls:
        weight = ROLLING_WEIGHT  # by what the ground holds it with sideways
    share = anatomy["moves"] / mass**2
    for k in range(2):
        add_momentum_task(tick, 3 + k, mass * wanted[k], weight * share)
    if rolls:  # without hops
        sinks = -REST_DAMPING * math.sqrt(unit) * motion.com_velocity[2]
        add_momentum_task(tick, 5, mass * sinks, SINKING_WEIGHT * share)


@compiled
def _turn_frame(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, frame: int
) -> None:
    anatomy, motion = tick.anatomy, tick.motion
    segment, stiffness = (
        anatomy["frame"][frame],
        TURN_STIFFNESS * squared_frequency(anatomy, command),
    )
    pitch = command["pitch"][frame] - memory["slope"]
    tilt = product(about_y(pitch), about_x(command["roll"][frame]))
    facing = product(about_z(memory["heading"] + command["bend"][frame]), tilt)
    target = stiffness * rotation_from_to(motion.rotation[segment], facing)
    target -= 2.0 * math.sqrt(stiffness) * motion.angular_velocity[segment]
    target[2] += 2.0 * math.sqrt(stiffness) * memory["turn_rate"]
    add_rotation_task(tick, segment, target, TURN_WEIGHT)


@compiled
def _lift_frame(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, frame: int
) -> None:
    """Add the task of a leg frame's hips at their height over the ground."""
    anatomy, motion = tick.anatomy, tick.motion
    segment, hips = anatomy["frame"][frame], np.zeros(3)
    for leg in (2 * frame, 2 * frame + 1):
        hips += 0.5 * motion.origin[anatomy["upper_leg"][leg]]
    ground = ground_below(motion, anatomy, memory, frame)
    if memory["hips"][frame] == 0.0:
        memory["hips"][frame] = hips[2] - ground
    wanted = _height_within_reach(motion, anatomy, command, memory, frame, ground)
    rising = (
        RISE_RATE
        * math.sqrt(squared_frequency(anatomy, command))
        * (wanted - memory["hips"][frame])
    )
    fastest = FASTEST_RISE * math.sqrt(command["gravity"] * anatomy["leg"])
    rising = min(max(rising, -fastest), fastest)
    memory["hips"][frame] += rising * command["dt"]
    stiffness = FRAME_STIFFNESS * squared_frequency(anatomy, command)
    velocity = point_velocity(tick.dynamics.twists[segment], hips - motion.com)
    change = stiffness * (ground + memory["hips"][frame] - hips[2])
    change += 2.0 * math.sqrt(stiffness) * (rising - velocity[2])
    up = np.array([0.0, 0.0, 1.0])
    weight = FRAME_WEIGHT * anatomy["moves"]
    add_point_axis_task(tick, segment, hips, up, change, weight)


@compiled
def _height_within_reach(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory,
    frame: int, ground: float,
) -> float:  # fmt: skip
    """Height [m] of a frame's hips over the ground that all its stance legs can reach."""
    wanted = anatomy["frame_height"][frame] * command["height"][frame]
    longest = anatomy["longest"][2 * frame]
    lowest = (LOWEST * longest) ** 2
    if is_striding(command, memory):
        wanted -= sinks_to_stride(motion, anatomy, command, memory)
    for leg in (2 * frame, 2 * frame + 1):
        if memory["swings"][leg] == 0:
            foot = paw(motion, anatomy, leg)
            away = foot - motion.origin[anatomy["upper_leg"][leg]]
            room = (FULL * longest) ** 2 - away[0] ** 2 - away[1] ** 2
            raised = foot[2] - anatomy["radius"][leg] - ground
            wanted = min(wanted, raised + math.sqrt(max(room, lowest)))
    return wanted


@compiled
def sinks_to_stride(
    motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand, memory: QuadrupedMemory
) -> float:
    """Distance [m] by which both frames sink for the stride; the back keeps its standing slope.

    With legs of unequal length, separate heights would conflict with level frames.
    """
    own, asked = math.hypot(motion.com_velocity[0], motion.com_velocity[1]), abs(memory["speed"])
    stride = 0.5 * max(asked, own) * stance_time(command)
    stride += BRAKES * abs(own - asked) * math.sqrt(1.0 / squared_frequency(anatomy, command))
    sinks = 0.0
    for frame in range(2):
        half = stride + abs(anatomy["neutral"][2 * frame, 0] + anatomy["ahead"])
        longest = anatomy["longest"][2 * frame]
        reaches = math.sqrt(max((EXTENDED * longest) ** 2 - half * half, (LOWEST * longest) ** 2))
        wanted = anatomy["frame_height"][frame] * command["height"][frame]
        sinks = max(sinks, wanted - reaches)
    return sinks


@compiled
def _share_out_spine(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, stiffness: float
) -> None:
    """Add tasks that turn each spine joint by its share of the frames' rotation (Section 5.1.4)."""
    anatomy = tick.anatomy
    pitch = (command["pitch"][0] - command["pitch"][1]) / len(anatomy["spine"])
    roll = (command["roll"][0] - command["roll"][1]) / len(anatomy["spine"])
    yaw = (command["bend"][0] - command["bend"][1]) / len(anatomy["spine"])
    share = product(about_z(yaw), product(about_y(pitch), about_x(roll)))
    for i in range(len(anatomy["spine"])):
        bend_joint(tick, anatomy["spine"][i], share, stiffness, SPINE_WEIGHT)


@compiled
def bend_joint(
    tick: Tick[object], segment: int, relative: Array, stiffness: float, weight: float
) -> None:
    """Add the task of a ball joint's orientation (3, 3) in its parent, critically damped."""
    body, motion = tick.body, tick.motion
    own, parent = motion.rotation[segment], body.parent[segment]
    wanted = product(motion.rotation[parent], relative)
    error = transposed_times(own, rotation_from_to(own, wanted))
    rate = transposed_times(own, motion.angular_velocity[segment] - motion.angular_velocity[parent])
    first = first_dof(body, segment)
    for k in range(3):
        target = stiffness * error[k] - 2.0 * math.sqrt(stiffness) * rate[k]
        add_dof_task(tick, first + k, target, weight)

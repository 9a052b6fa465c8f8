"""The trunk of a four-legged body: two leg frames at their heights, a spine between, head and tail.

Jones 2011, Section 5.1.1, Figure 5.3: planted legs drive pelvis and shoulders towards their desired
orientations and heights, the spine keeps what is between them in proportion.
"""

from __future__ import annotations

import math

import numpy as np

from ..simulation.body import Body, Motion
from ..simulation.compiled import compiled
from ..simulation.dynamics import Dynamics, first_freedom, point_velocity
from ..simulation.rotation import (
    Array,
    about_x,
    about_y,
    about_z,
    cross,
    product,
    rotation_from_to,
    transposed_times,
)
from .anatomy import Record
from .objectives import (
    Goals,
    want_along,
    want_freedom,
    want_momentum,
    want_turn,
    want_turn_about,
)
from .paw_steps import ground_below
from .paws import paw
from .quadruped_records import BACK, FRONT
from .strides import is_striding, stance_time

TURN_STIFFNESS, TURN_WEIGHT = 5.4, 300.0  # [g / leg]; damping is critical, here and below
HEIGHT_STIFFNESS, HEIGHT_WEIGHT = 6.7, 30.0
SPINE_STIFFNESS, SPINE_WEIGHT = 6.7, 3.0
NECK_STIFFNESS, NECK_WEIGHT = 4.5, 2.0
TAIL_STIFFNESS, TAIL_WEIGHT = 2.7, 1.0  # so that nothing is asked of it but to hang
ANKLE_STIFFNESS, TWIST_STIFFNESS, LEG_WEIGHT = 40.0, 9.0, 1.0
TINY, SKEW = 1e-9, 0.3  # sine of the least angle between a leg and the way it faces
EASE, EASE_WEIGHT = 5.0, 0.02  # damping of what is left free of a leg [1/s]
# A knee bends that is nearer to straight than this [rad], rates counted over a time [s].
STRAIGHT, STRAIGHTENING, KNEE_STIFFNESS, KNEE_WEIGHT = 0.2, 0.03, 40.0, 100.0  # weight per radian
# Of a swing's height: how far ankles fold in the air [rad], at the front and at the back.
FOLDS = (0.5, -0.3)
SPEED_GAIN, MOVING_WEIGHT = 1.3, 20.0  # of the speed's error [sqrt(g / leg)]
REST_STIFFNESS, REST_DAMPING, RESTING_WEIGHT = 0.9, 1.9, 30.0  # of a stander: [g / leg], and root
HIPS_PACE, FASTEST_HIPS = 10.0, 0.12  # how fast wanted heights are taken up [1/s], [sqrt(g leg)]
EXTENDED, FULL, LOWEST = 0.94, 0.97, 0.3  # of a leg: standing in a gait, at most, at least
BRAKES = 0.5  # of the way by which feet come down further out to brake or to catch up
NECK_LEVELS, HEAD_LEVELS = 0.3, 0.6  # of the shoulders' pitch, that the head does not share
TAIL_LIFTS = 0.5  # of the pelvis' pitch: how far each of its joints lifts the tail of one who sits
HEAD_LEADS = 0.35  # how far the head looks ahead in a turn [s]


@compiled
def beat(who: Record, command: Record) -> float:
    """Gravity over the leg's length [1/s2]: what makes motions of different sizes alike."""
    return command["gravity"] / who["leg"]


@compiled
def hold_trunk(
    goals: Goals, body: Body, who: Record, motion: Motion, command: Record, memory: Record,
    dynamics: Dynamics,
) -> None:  # fmt: skip
    """Ask leg frames, spine, neck and tail to be as they should."""
    unit = beat(who, command)
    for frame in range(2):
        _turn_frame(goals, body, who, motion, command, memory, dynamics, frame)
        if command["rests"][frame] == 0:
            _lift_frame(goals, body, who, motion, command, memory, dynamics, frame)
    _share_out_spine(goals, body, who, motion, command, SPINE_STIFFNESS * unit)
    lead = about_z(min(max(HEAD_LEADS * memory["turn_rate"], -0.4), 0.4))
    front, back = command["pitch"][FRONT], command["pitch"][BACK]
    for part, share in ((who["neck"], NECK_LEVELS), (who["head"], HEAD_LEVELS)):
        level = product(lead, about_y(-share * front))
        bend_joint(goals, body, motion, part, level, NECK_STIFFNESS * unit, NECK_WEIGHT)
    for i in range(who["tail_count"]):
        tail, lifted = who["tail"][i], about_y(-TAIL_LIFTS * back)
        bend_joint(goals, body, motion, tail, lifted, TAIL_STIFFNESS * unit, TAIL_WEIGHT)


@compiled
def move_center(
    goals: Goals, who: Record, motion: Motion, command: Record, memory: Record, dynamics: Dynamics
) -> None:
    """Ask the center of mass for its speed, or to rest over the feet."""
    mass, unit = who["total_mass"], beat(who, command)
    c, s = math.cos(memory["heading"]), math.sin(memory["heading"])
    weight, wanted = MOVING_WEIGHT, np.zeros(2)
    if is_striding(command, memory):
        gain = SPEED_GAIN * math.sqrt(unit)
        wanted[0] = gain * (memory["speed"] * c - motion.com_velocity[0])
        wanted[1] = gain * (memory["speed"] * s - motion.com_velocity[1])
    else:
        weight, over = RESTING_WEIGHT, np.zeros(3)
        ahead, aside = who["ahead"] + command["shift"][0], command["shift"][1]
        for leg in range(4):  # who lifts a foot leans to the same place until it is down
            lifted = memory["swings"][leg] == 1
            over += 0.25 * (memory["lift_off"][leg] if lifted else paw(motion, who, leg))
        over[0] += c * ahead - s * aside
        over[1] += s * ahead + c * aside
        held = 0.0 if command["rests"].sum() > 0 else REST_STIFFNESS * unit
        for k in range(2):
            wanted[k] = held * (over[k] - motion.com[k])
            wanted[k] -= REST_DAMPING * math.sqrt(unit) * motion.com_velocity[k]
    wanted[0] += command["surge"] * command["gravity"] * c
    wanted[1] += command["surge"] * command["gravity"] * s
    for k in range(2):
        want_momentum(goals, dynamics, 3 + k, mass * wanted[k], weight / mass**2)


@compiled
def _turn_frame(
    goals: Goals, body: Body, who: Record, motion: Motion, command: Record, memory: Record,
    dynamics: Dynamics, frame: int,
) -> None:  # fmt: skip
    segment, stiffness = who["frame"][frame], TURN_STIFFNESS * beat(who, command)
    facing = product(about_z(memory["heading"]), about_y(command["pitch"][frame]))
    facing = product(facing, about_x(command["roll"][frame]))
    target = stiffness * rotation_from_to(motion.rotation[segment], facing)
    target -= 2.0 * math.sqrt(stiffness) * motion.spin[segment]
    target[2] += 2.0 * math.sqrt(stiffness) * memory["turn_rate"]
    want_turn(goals, body, dynamics, segment, target, TURN_WEIGHT)


@compiled
def _lift_frame(
    goals: Goals, body: Body, who: Record, motion: Motion, command: Record, memory: Record,
    dynamics: Dynamics, frame: int,
) -> None:  # fmt: skip
    """Ask the hips of a leg frame to be at their height over the ground."""
    segment, hips = who["frame"][frame], np.zeros(3)
    for leg in (2 * frame, 2 * frame + 1):
        hips += 0.5 * motion.origin[who["upper_leg"][leg]]
    ground = ground_below(motion, who, memory, frame)
    if memory["hips"][frame] == 0.0:
        memory["hips"][frame] = hips[2] - ground
    wanted = _height_within_reach(motion, who, command, memory, frame)
    rising = HIPS_PACE * (wanted - memory["hips"][frame])
    fastest = FASTEST_HIPS * math.sqrt(command["gravity"] * who["leg"])
    rising = min(max(rising, -fastest), fastest)
    memory["hips"][frame] += rising * command["dt"]
    stiffness = HEIGHT_STIFFNESS * beat(who, command)
    velocity = point_velocity(dynamics.twists[segment], hips - motion.com)
    change = stiffness * (ground + memory["hips"][frame] - hips[2])
    change += 2.0 * math.sqrt(stiffness) * (rising - velocity[2])
    up = np.array([0.0, 0.0, 1.0])
    want_along(goals, body, motion, dynamics, segment, hips, up, change, HEIGHT_WEIGHT)


@compiled
def _height_within_reach(
    motion: Motion, who: Record, command: Record, memory: Record, frame: int
) -> float:
    """Height [m] of a frame's hips over the ground that all its standing legs can hold."""
    wanted = who["frame_height"][frame] * command["height"][frame]
    longest = who["longest"][2 * frame]
    lowest = (LOWEST * longest) ** 2
    if is_striding(command, memory):
        own = math.hypot(motion.com_velocity[0], motion.com_velocity[1])
        half = 0.5 * max(abs(memory["speed"]), own) * stance_time(command)
        half += BRAKES * abs(own - abs(memory["speed"])) * math.sqrt(1.0 / beat(who, command))
        half += abs(who["neutral"][2 * frame, 0] + who["ahead"])
        wanted = min(wanted, math.sqrt(max((EXTENDED * longest) ** 2 - half * half, lowest)))
    for leg in (2 * frame, 2 * frame + 1):
        if memory["swings"][leg] == 0:
            away = paw(motion, who, leg) - motion.origin[who["upper_leg"][leg]]
            room = (FULL * longest) ** 2 - away[0] ** 2 - away[1] ** 2
            wanted = min(wanted, math.sqrt(max(room, lowest)))
    return wanted


@compiled
def _share_out_spine(
    goals: Goals, body: Body, who: Record, motion: Motion, command: Record, stiffness: float
) -> None:
    """Every joint of the spine turns by its share of the turn between the frames (5.1.4)."""
    pitch = (command["pitch"][0] - command["pitch"][1]) / len(who["spine"])
    roll = (command["roll"][0] - command["roll"][1]) / len(who["spine"])
    share = product(about_y(pitch), about_x(roll))
    for i in range(len(who["spine"])):
        bend_joint(goals, body, motion, who["spine"][i], share, stiffness, SPINE_WEIGHT)


@compiled
def bend_joint(
    goals: Goals, body: Body, motion: Motion, segment: int, relative: Array, stiffness: float,
    weight: float,
) -> None:  # fmt: skip
    """Ask a ball joint to turn its segment (3, 3) against the parent, critically damped."""
    own, parent = motion.rotation[segment], body.parent[segment]
    wanted = product(motion.rotation[parent], relative)
    error = transposed_times(own, rotation_from_to(own, wanted))
    rate = transposed_times(own, motion.spin[segment] - motion.spin[parent])
    first = first_freedom(body, segment)
    for k in range(3):
        target = stiffness * error[k] - 2.0 * math.sqrt(stiffness) * rate[k]
        want_freedom(goals, first + k, target, weight)


@compiled
def shape_leg(
    goals: Goals, body: Body, who: Record, motion: Motion, command: Record, memory: Record,
    leg: int,
) -> None:  # fmt: skip
    """Hold the distance from knee to foot by the ankle, and the leg's plane (Section 3.1)."""
    unit = beat(who, command)
    lower, foot = who["lower_leg"][leg], who["foot"][leg]
    wanted = who["ankle"][leg]
    if memory["swings"][leg] == 1:
        fold = FOLDS[0] if leg < 2 else FOLDS[1]
        wanted += fold * math.sin(math.pi * min(memory["share"][leg], 1.0))
    bent, stiffness = _hinge_angle(motion, lower, foot), ANKLE_STIFFNESS * unit
    rate = _hinge_rate(motion, lower, foot)
    target = stiffness * (wanted - bent) - 2.0 * math.sqrt(stiffness) * rate
    want_freedom(goals, first_freedom(body, foot), target, LEG_WEIGHT)
    _hold_plane(goals, body, who, motion, leg, unit)
    _keep_knee_bent(goals, body, who, motion, leg, unit)


@compiled
def _hold_plane(
    goals: Goals, body: Body, who: Record, motion: Motion, leg: int, unit: float
) -> None:
    """Ask a leg to lie in the plane of its hip, its foot and the way its leg frame faces."""
    upper = who["upper_leg"][leg]
    own, trunk = motion.rotation[upper], body.parent[upper]
    line = paw(motion, who, leg) - motion.origin[upper]
    line /= math.sqrt((line * line).sum()) + TINY
    across = cross(motion.rotation[trunk][:, 0].copy(), line)
    size = math.sqrt((across * across).sum())
    spin = motion.spin[upper] - motion.spin[trunk]
    first, own_spin = first_freedom(body, upper), transposed_times(own, spin)
    for k in range(3):
        want_freedom(goals, first + k, -EASE * own_spin[k], EASE_WEIGHT)
    if size < SKEW:  # it points ahead or back: any plane will do
        return
    error = (cross(own[:, 1].copy(), across) * line).sum() / size
    stiffness = TWIST_STIFFNESS * unit
    target = stiffness * error - 2.0 * math.sqrt(stiffness) * (spin * line).sum()
    want_turn_about(goals, first, transposed_times(own, line), target, LEG_WEIGHT)


@compiled
def _keep_knee_bent(
    goals: Goals, body: Body, who: Record, motion: Motion, leg: int, unit: float
) -> None:
    """Let a knee go its way, but ask it to bend where it gets straight."""
    upper, lower = who["upper_leg"][leg], who["lower_leg"][leg]
    freedom, rate = first_freedom(body, lower), _hinge_rate(motion, upper, lower)
    want_freedom(goals, freedom, -EASE * rate, EASE_WEIGHT)
    way = who["knee_bends"][leg]
    bend = way * _hinge_angle(motion, upper, lower)
    short = STRAIGHT - bend - STRAIGHTENING * way * rate
    if short > 0.0:
        stiffness = KNEE_STIFFNESS * unit
        target = way * stiffness * (STRAIGHT - bend) - 2.0 * math.sqrt(stiffness) * rate
        want_freedom(goals, freedom, target, KNEE_WEIGHT * short)


@compiled
def _hinge_angle(motion: Motion, above: int, below: int) -> float:
    relative = product(motion.rotation[above].T.copy(), motion.rotation[below])
    return math.atan2(-relative[2, 0], relative[0, 0])


@compiled
def _hinge_rate(motion: Motion, above: int, below: int) -> float:
    rate = 0.0
    for k in range(3):
        rate += motion.rotation[above][k, 1] * (motion.spin[below, k] - motion.spin[above, k])
    return rate

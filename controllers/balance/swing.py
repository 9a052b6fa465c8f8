"""The swing leg: the foot's path to its foothold (Coros et al. 2010, Section 3.2)."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array, about_y, product, wrapped
from ..gait.foot_roll import ankle_over, heel_ahead, pitch_now, swing_pitch
from ..gait.footing import ahead, aside, outward
from ..gait.footsteps import HEIGHT, lifted, present_footstep, travel_surge, travelled
from ..gait.heading import foot_heading, landing_direction, turned_out
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import between, faded, swing_phase
from ..gait.spline import catmull_rom, eased
from ..gait.stepping_over import pitch_over, place_over, steps_over, surge_over
from ..gait.style import limb_angle, pitch_at_strike
from ..gait.style_channels import FOOT_PITCH, LANDING_REACH, SWING_DELAY
from ..gait.terrain import (
    change_of_level,
    climbs,
    floor_below,
    lands_below,
    leads_down,
    passes_over,
    sees_stairs,
    sole_frame,
)
from ..program.anatomy import Anatomy
from ..program.objectives import Tick, add_point_task, add_rotation_task
from .posture import squared_frequency, turn_towards

PASSING_ROOM = 1.5  # of the legs' breadth: from middle to middle, when one passes the other
PASSING_ON_STAIRS = 2.2  # the same of a foot that goes up, by the other knee
TOES, LANDS = 1.4, 0.3  # of the ball's distance: the tip's; phase in which a foot comes down
# Delays of a foot that rises before it comes ahead, and of one that comes ahead before it sinks.
CLIMBING_DELAY, DESCENDING_DELAY = 2.0, -2.0
LARGEST_DELAY = 3.0  # with a larger one the foot would go back
LANDING_SPEED = 0.45  # [m/s]: a foot that comes down faster rebounds, and no leg holds it
LATE_SINKING = 0.5  # [m/s] of a foot that has not met the ground in time
SWING_STIFFNESS, SWING_WEIGHT = 95.0, 100.0  # [g / leg]
LEAST_TIME = 0.01  # [s]: lower bound of a step's remaining time
FULL_REACH = 0.985  # of the straight leg: largest distance of a swing foot from its hip
TURNS_FROM, TURNED_BY = 0.5, 0.9  # phases between which the swing foot anticipates a turn
ROLLED_CLEARANCE = 0.5  # of the step's height, below heel and ball
# Of the leg: steps down between which a foot lands flat, or with its toes first.
TOES_FIRST_FROM, TOES_FIRST_BY = 0.125, 0.16
COMES_DOWN = 0.6  # phase from which a swing foot is about to land
LIFT_BEHIND = 0.3  # of the distance that a foot is kept behind its footprint
FASTEST_CHANGE = 80.0  # of the foot's velocity [m/s2]


@compiled
def swing_foot(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int) -> None:
    """Ask the swing ankle to follow its path and the foot to point as the style has it."""
    anatomy, motion = tick.anatomy, tick.motion
    foot, stiffness = anatomy["foot"][side], SWING_STIFFNESS * squared_frequency(anatomy, command)
    wanted, ankle = swing_target(tick, command, memory), motion.origin[foot]
    velocity = point_velocity(tick.dynamics.twists[foot], ankle - motion.com)
    lag = 2.0 / math.sqrt(stiffness)  # delay of a critically damped rotation
    below = floor_below(motion, anatomy, command, memory) + anatomy["ankle_height"][side]
    raised = ankle[2] + lag * min(velocity[2], 0.0) - below  # height after that delay
    # Late in the step the ball may touch the ground first; over stairs the sole stays level.
    highest = _over_ball(anatomy, side, raised) if memory["phase"] < COMES_DOWN else math.inf
    if climbs(anatomy, command, memory):
        highest = 0.0
    pitch, rate = swing_pitch(memory, side, highest)
    if sees_stairs(anatomy, command) and leads_down(anatomy, command, memory):
        down = command["floor"][memory["stance"]] - command["landing"]
        pitch *= 1.0 - faded(down / anatomy["leg"], TOES_FIRST_FROM, TOES_FIRST_BY)
    if steps_over(command, memory) and lands_below(anatomy, command, memory["lift_floor"]):
        pitch = pitch_over(anatomy, command, memory)
    facing, toes_out_rate = _swing_heading(command, memory), 0.0
    if not memory["directed"]:
        toes_out, toes_out_rate = turned_out(command, memory, side)
        facing += toes_out
    flat = sole_frame(command, facing, command["landing_gradient"])
    pointing = product(flat, about_y(pitch))
    turning = turn_towards(motion, foot, pointing, stiffness)
    turning += 2.0 * math.sqrt(stiffness) * rate * motion.rotation[foot][:, 1]
    turning[2] += 2.0 * math.sqrt(stiffness) * toes_out_rate
    add_rotation_task(tick, foot, turning, SWING_WEIGHT)
    target = np.empty(3)
    surge = _surge(anatomy, command, memory)
    for k in range(3):
        pace = 0.0 if memory["fresh"] else (wanted[k] - memory["swing_last"][k]) / command["dt"]
        memory["swing_last"][k] = wanted[k]
        change = stiffness * (wanted[k] - ankle[k])
        change += surge[k]
        change += 2.0 * math.sqrt(stiffness) * (pace - velocity[k])
        target[k] = min(max(change, -FASTEST_CHANGE), FASTEST_CHANGE)
    memory["fresh"] = 0
    add_point_task(tick, foot, ankle, target, SWING_WEIGHT)


@compiled
def _swing_heading(command: GaitCommand, memory: GaitMemory) -> float:
    """Direction of the swing foot [rad]; the foot turns once it has passed the stance foot."""
    if memory["directed"]:
        turn = wrapped(foot_heading(command, memory) - memory["lift_heading"])
        return memory["lift_heading"] + travelled(min(memory["phase"], 1.0)) * turn
    share = eased((memory["phase"] - TURNS_FROM) / (TURNED_BY - TURNS_FROM))
    turn = wrapped(foot_heading(command, memory) - memory["lift_heading"])
    turned = wrapped(memory["heading"] - memory["lift_heading"])
    return memory["lift_heading"] + (1.0 - share) * turned + share * turn


@compiled
def _over_ball(anatomy: Anatomy, side: int, raised: float) -> float:
    """The pitch [rad] beyond which the ball would be below the ground.

    Args:
        raised: height of the ankle above its height over a level sole on the ground [m].
    """
    return math.asin(min(max(raised / anatomy["ball"][side], 0.0), 1.0))


@compiled
def _surge(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> Array:
    """(3,) acceleration [m/s2] of the swing foot's target path."""
    phase = swing_phase(memory)
    if phase >= 1.0:
        return np.zeros(3)
    rate = (1.0 - phase) / max(memory["remaining"], LEAST_TIME)
    if steps_over(command, memory):
        return surge_over(anatomy, command, memory, rate)
    delay = _delay(anatomy, command, memory)
    bend = travel_surge(phase) if memory["directed"] else _swing_surge(delay, phase)
    way = _landing_place(anatomy, command, memory) - memory["lift_off"]
    surge: Array = bend * rate * rate * way
    surge[:2] += (6.0 * phase - 4.0) * rate * memory["lift_velocity"][:2]
    return surge


@compiled
def _delay(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """How much later than on a cubic the swing foot comes ahead: by the style, or on stairs."""
    if climbs(anatomy, command, memory):
        over = passes_over(anatomy, command)
        return _delay_over(command, memory) if over else CLIMBING_DELAY
    if sees_stairs(anatomy, command) and leads_down(anatomy, command, memory):
        return DESCENDING_DELAY
    return memory["rolling"] * memory["gait"][SWING_DELAY]


@compiled
def _delay_over(command: GaitCommand, memory: GaitMemory) -> float:
    """The delay with which a foot that passes over something is over its middle halfway."""
    way = memory["foothold"][:2] - memory["lift_off"][:2]
    there = command["summit_at"] - memory["lift_off"][:2]
    length = max(way[0] ** 2 + way[1] ** 2, 1e-6)
    share = (there[0] * way[0] + there[1] * way[1]) / length
    return min(max(16.0 * (0.5 - share), -LARGEST_DELAY), LARGEST_DELAY)


@compiled
def _swing_travelled(delay: float, phase: float) -> float:
    """Share of the swing foot's way at a phase: a cubic, later by a delay."""
    return eased(phase) - delay * (phase * (1.0 - phase)) ** 2


@compiled
def _swing_surge(delay: float, phase: float) -> float:
    """Second derivative of that share by the phase."""
    return 6.0 - 12.0 * phase - delay * (2.0 - 12.0 * phase * (1.0 - phase))


@compiled
def _landing_place(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> Array:
    """(3,) ankle [m] as the foot strikes with its heel, from where it will be over a flat sole."""
    landing, side = memory["foothold"].copy(), 1 - memory["stance"]
    if not memory["directed"]:
        pitch, facing = pitch_at_strike(memory, side), landing_direction(command, memory)
        back = memory["rolling"] * heel_ahead(anatomy, side, pitch)
        landing[0] -= back * math.cos(facing)
        landing[1] -= back * math.sin(facing)
    return landing


@compiled
def swing_target(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> Array:
    """(3,) present target [m] of the swing ankle, whose path is at rest at both ends."""
    anatomy = tick.anatomy
    side, phase = 1 - memory["stance"], swing_phase(memory)
    if steps_over(command, memory):
        return _target_over(tick, command, memory, side, phase)
    delay = _delay(anatomy, command, memory)
    share = travelled(phase) if memory["directed"] else _swing_travelled(delay, phase)
    target, landing = np.empty(3), _landing_place(anatomy, command, memory)
    for axis in range(3):
        start, end = memory["lift_off"][axis], landing[axis]
        target[axis] = (1.0 - share) * start + share * end
    if memory["directed"]:
        target[:2] += math.sin(math.pi * share) * memory["detour"]
        target[2] += _clearance(command, memory) * lifted(phase)
    else:
        lasts = memory["period"] * (1.0 - memory["toe_off"])
        target[:2] += lasts * phase * (1.0 - phase) ** 2 * memory["lift_velocity"][:2]
        height = command["step_height"] * catmull_rom(memory["foot_height"][side], phase)
        target[2] += min(height, LANDING_SPEED * max(memory["remaining"], 0.0))
        if not command["may_cross"]:
            _pass_the_other_leg(tick, command, memory, side, share, target)
    target[2] += change_of_level(command, memory, share)
    if climbs(anatomy, command, memory):
        target[2] += _toes_below(tick, command, side) * eased((1.0 - phase) / LANDS)
    pitch, _ = limb_angle(memory, side, FOOT_PITCH)
    lever = anatomy["ball"][side] if pitch > 0.0 else anatomy["heel"][side]
    target[2] += share * lever * math.sin(abs(pitch))  # toes or heel stay over the ground
    if memory["rolling"] > 0.0:
        rolled = _rolled_height(anatomy, command, memory, side, phase)
        target[2] = between(target[2], rolled, memory["rolling"])
    sunk = _sunk(memory)
    if memory["directed"]:
        cut_off = _keep_within_reach(tick, memory, side, target)
        target[2] += LIFT_BEHIND * cut_off - sunk  # so that the foot does not drag over the ground
    else:
        target[2] -= sunk  # a foot that sinks meets the ground nearer to its hip
        _keep_within_reach(tick, memory, side, target)
    return target


@compiled
def _toes_below(tick: Tick[Anatomy], command: GaitCommand, side: int) -> float:
    """How far [m] the toes hang below a level sole: a shank tilts further than an ankle bends."""
    tilt = max(pitch_now(tick.motion, tick.anatomy, command, side), 0.0)
    return TOES * tick.anatomy["ball"][side] * math.sin(tilt)


@compiled
def _rolled_height(
    anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, side: int, phase: float
) -> float:
    """Height [m] of the ankle of a foot that rolled off: heel and ball clear the ground."""
    share, (pitch, _) = eased(phase), swing_pitch(memory, side, math.inf)
    ground = memory["foothold"][2] - anatomy["ankle_height"][side]
    ground = (1.0 - share) * memory["lift_floor"] + share * ground
    clearance = ROLLED_CLEARANCE * command["step_height"] * math.sin(math.pi * phase)
    clearance = min(clearance, LANDING_SPEED * max(memory["remaining"], 0.0))
    left = memory["lift_off"][2] - memory["lift_floor"]
    left -= ankle_over(anatomy, side, memory["lift_pitch"])
    over = change_of_level(command, memory, share)
    return ground + over + ankle_over(anatomy, side, pitch) + clearance + (1.0 - share) * left


@compiled
def _target_over(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int, phase: float
) -> Array:
    """(3,) target [m] of the swing ankle in a step over an obstacle."""
    target = place_over(tick.anatomy, command, memory, phase)
    pitch = pitch_over(tick.anatomy, command, memory)
    target[2] += tick.anatomy["ball"][side] * math.sin(pitch) - _sunk(memory)
    if leads_down(tick.anatomy, command, memory):
        _wait_for_the_hips(tick, memory, side, target)
    _keep_within_reach(tick, memory, side, target)
    return target


@compiled
def _sunk(memory: GaitMemory) -> float:
    """How far [m] a late foot has moved down below its planned path in search of the ground."""
    return LATE_SINKING * max(memory["phase"] - 1.0, 0.0) * memory["period"]


@compiled
def _pass_the_other_leg(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int, travelled_by: float,
    target: Array,
) -> None:  # fmt: skip
    """Move the target sideways, by a share of the room that passing legs need (Section 3.5)."""
    anatomy, motion, share = tick.anatomy, tick.motion, math.sin(math.pi * travelled_by)
    room = PASSING_ON_STAIRS if climbs(anatomy, command, memory) else PASSING_ROOM
    room *= anatomy["half_breadth"][0] + anatomy["half_breadth"][1]
    away = target - motion.origin[anatomy["foot"][1 - side]]
    between = outward(side) * aside(away, memory["heading"])
    short = share * outward(side) * max(room - between, 0.0)
    target[0] -= short * math.sin(memory["heading"])
    target[1] += short * math.cos(memory["heading"])


@compiled
def _clearance(command: GaitCommand, memory: GaitMemory) -> float:
    """How high a directed step lifts its foot [m]."""
    height = present_footstep(command, memory)[HEIGHT]
    return command["step_height"] if math.isnan(height) else height


@compiled
def _wait_for_the_hips(
    tick: Tick[Anatomy], memory: GaitMemory, side: int, target: Array
) -> None:
    """Keep a foot that steps down over its place until the hips are low enough to reach it."""
    anatomy = tick.anatomy
    away = target - tick.motion.origin[anatomy["upper_leg"][side]]
    leg = FULL_REACH * (anatomy["upper_leg_length"][side] + anatomy["lower_leg_length"][side])
    room = leg * leg - away[0] ** 2 - away[1] ** 2
    lowest = target[2] - away[2] - math.sqrt(max(room, 0.0))
    highest = max(memory["lift_off"][2], target[2])
    if room > 0.0:
        target[2] = min(max(target[2], lowest), highest)


@compiled
def _keep_within_reach(
    tick: Tick[Anatomy], memory: GaitMemory, side: int, target: Array
) -> float:
    """Move the target horizontally into the leg's reach; return the distance [m].

    Bent legs move it towards the hip; a walk that rolls steps shorter, not nearer to its midline.
    """
    anatomy, share, heading = tick.anatomy, memory["rolling"], memory["heading"]
    hip = tick.motion.origin[anatomy["upper_leg"][side]]
    leg = between(FULL_REACH, memory["gait"][LANDING_REACH], share)
    leg *= anatomy["upper_leg_length"][side] + anatomy["lower_leg_length"][side]
    room = math.sqrt(max(leg * leg - (hip[2] - target[2]) ** 2, (0.1 * leg) ** 2))
    away = target - hip
    distance = math.sqrt(away[0] ** 2 + away[1] ** 2)
    if distance <= room:
        return 0.0
    forward, beside = ahead(away, heading), aside(away, heading)
    limit = math.sqrt(max(room**2 - beside**2, 0.0))
    cut = share * math.copysign(max(abs(forward) - limit, 0.0), forward)
    away[0] -= cut * math.cos(heading)
    away[1] -= cut * math.sin(heading)
    shrink = min(room / max(math.sqrt(away[0] ** 2 + away[1] ** 2), 1e-6), 1.0)
    target[:2] = hip[:2] + shrink * away[:2]
    return distance - room

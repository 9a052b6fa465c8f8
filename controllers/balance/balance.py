"""Balance: the center of mass as an inverted pendulum over the center of pressure, and hip height.

Coros, Beaudoin, van de Panne 2010, Sections 3.3 and 4 tune the velocity of the center of mass by a
virtual force; here a momentum task asks for the acceleration that the force would give.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..gait.footing import REACH, ground_under, height_over, load_share, sole_middle, support_middle
from ..gait.footsteps import shift_pressure, step_length
from ..gait.modes import STARTING, WALKING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.standing import idle_shift
from ..gait.style import briskness, limb_angle, tiptoe
from ..gait.style_channels import STANCE_KNEE
from ..gait.terrain import floor, way_down
from ..program.anatomy import Anatomy
from ..program.objectives import Tick, add_momentum_task
from .posture import squared_frequency

BALANCE_WEIGHT = 100.0  # of the horizontal acceleration of the center of mass
SLOW_HEIGHT_WEIGHT, BRISK_HEIGHT_WEIGHT = 1000.0, 300.0
HIPS_STIFFNESS = 14.0  # [g / leg]; damping is critical
HIPS_PACE, CALM_HIPS_PACE = 25.0, 5.0  # rate at which the target height is approached [1/s]
SETTLES = 1.0  # [s] on both feet, in which the hips rise slowly under a load in the hands
FASTEST_HIPS, FASTEST_WITH_LOAD = 1.0, 0.4  # [m/s]; the latter upwards with a load
VAULT = 0.035  # of the leg: how far the hips rise between two footstrikes
# Shares of half a step: how far from the hip a leg must reach, foot and pelvis included. At a brisk
# pace the raised heel shortens the reach of the trailing leg.
SLOW_HALF_STEP, BRISK_HALF_STEP = 1.32, 1.15
DIRECTED_HALF_STEP = 1.55  # large: the body follows a foot that lands early
LEAST_REACH, FURTHEST_REACH = 0.6, 0.8  # of a leg: least height, largest horizontal reach
LOWEST_CROUCH = 0.25  # of a leg: how near its ankle a hip may come
LEFT_BEHIND = 0.75  # of the feet's distance: how far a leg must reach until its foot lifts
STANDING_FEEDBACK = 2.0  # of the capture point's distance from where it should rest


@compiled
def keep_balance(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> None:
    """Add the tasks of balance: the center of mass falls as the pendulum does; the hips' height."""
    anatomy, motion = tick.anatomy, tick.motion
    mass, gravity = anatomy["total_mass"], command["gravity"]
    if memory["mode"] == WALKING:
        pressure, height = memory["pressure"].copy(), height_over(motion, anatomy, memory["stance"])
    else:
        height = 0.5 * (height_over(motion, anatomy, 0) + height_over(motion, anatomy, 1))
        if memory["directed"]:
            pressure = shift_pressure(motion, anatomy, command, memory)
        else:
            pressure = _standing_pressure(tick, command, memory, height)
    for axis in range(2):
        target = gravity / height * (motion.com[axis] - pressure[axis])
        add_momentum_task(tick, 3 + axis, mass * target, BALANCE_WEIGHT / mass**2)
    lift = _lift(tick, command, memory)
    add_momentum_task(tick, 5, mass * lift, _height_weight(memory) / mass**2)


@compiled
def _height_weight(memory: GaitMemory) -> float:
    """Weight of the height task: low at a slow pace, so that a push does not lift the feet."""
    return SLOW_HEIGHT_WEIGHT + briskness(memory) * (BRISK_HEIGHT_WEIGHT - SLOW_HEIGHT_WEIGHT)


@compiled
def _standing_pressure(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, height: float
) -> Array:
    """(2,) center of pressure [m] that brings the body to rest over its feet (world, x and y)."""
    anatomy, motion = tick.anatomy, tick.motion
    goal = support_middle(motion, anatomy)
    if memory["mode"] == STARTING:
        goal = sole_middle(motion, anatomy, memory["stance"])
    else:
        goal += idle_shift(motion, anatomy, command, memory)
    pressure = np.empty(2)
    for axis in range(2):
        capture = motion.com[axis] + motion.com_velocity[axis] * math.sqrt(
            height / command["gravity"]
        )
        pressure[axis] = goal[axis] + STANDING_FEEDBACK * (capture - goal[axis])
    return pressure


@compiled
def _lift(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> float:
    """Vertical acceleration [m/s2] that brings the hips to their target height."""
    anatomy, motion = tick.anatomy, tick.motion
    hips = 0.0
    wanted = 0.0
    for side in range(2):
        hips += 0.5 * motion.origin[anatomy["upper_leg"][side]][2]
        share = load_share(anatomy, motion, memory, side)
        if share > 0.0:
            height = hip_height(tick, command, memory, side)
            wanted += share * (height + floor(motion, anatomy, command, side))
    if memory["hips"] == 0.0:
        memory["hips"] = hips
    bears = command["hand_load"].any()
    settles = bears and memory["mode"] != WALKING and memory["stood"] < SETTLES
    pace = CALM_HIPS_PACE if memory["directed"] or settles else HIPS_PACE
    rising = pace * (wanted - memory["hips"])
    fastest = FASTEST_WITH_LOAD if bears else FASTEST_HIPS
    rising = min(max(rising, -FASTEST_HIPS), fastest)
    memory["hips"] += rising * command["dt"]
    stiffness = HIPS_STIFFNESS * squared_frequency(anatomy, command) / anatomy["stiffness_scale"]
    lift = stiffness * (memory["hips"] - hips)
    lift += 2.0 * math.sqrt(stiffness) * (rising - motion.com_velocity[2])
    return min(max(lift, -0.5 * command["gravity"]), command["gravity"])


@compiled
def _reach_of_half_step(memory: GaitMemory) -> float:
    if memory["directed"]:
        return DIRECTED_HALF_STEP
    spared = briskness(memory) * tiptoe(memory, memory["stance"])
    return SLOW_HALF_STEP + spared * (BRISK_HALF_STEP - SLOW_HALF_STEP)


@compiled
def _feet_distance(motion: Motion, anatomy: Anatomy) -> float:
    away = motion.origin[anatomy["foot"][0]] - motion.origin[anatomy["foot"][1]]
    return math.sqrt(max(away[0] ** 2 + away[1] ** 2 - anatomy["breadth"] ** 2, 0.0))


@compiled
def _step_length(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> float:
    """Distance [m] between the footprints of a step: a directed step's, or a steady walk's."""
    if memory["directed"]:
        return step_length(motion, anatomy, command, memory)
    speed = math.sqrt(memory["speed"] ** 2 + memory["lateral_speed"] ** 2)
    return speed * memory["period"]


@compiled
def hip_height(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int) -> float:
    """Height [m] of the hips over the ground on one leg, by its knee angle and within its reach.

    In a walk the hips are lowest at the footstrikes, where both legs must reach the ground.
    """
    anatomy, motion = tick.anatomy, tick.motion
    upper, lower = anatomy["upper_leg_length"][side], anatomy["lower_leg_length"][side]
    longest = REACH * (upper + lower)
    knee, _ = limb_angle(memory, side, STANCE_KNEE)
    height = math.sqrt(upper**2 + lower**2 + 2.0 * upper * lower * math.cos(knee))
    height = max(min(height, longest) - command["crouch"], LOWEST_CROUCH * longest)
    if memory["mode"] == WALKING or memory["directed"]:
        half = min(0.5 * _step_length(motion, anatomy, command, memory), 0.45 * anatomy["leg"])
        reach = half * _reach_of_half_step(memory)
        if memory["mode"] != WALKING:
            reach = max(reach, LEFT_BEHIND * _feet_distance(motion, anatomy))
        reach = min(reach, FURTHEST_REACH * longest)
        low = min(math.sqrt(longest**2 - reach**2), height)
        vault = 0.0 if memory["directed"] else VAULT
        high = min(height, low + vault * anatomy["leg"])
        rise = (high - low) * math.sin(math.pi * min(memory["phase"], 1.0)) ** 2
        height = low - way_down(command, memory, side) + rise
    ankle = anatomy["ankle_height"][side]
    hips = ankle + min(height, _rise_to_hips(motion, anatomy, side))
    if memory["directed"]:  # the trailing foot of a long step stays on the ground
        lifted = motion.origin[anatomy["foot"][1 - side]][2] - ground_under(motion, anatomy, side)
        hips = min(hips, lifted + _rise_to_hips(motion, anatomy, 1 - side))
    return hips


@compiled
def _rise_to_hips(motion: Motion, anatomy: Anatomy, side: int) -> float:
    """Largest height [m] of a hip over its ankle at which the leg still reaches its foot."""
    longest = REACH * (anatomy["upper_leg_length"][side] + anatomy["lower_leg_length"][side])
    away = motion.origin[anatomy["foot"][side]] - motion.origin[anatomy["upper_leg"][side]]
    room = max(longest**2 - away[0] ** 2 - away[1] ** 2, (LEAST_REACH * longest) ** 2)
    return math.sqrt(room)

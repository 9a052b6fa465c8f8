"""The height of the hips: on bent legs by reach and knee, or vaulting over a straight leg.

Coros, Beaudoin, van de Panne 2010 hold no height (Sections 3.3 and 4); here a momentum task asks
for the vertical acceleration that brings the hips to theirs.
"""

from __future__ import annotations

import math

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..gait.footing import REACH, ground_under, load_share
from ..gait.footsteps import step_length
from ..gait.modes import WALKING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import between
from ..gait.spline import eased
from ..gait.stepping_over import pitch_over, steps_over
from ..gait.style import briskness, limb_angle, tiptoe
from ..gait.style_channels import DROP, LOWEST, STANCE_KNEE, TOP
from ..gait.terrain import LOWERED_BY, floor, leads_down, way_down
from ..program.anatomy import Anatomy
from ..program.objectives import Tick
from .posture import squared_frequency

HIPS_STIFFNESS = 14.0  # [g / leg]; damping is critical
HIPS_PACE, CALM_HIPS_PACE = 25.0, 5.0  # rate at which the target height is approached [1/s]
SETTLES = 1.0  # [s] on both feet, in which the hips rise slowly under a load in the hands
FASTEST_HIPS, FASTEST_WITH_LOAD = 1.0, 0.4  # [m/s]; the latter upwards with a load
VAULT = 0.035  # of the leg: how far bent legs lift the hips between two footstrikes
# Shares of half a step: how far from the hip a leg must reach, foot and pelvis included. At a brisk
# pace the raised heel shortens the reach of the trailing leg.
SLOW_HALF_STEP, BRISK_HALF_STEP = 1.32, 1.15
DIRECTED_HALF_STEP = 1.55  # large: the body follows a foot that lands early
LEAST_REACH, FURTHEST_REACH = 0.6, 0.8  # of a leg: least height, largest horizontal reach
LOWEST_CROUCH = 0.25  # of a leg: how near its ankle a hip may come
LEFT_BEHIND = 0.75  # of the feet's distance: how far a leg must reach until its foot lifts
UPRIGHT_REACH = 0.997  # of the straight leg: the legs of a stander at ease
DOWN_REACH = 0.985  # of the straight leg: one that steps down
STRAIGHT_REACH = 0.9995  # of the straight leg: longest stance leg of a walk that rolls
# Hips sink less than the arc of a straight leg grows with the step: by a power of the pace, down to
# where that is 1.25. tuned: bench natural.
SHALLOWER, DEEPER_WHEN_SLOW = 0.6, 1.25
MOST_HASTE = 1.2  # over the period's pace: a quicker step does not vault faster


@compiled
def hips_lift(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> float:
    """Vertical acceleration [m/s2] that brings the hips to their target height."""
    anatomy, motion = tick.anatomy, tick.motion
    hips = 0.0
    wanted = 0.0
    for side in range(2):
        hips += 0.5 * motion.origin[anatomy["upper_leg"][side]][2]
        share = load_share(anatomy, motion, memory, side)
        if share > 0.0:
            height = _hip_height(tick, command, memory, side)
            wanted += share * (height + floor(motion, anatomy, command, side))
    if memory["hips"] == 0.0:
        memory["hips"] = hips
    bears = command["hand_load"].any()
    settles = bears and memory["mode"] != WALKING and memory["stood"] < SETTLES
    sinks = wanted < memory["hips"] and leads_down(anatomy, command, memory)
    is_calm = settles or (memory["directed"] and not sinks)
    pace = CALM_HIPS_PACE if is_calm else HIPS_PACE
    ahead_rate, ahead_change = _vaulting(anatomy, memory)
    rising = pace * (wanted - memory["hips"]) + ahead_rate
    lifts = command["crouch"] > 0.0  # on a path with bounds of its own
    fastest = FASTEST_WITH_LOAD if bears and not lifts else FASTEST_HIPS
    rising = min(max(rising, -FASTEST_HIPS), fastest)
    memory["hips"] += rising * command["dt"]
    stiffness = HIPS_STIFFNESS * squared_frequency(anatomy, command) / anatomy["stiffness_scale"]
    lift = stiffness * (memory["hips"] - hips)
    lift += 2.0 * math.sqrt(stiffness) * (rising - motion.com_velocity[2]) + ahead_change
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
def _hip_height(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int
) -> float:
    """Height [m] of the hips over the ground under a leg that bears the body."""
    anatomy, motion = tick.anatomy, tick.motion
    bent = _bent_height(tick, command, memory, side)
    if memory["rolling"] <= 0.0:
        return bent
    ground = floor(motion, anatomy, command, side)
    ankle = motion.origin[anatomy["foot"][side]][2] - ground
    straight = ankle + _rise_to_hips(motion, anatomy, side, STRAIGHT_REACH)
    vaulted = _top(anatomy, memory, side) - 0.5 * _drop(anatomy, memory, side) * (
        1.0 + math.cos(_vault_angle(memory))
    )
    return between(bent, min(vaulted, straight), memory["rolling"])


@compiled
def _top(anatomy: Anatomy, memory: GaitMemory, side: int) -> float:
    """Height [m] of the hips at mid-stance: on a straight leg, or on a style's bent one."""
    upper, lower = anatomy["upper_leg_length"][side], anatomy["lower_leg_length"][side]
    knee, _ = limb_angle(memory, side, STANCE_KNEE)
    bent = math.sqrt(upper**2 + lower**2 + 2.0 * upper * lower * math.cos(knee))
    return anatomy["ankle_height"][side] + min(bent, memory["gait"][TOP] * (upper + lower))


@compiled
def _drop(anatomy: Anatomy, memory: GaitMemory, side: int) -> float:
    """How far [m] the hips sink between two vaults."""
    leg = anatomy["upper_leg_length"][side] + anatomy["lower_leg_length"][side]
    half = min(0.5 * memory["speed"] * memory["period"], FURTHEST_REACH * leg)
    slower = (memory["style_speed"] / max(memory["speed"], 1e-3)) ** SHALLOWER
    arc = leg - math.sqrt(leg**2 - half**2)
    return memory["gait"][DROP] * min(slower, DEEPER_WHEN_SLOW) * arc


@compiled
def _vault_angle(memory: GaitMemory) -> float:
    return 2.0 * math.pi * (min(memory["phase"], 1.0) - memory["gait"][LOWEST])


@compiled
def _vaulting(anatomy: Anatomy, memory: GaitMemory) -> tuple[float, float]:
    """Planned vertical velocity [m/s] and acceleration [m/s2] of hips that vault."""
    if memory["mode"] != WALKING or memory["rolling"] <= 0.0 or memory["phase"] >= 1.0:
        return 0.0, 0.0
    left = max((1.0 - memory["phase"]) * memory["period"] / MOST_HASTE, memory["remaining"])
    rate = 2.0 * math.pi * (1.0 - memory["phase"]) / left
    size = 0.5 * memory["rolling"] * _drop(anatomy, memory, memory["stance"])
    angle = _vault_angle(memory)
    return size * rate * math.sin(angle), size * rate * rate * math.cos(angle)


@compiled
def _bent_height(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int
) -> float:
    """Height [m] of the hips over the ground on a bent leg, by its knee and within its reach.

    In a walk the hips are lowest at the footstrikes, where both legs must reach the ground.
    """
    anatomy, motion = tick.anatomy, tick.motion
    upper, lower = anatomy["upper_leg_length"][side], anatomy["lower_leg_length"][side]
    reached = REACH
    if memory["mode"] != WALKING and not memory["directed"]:
        reached = between(REACH, UPRIGHT_REACH, memory["upright"])
    longest = reached * (upper + lower)
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
    hips = ankle + min(height, _rise_to_hips(motion, anatomy, side, reached))
    if memory["directed"]:  # the trailing foot of a long step stays on the ground
        lifted = motion.origin[anatomy["foot"][1 - side]][2] - ground_under(motion, anatomy, side)
        hips = min(hips, lifted + _rise_to_hips(motion, anatomy, 1 - side, REACH))
    steps = memory["directed"] and memory["mode"] == WALKING and side == memory["stance"]
    if steps and leads_down(anatomy, command, memory):
        hips = _down_to_foothold(motion, anatomy, command, memory, hips)
    return hips


@compiled
def _down_to_foothold(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, hips: float
) -> float:
    """Height [m] over the ground under the stance foot at which the swing leg reaches its place."""
    swing = 1 - memory["stance"]
    ankle = memory["foothold"][2] - ground_under(motion, anatomy, memory["stance"])
    if steps_over(command, memory):  # the ball comes down first
        ankle += anatomy["ball"][swing] * math.sin(pitch_over(anatomy, command, memory))
    reaching = ankle + _rise_over(motion, anatomy, swing, memory["foothold"], DOWN_REACH)
    return between(hips, min(hips, reaching), eased(memory["phase"] / LOWERED_BY))


@compiled
def _rise_to_hips(motion: Motion, anatomy: Anatomy, side: int, reach: float) -> float:
    """Largest height [m] of a hip over its ankle at which the leg still reaches its foot."""
    return _rise_over(motion, anatomy, side, motion.origin[anatomy["foot"][side]], reach)


@compiled
def _rise_over(
    motion: Motion, anatomy: Anatomy, side: int, ankle: Array, reach: float
) -> float:
    """Largest height [m] of a hip over a place of its ankle (3,) that the leg still reaches."""
    longest = reach * (anatomy["upper_leg_length"][side] + anatomy["lower_leg_length"][side])
    away = ankle - motion.origin[anatomy["upper_leg"][side]]
    room = max(longest**2 - away[0] ** 2 - away[1] ** 2, (LEAST_REACH * longest) ** 2)
    return math.sqrt(room)

"""Directed steps: the feet go to given footprints (Wu and Zordan 2010, Sections 4, 5).

The paper leads the center of mass along a curve over the support foot and on towards the middle of
both feet. Here a center of pressure inside the sole leads the capture point from beside the support
foot to where the other foot takes over, so that the fall ends at the footprint in time. A footprint
that no pressure inside the sole can reach is given up, and the body steps where balance requires.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, heading_of, wrapped
from ..program.anatomy import LEFT, RIGHT, Anatomy
from .footing import height_over, sole_middle
from .modes import STANDING, STARTING
from .records import GaitCommand, GaitMemory
from .terrain import landing_floor

SIDE, EAST, NORTH, HEADING, DURATION, HEIGHT, TOP, RISEN_BY, SINKS_FROM = range(9)
TAKES_OVER = 0.47  # of the way between the feet: place of the capture point at touch-down
SHIFT_FEEDBACK = 3.0  # of the pressure that shifts the weight
FEEDBACK = 2.0  # of the pressure on the capture point's distance from its path
LIFTS_WITHIN = 0.3  # of the sole: where the needed pressure must lie before the foot may lift
LIFTS_OVER_WITHIN = 0.8  # the same lengthwise over an obstacle, on which a leg may lean
USED_LENGTH, USED_WIDTH = 0.75, 0.75  # of the sole, for the pressure
LEAST_GROWTH = 0.01  # of the capture point's distance: a step that is over
GIVEN_UP = 0.3  # of the leg: distance from the path at touch-down at which a footprint is given up
GIVEN_UP_OVER = 0.6  # the same, where the foot would come down on the obstacle
PASSING_ROOM = 1.8  # of the feet's width: from middle to middle, when one passes the other
LEAVES_BY = 0.1  # of its path: a foot so near its start or end does not pass the other
SPREAD = 0.1 / 0.45  # of the step's time: the width of the Gaussian profiles (Section 5.1)


@compiled
def has_footstep(command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether any footprint remains."""
    return memory["next_footstep"] < command["footstep_count"]


@compiled
def present_footstep(command: GaitCommand, memory: GaitMemory) -> Array:
    """(9,) FOOTSTEP_COLUMNS of the present or next footprint, or of the last one."""
    last = max(command["footstep_count"] - 1, 0)
    return command["footsteps"][min(memory["next_footstep"], last)]


@compiled
def start_footstep(command: GaitCommand, memory: GaitMemory) -> None:
    """Begin to shift the weight onto the support foot."""
    memory["mode"] = STARTING
    memory["directed"] = 1
    memory["stance"] = 1 - int(present_footstep(command, memory)[SIDE])


@compiled
def end_footstep(memory: GaitMemory) -> None:
    """The foot is down: stand until the next footprint."""
    memory["mode"] = STANDING
    memory["directed"] = 0
    memory["next_footstep"] += 1
    memory["stood"] = 0.0


@compiled
def shift_pressure(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> Array:
    """(2,) center of pressure [m] that shifts the weight before the foot lifts.

    It stays near the line between the feet, so that the next support foot keeps its load.
    """
    place, stance = shifted_place(motion, anatomy, command, memory), memory["stance"]
    rate = math.sqrt(command["gravity"] / height_over(motion, anatomy, stance))
    leaving = sole_middle(motion, anatomy, 1 - stance)
    push, room = np.empty(2), 0.0
    for axis in range(2):
        capture = motion.com[axis] + motion.com_velocity[axis] / rate
        push[axis] = SHIFT_FEEDBACK * (capture - place[axis])
        room += (anatomy["shift_share"] * (leaving[axis] - place[axis])) ** 2
    length = math.sqrt(push[0] ** 2 + push[1] ** 2)
    return place + min(math.sqrt(room) / max(length, 1e-6), 1.0) * push


@compiled
def shifted_place(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> Array:
    """(2,) where the capture point should come to rest before the foot lifts [m]."""
    footstep = present_footstep(command, memory)
    stay, fade = (
        sole_middle(motion, anatomy, memory["stance"]),
        _fade(motion, anatomy, command, memory),
    )
    place = np.empty(2)
    for axis in range(2):
        place[axis] = stay[axis] + fade * TAKES_OVER * (footstep[EAST + axis] - stay[axis])
    return place


@compiled
def _fade(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Ratio of the capture point's distance from the support foot at lift-off to touch-down."""
    height = height_over(motion, anatomy, memory["stance"])
    duration = present_footstep(command, memory)[DURATION]
    return math.exp(-math.sqrt(command["gravity"] / height) * duration)


@compiled
def may_lift(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether a steady pressure well inside the sole can now lead the capture point as planned."""
    stance, fade = memory["stance"], _fade(motion, anatomy, command, memory)
    rate = math.sqrt(command["gravity"] / height_over(motion, anatomy, stance))
    place = shifted_place(motion, anatomy, command, memory)
    away = np.empty(2)
    for axis in range(2):
        capture = motion.com[axis] + motion.com_velocity[axis] / rate
        away[axis] = (capture - place[axis]) / (1.0 - fade)
    ahead_by, aside_by = _in_foot(motion, anatomy, stance, away)
    length, width = _sole_reach(anatomy, stance)
    is_level = math.isnan(present_footstep(command, memory)[TOP])
    within = LIFTS_WITHIN if is_level else LIFTS_OVER_WITHIN
    return abs(ahead_by) < within * length and abs(aside_by) < LIFTS_WITHIN * width


@compiled
def _in_foot(motion: Motion, anatomy: Anatomy, side: int, vector: Array) -> tuple[float, float]:
    """Forward and leftward component of a world vector in a foot's frame."""
    heading = heading_of(motion.rotation[anatomy["foot"][side]])
    cosine, sine = math.cos(heading), math.sin(heading)
    return vector[0] * cosine + vector[1] * sine, vector[1] * cosine - vector[0] * sine


@compiled
def _sole_reach(anatomy: Anatomy, side: int) -> tuple[float, float]:
    """Largest distance [m] of the pressure from the sole's middle, lengthwise and sideways."""
    length = 0.5 * (anatomy["heel"][side] + anatomy["ball"][side])
    return USED_LENGTH * length, USED_WIDTH * anatomy["half_width"][side]


@compiled
def plan_footstep(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> None:
    """Set the foothold, the time that is left and the pressure; or give the footstep up."""
    footstep, stance = present_footstep(command, memory), memory["stance"]
    left = max(1.0 - memory["phase"], 0.0) * memory["period"]
    memory["remaining"] = left
    _set_foothold(motion, anatomy, command, memory, footstep)
    rate = math.sqrt(command["gravity"] / height_over(motion, anatomy, stance))
    growth, stay = math.exp(rate * left), sole_middle(motion, anatomy, stance)
    off, end = np.empty(2), np.empty(2)
    for axis in range(2):
        off[axis] = motion.com[axis] + motion.com_velocity[axis] / rate - stay[axis]
        end[axis] = TAKES_OVER * (footstep[EAST + axis] - stay[axis])
    strayed = off - end / growth
    pressed = _within_sole(motion, anatomy, stance, FEEDBACK * strayed)
    for axis in range(2):
        memory["pressure"][axis] = stay[axis] + pressed[axis]
    steady = strayed * growth / max(growth - 1.0, LEAST_GROWTH)
    missed = (growth - 1.0) * (steady - _within_sole(motion, anatomy, stance, steady))
    limit = GIVEN_UP if math.isnan(footstep[TOP]) else GIVEN_UP_OVER
    if math.sqrt(missed[0] ** 2 + missed[1] ** 2) > limit * anatomy["leg"]:
        memory["directed"] = 0


@compiled
def _within_sole(motion: Motion, anatomy: Anatomy, side: int, place: Array) -> Array:
    """(2,) offset from the sole's middle, in the world, limited to the usable part of the sole."""
    ahead_by, aside_by = _in_foot(motion, anatomy, side, place)
    length, width = _sole_reach(anatomy, side)
    ahead_by = min(max(ahead_by, -length), length)
    aside_by = min(max(aside_by, -width), width)
    heading = heading_of(motion.rotation[anatomy["foot"][side]])
    cosine, sine = math.cos(heading), math.sin(heading)
    pressed = np.empty(2)
    pressed[0] = ahead_by * cosine - aside_by * sine
    pressed[1] = ahead_by * sine + aside_by * cosine
    return pressed


@compiled
def _set_foothold(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory, footstep: Array
) -> None:
    """The footprint's middle as a place of the swing ankle."""
    swing, heading = 1 - memory["stance"], footstep[HEADING]
    middle = 0.5 * (anatomy["ball"][swing] - anatomy["heel"][swing])
    memory["foothold"][0] = footstep[EAST] - middle * math.cos(heading)
    memory["foothold"][1] = footstep[NORTH] - middle * math.sin(heading)
    memory["foothold"][2] = landing_floor(motion, anatomy, command, memory)
    memory["foothold"][2] += anatomy["ankle_height"][swing]


@compiled
def set_detour(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
    """Set a detour where the straight path of Section 5.1 would touch the support foot."""
    footstep = present_footstep(command, memory)
    stay = sole_middle(motion, anatomy, memory["stance"])
    start = sole_middle(motion, anatomy, 1 - memory["stance"])
    way = np.array([footstep[EAST] - start[0], footstep[NORTH] - start[1]])
    length = max(math.sqrt(way[0] ** 2 + way[1] ** 2), 1e-6)
    share = ((stay[0] - start[0]) * way[0] + (stay[1] - start[1]) * way[1]) / length**2
    across = ((stay[0] - start[0]) * way[1] - (stay[1] - start[1]) * way[0]) / length
    memory["detour"][:] = 0.0
    if LEAVES_BY < share < 1.0 - LEAVES_BY:
        half_widths = anatomy["half_width"][LEFT] + anatomy["half_width"][RIGHT]
        short = max(PASSING_ROOM * half_widths - abs(across), 0.0) / math.sin(math.pi * share)
        aside = short / length if across > 0.0 else -short / length
        memory["detour"][0], memory["detour"][1] = -aside * way[1], aside * way[0]


@compiled
def step_length(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> float:
    """Distance [m] from the support sole to the footprint, less the distance within easy reach."""
    footstep, stay = (
        present_footstep(command, memory),
        sole_middle(motion, anatomy, memory["stance"]),
    )
    square = (footstep[EAST] - stay[0]) ** 2 + (footstep[NORTH] - stay[1]) ** 2
    return math.sqrt(max(square - anatomy["breadth"] ** 2, 0.0))


@compiled
def faced(motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> float:
    """Mean direction [rad] of both feet, of the swing foot as it will land.

    Before the last footprint both feet count as they will stand: one that points outwards does not
    turn the body.
    """
    points = np.empty(2)
    for side in range(2):
        points[side] = heading_of(motion.rotation[anatomy["foot"][side]])
    if memory["directed"]:
        points[1 - memory["stance"]] = present_footstep(command, memory)[HEADING]
        last = command["footsteps"][command["footstep_count"] - 1]
        is_next = memory["next_footstep"] == command["footstep_count"] - 2
        if is_next and last[SIDE] == memory["stance"]:
            points[memory["stance"]] = last[HEADING]
    return points[LEFT] + 0.5 * wrapped(points[RIGHT] - points[LEFT])


@compiled
def travelled(phase: float) -> float:
    """Share of the foot's path travelled at a phase; its speed is a Gaussian (Section 5.1)."""
    scale = SPREAD * math.sqrt(2.0)
    return 0.5 + 0.5 * math.erf((min(phase, 1.0) - 0.5) / scale) / math.erf(0.5 / scale)


@compiled
def travel_surge(phase: float) -> float:
    """Second derivative of `travelled` by the phase."""
    if phase >= 1.0:
        return 0.0
    scale, off = SPREAD * math.sqrt(2.0), phase - 0.5
    bell = math.exp(-((off / scale) ** 2)) / (math.sqrt(math.pi) * scale * math.erf(0.5 / scale))
    return -2.0 * off * bell / scale**2


@compiled
def lifted(phase: float) -> float:
    """Height of the foot at a phase, as a share of its peak: a Gaussian that ends on the ground."""
    scale = SPREAD * math.sqrt(2.0)
    least = math.exp(-((0.5 / scale) ** 2))
    return (math.exp(-(((phase - 0.5) / scale) ** 2)) - least) / (1.0 - least)

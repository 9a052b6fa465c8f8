"""Balance: the center of mass as an inverted pendulum over the center of pressure, and hip height.

Coros, Beaudoin, van de Panne 2010, Sections 3.3 and 4 tune the velocity of the center of mass by a
virtual force; here a momentum task asks for the acceleration that the force would give.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..gait.footing import height_over, sole_middle, support_middle
from ..gait.footsteps import shift_pressure
from ..gait.idling import idle_shift
from ..gait.modes import STARTING, WALKING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import between
from ..gait.standing import start_share
from ..gait.style import briskness
from ..gait.terrain import sees_stairs
from ..program.anatomy import Anatomy
from ..program.objectives import Tick, add_momentum_task
from .hips import hips_lift

# Of the horizontal acceleration of the center of mass, on bent legs and in a walk that rolls.
BALANCE_WEIGHT, ROLLED_WEIGHT = 100.0, 1000.0
SLOW_HEIGHT_WEIGHT, BRISK_HEIGHT_WEIGHT = 1000.0, 300.0
STARTS_AHEAD = 1.8  # of half the sole, at the style's speed: the weight moves there before a step
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
    lift = hips_lift(tick, command, memory)
    weight = between(BALANCE_WEIGHT, ROLLED_WEIGHT, memory["rolling"])
    free = memory["mode"] == WALKING and not memory["directed"]
    if free and sees_stairs(anatomy, command):
        weight = ROLLED_WEIGHT  # else the leg that swings up slows the body down
    for axis in range(2):
        borne = gravity + memory["rolling"] * lift
        target = borne / height * (motion.com[axis] - pressure[axis])
        add_momentum_task(tick, 3 + axis, mass * target, weight / mass**2)
    add_momentum_task(tick, 5, mass * lift, _height_weight(memory) / mass**2)


@compiled
def _height_weight(memory: GaitMemory) -> float:
    """Weight of the height task: low at a slow pace, so that a push does not lift the feet."""
    return SLOW_HEIGHT_WEIGHT + briskness(memory) * (BRISK_HEIGHT_WEIGHT - SLOW_HEIGHT_WEIGHT)


@compiled
def _lean_to_start(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> Array:
    """(3,) how far [m] ahead the weight moves before the first step, by a push of the heels."""
    side, heading = memory["stance"], memory["heading"]
    sole = 0.5 * (anatomy["ball"][side] + anatomy["heel"][side])
    pace = command["speed"] / memory["style_speed"] if command["walking"] else 0.0
    lean = STARTS_AHEAD * sole * min(max(pace, -1.0), 1.0) * start_share(command, memory)
    return np.array([lean * math.cos(heading), lean * math.sin(heading), 0.0])


@compiled
def _standing_pressure(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, height: float
) -> Array:
    """(2,) center of pressure [m] that brings the body to rest over its feet (world, x and y)."""
    anatomy, motion = tick.anatomy, tick.motion
    goal = support_middle(motion, anatomy)
    if memory["mode"] == STARTING:
        goal = sole_middle(motion, anatomy, memory["stance"])
        goal += _lean_to_start(anatomy, command, memory)
    else:
        goal += idle_shift(motion, anatomy, command, memory)
    pressure = np.empty(2)
    for axis in range(2):
        capture = motion.com[axis] + motion.com_velocity[axis] * math.sqrt(
            height / command["gravity"]
        )
        pressure[axis] = goal[axis] + STANDING_FEEDBACK * (capture - goal[axis])
    return pressure

"""Generalized biped walking: the walker's torques as a sum of small laws.

Coros, Beaudoin, van de Panne 2010, Sections 3 and 4: PD tracking, foot placement by an inverted
pendulum, gravity compensation, velocity tuning, and the stance hip that keeps the pelvis upright.
"""

from __future__ import annotations

import numpy as np

from ..simulation.body import to_actuators
from ..simulation.compiled import compiled
from ..simulation.rotation import Array
from .anatomy import Record
from .gait import advance
from .limits import stop_at_limits
from .modes import WALKING
from .stance import brace_leg, hold_pelvis, keep_sole_flat
from .swing import swing_leg
from .upper_body import track_upper_body
from .velocity import tune_velocity
from .virtual_force import compensate_gravity


@compiled
def walk_actuators(
    bodies: Array, anatomies: Array, motions: Array, commands: Array, memories: Array
) -> Array:
    """The flat actuator vector of `walk_torques`, within the joints' limits."""
    rows = walk_torques(bodies, anatomies, motions, commands, memories)
    return to_actuators(bodies[0], motions[0], rows)


@compiled
def walk_torques(
    bodies: Array, anatomies: Array, motions: Array, commands: Array, memories: Array
) -> Array:
    """(n, 3) torque rows of a walker or stander; advances its memory by one tick."""
    body, who, motion = bodies[0], anatomies[0], motions[0]
    command, memory = commands[0], memories[0]
    advance(motion, who, command, memory)
    torques = np.zeros((len(body.mass), 3))
    track_upper_body(body, who, motion, command, memory, torques)
    supported = np.ones(len(body.mass))
    if memory["mode"] == WALKING:
        swing_leg(body, who, motion, command, memory, torques)
        brace_leg(body, who, motion, command, memory, memory["stance"], torques)
        _unmark_leg(who, supported, memory["stance"])
    else:
        for side in range(2):
            brace_leg(body, who, motion, command, memory, side, torques)
            _unmark_leg(who, supported, side)
    torques += compensate_gravity(body, motion, command["gravity"], supported)
    hold_pelvis(body, who, motion, command, memory, torques)
    torques += tune_velocity(body, who, motion, command, memory)
    for side in range(2):
        keep_sole_flat(who, motion, command, memory, side, torques)
    stop_at_limits(body, motion, command["dt"], torques)
    return torques


@compiled
def _unmark_leg(who: Record, supported: Array, side: int) -> None:
    supported[who["upper_leg"][side]] = 0.0
    supported[who["lower_leg"][side]] = 0.0
    supported[who["foot"][side]] = 0.0
    supported[who["toes"][side]] = 0.0

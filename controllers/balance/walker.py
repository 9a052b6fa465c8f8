"""Generalized biped walking: objectives for posture, balance and feet, solved together.

Coros, Beaudoin, van de Panne 2010 add up torques for tracking, foot placement, gravity compensation
and velocity tuning. The same parts stand here as objectives of one quadratic program, because added
torques disturb each other's targets in long steps: the sum could not walk faster than 1.2 m/s.
"""

from __future__ import annotations

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import joint_torques, make_dynamics
from ...simulation.rotation import Array
from ..gait.footing import leg_parts
from ..gait.gait import advance
from ..gait.modes import WALKING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import pushes_off
from ..gait.sole import CORNERS
from ..program.anatomy import Anatomy
from ..program.contacts import contacts_between, make_contacts
from ..program.limits import actuate
from ..program.objectives import Tick, no_objective
from ..program.record import Rows
from ..program.whole_body import solve_qp
from .balance import keep_balance
from .hands import balance_shift, held_wrenches, reach_with_hands
from .posture import hold_posture
from .stance import offer_foot, plant_foot
from .swing import swing_foot


@compiled
def walk_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion],
    commands: Rows[GaitCommand], memories: Rows[GaitMemory],
) -> Array:  # fmt: skip
    """The flat actuator vector of `walk_torques`, with the joints' limits."""
    rows = walk_torques(bodies, anatomies, motions, commands, memories)
    return actuate(bodies[0], motions[0], commands[0]["dt"], rows)


@compiled
def walk_torques(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion],
    commands: Rows[GaitCommand], memories: Rows[GaitMemory],
) -> Array:  # fmt: skip
    """(n, 3) torque rows [N m] of a walking or standing body; advances its memory by one tick."""
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    command, memory = commands[0], memories[0]
    own, shift = motion.com.copy(), balance_shift(anatomy, motion, command, memory)
    motion.com[:2] += shift
    advance(body, motion, anatomy, command, memory)
    motion.com[:] = own
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    hold_posture(tick, command, memory)
    reach_with_hands(tick, command, memory)
    torques = step_and_balance(tick, command, memory, shift)
    if command["gravity_share"] != 1.0:
        _leave_out_gravity(tick, command, memory, torques)
    return torques


@compiled
def step_and_balance(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, shift: Array
) -> Array:
    """(n, 3) torque rows [N m] for a posture's tasks together with those of balance and feet.

    Args:
        shift: (2,) offset of the center of mass by the load in the hands, for balance [m].
    """
    com = tick.motion.com
    own = com.copy()
    com[:2] += shift
    keep_balance(tick, command, memory)
    com[:] = own
    contacts, count = make_contacts(2 * CORNERS, memory["forces"]), 0
    for side in range(2):
        swings = memory["mode"] == WALKING and side != memory["stance"]
        if swings and not pushes_off(memory):
            swing_foot(tick, command, memory, side)
        else:
            plant_foot(tick, command, memory, side)
            corners = contacts_between(contacts, count, count + CORNERS)
            count += offer_foot(tick, command, memory, side, corners)
    bearing = contacts_between(contacts, 0, count)
    torques: Array = solve_qp(tick, bearing, command["gravity"], held_wrenches(tick, command))
    return torques


@compiled
def _leave_out_gravity(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, torques: Array
) -> None:
    """Subtract gravity's static moments from the torques of all joints but the stance legs'."""
    still = np.zeros((tick.body.rows[0], 6))
    static = joint_torques(tick.body, tick.motion, still, still, command["gravity"])
    for side in range(2):
        if memory["mode"] != WALKING or side == memory["stance"]:
            for part in leg_parts(tick.anatomy, side):
                static[part] = 0.0
    torques -= (1.0 - command["gravity_share"]) * static

"""Generalized biped walking: objectives for posture, balance and feet, solved together.

Coros, Beaudoin, van de Panne 2010 add up torques for tracking, foot placement, gravity compensation
and velocity tuning. The same parts stand here as objectives of one quadratic program, because added
torques disturb each other's targets in long steps: the sum could not walk faster than 1.2 m/s.
"""

from __future__ import annotations

import numpy as np

from ...simulation.body import Body, Motion, to_actuators
from ...simulation.compiled import compiled
from ...simulation.dynamics import Dynamics, joint_torques, make_dynamics
from ...simulation.rotation import Array
from ..gait.footing import leg_parts
from ..gait.gait import advance
from ..gait.modes import WALKING
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import pushes_off
from ..gait.sole import CORNERS
from ..program.anatomy import Anatomy
from ..program.limits import stop_at_limits
from ..program.objectives import Objective, no_objective
from ..program.record import Rows
from ..program.whole_body import EDGES, solve_qp
from .balance import keep_balance
from .hands import balance_shift, held_wrenches, reach_with_hands
from .posture import hold_posture
from .stance import bearer, offer_contacts, plant_foot
from .swing import swing_foot


@compiled
def walk_actuators(
    bodies: Rows[Body], anatomies: Rows[Anatomy], motions: Rows[Motion],
    commands: Rows[GaitCommand], memories: Rows[GaitMemory],
) -> Array:  # fmt: skip
    """The flat actuator vector of `walk_torques`, within the joints' limits."""
    rows = walk_torques(bodies, anatomies, motions, commands, memories)
    return to_actuators(bodies[0], motions[0], rows)


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
    dynamics = make_dynamics(body, motion)
    objective = no_objective(len(dynamics.motion_subspace))
    hold_posture(objective, body, anatomy, motion, command, memory, dynamics)
    reach_with_hands(objective, body, anatomy, motion, command, memory, dynamics)
    torques = step_and_balance(objective, body, anatomy, motion, command, memory, dynamics, shift)
    if command["gravity_share"] != 1.0:
        _leave_out_gravity(body, anatomy, motion, command, memory, torques)
    stop_at_limits(body, motion, command["dt"], torques)
    return torques


@compiled
def step_and_balance(
    objective: Objective, body: Body, anatomy: Anatomy, motion: Motion, command: GaitCommand,
    memory: GaitMemory, dynamics: Dynamics, shift: Array,
) -> Array:  # fmt: skip
    """(n, 3) torque rows [N m] for a posture's tasks together with those of balance and feet.

    Args:
        shift: (2,) offset of the center of mass by the load in the hands, for balance [m].
    """
    own = motion.com.copy()
    motion.com[:2] += shift
    keep_balance(objective, anatomy, motion, command, memory, dynamics)
    motion.com[:] = own
    points, bearers = np.zeros((2 * CORNERS, 3)), np.zeros(2 * CORNERS, dtype=np.int64)
    force_limit, contacts = np.zeros(2 * CORNERS), 0
    for side in range(2):
        swings = memory["mode"] == WALKING and side != memory["stance"]
        if swings and not pushes_off(memory):
            swing_foot(objective, body, anatomy, motion, command, memory, dynamics, side)
        else:
            plant_foot(objective, body, anatomy, motion, command, memory, dynamics, side)
            corners = slice(contacts, contacts + CORNERS)
            bearers[corners] = bearer(anatomy, memory, side)
            contacts += offer_contacts(
                anatomy, motion, command, memory, side, points[corners], force_limit[corners]
            )
    torques: Array = solve_qp(
        objective, body, motion, dynamics, command["gravity"], points[:contacts],
        bearers[:contacts], force_limit[:contacts], memory["forces"][: EDGES * contacts],
        held_wrenches(body, anatomy, motion, command),
    )  # fmt: skip
    return torques


@compiled
def _leave_out_gravity(
    body: Body, anatomy: Anatomy, motion: Motion, command: GaitCommand, memory: GaitMemory,
    torques: Array,
) -> None:  # fmt: skip
    """Subtract gravity's static moments from the torques of all joints but the stance legs'."""
    still = np.zeros((len(body.mass), 6))
    static = joint_torques(body, motion, still, still, command["gravity"])
    for side in range(2):
        if memory["mode"] != WALKING or side == memory["stance"]:
            for part in leg_parts(anatomy, side):
                static[part] = 0.0
    torques -= (1.0 - command["gravity_share"]) * static

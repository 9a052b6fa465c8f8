"""The controller of a four-legged body: tasks for leg frames, balance and feet, solved together.

Jones 2011, Chapter 5, adds up pose tracking, root orientation correction and virtual forces. The
same parts stand here as objectives of the whole-body program that moves bipeds (`walker`), because
added torques disturb each other's targets.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion, to_actuators
from ...simulation.compiled import compiled
from ...simulation.dynamics import make_dynamics
from ...simulation.rotation import Array
from ..balance.joint_speeds import weaken_fast_joints
from ..program.limits import stop_at_limits
from ..program.objectives import no_objective
from ..program.record import Rows
from ..program.whole_body import EDGES, LIMIT_WEIGHT, solve_qp
from .felt_ground import bears, feel_ground
from .leg_frames import hold_trunk, move_center, squared_frequency
from .leg_shapes import shape_leg, stiffen_ankles, tuck_leg
from .paw_steps import plant_paw, swing_paw
from .paws import paw
from .records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .resting import offer_rests
from .strides import is_striding, keep_time
from .tail import trail_tail

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
MOST_CONTACTS = 20  # that are offered to the program in a time step
# Regularization, as a share of a force's largest effect: smooth forces in a gait, exact at rest.
STRIDING_REGULARIZATION, RESTING_REGULARIZATION = 1e-3, 1e-5
MOST_FORCE = 1.5  # along an edge of a foot's friction pyramid, of body weight


@compiled
def quadruped_actuators(
    bodies: Rows[Body], anatomies: Rows[QuadrupedAnatomy], motions: Rows[Motion],
    commands: Rows[QuadrupedCommand], memories: Rows[QuadrupedMemory],
) -> Array:  # fmt: skip
    """The flat actuator vector, within the joints' limits; advances the memory by one tick."""
    body, anatomy, motion = bodies[0], anatomies[0], motions[0]
    command, memory = commands[0], memories[0]
    keep_time(motion, anatomy, command, memory)
    feel_ground(motion, anatomy, command, memory)
    rows = _add_trunk_and_feet_tasks(body, anatomy, motion, command, memory)
    stiffen_ankles(body, anatomy, motion, command, memory, rows)
    trail_tail(body, anatomy, motion, command, rows)
    stop_at_limits(body, motion, command["dt"], rows)
    rhythm = math.sqrt(squared_frequency(anatomy, command))
    weaken_fast_joints(body, motion, rhythm, command["dt"], rows)
    return to_actuators(body, motion, rows)


@compiled
def _add_trunk_and_feet_tasks(
    body: Body, anatomy: QuadrupedAnatomy, motion: Motion, command: QuadrupedCommand,
    memory: QuadrupedMemory,
) -> Array:  # fmt: skip
    """(n, 3) torque rows [N m] for the tasks of trunk, center of mass and feet."""
    dynamics = make_dynamics(body, motion)
    objective = no_objective(len(dynamics.motion_subspace))
    hold_trunk(objective, body, anatomy, motion, command, memory, dynamics)
    move_center(objective, anatomy, motion, command, memory, dynamics)
    points, bearers = np.zeros((MOST_CONTACTS, 3)), np.zeros(MOST_CONTACTS, dtype=np.int64)
    forces, count = np.zeros(MOST_CONTACTS * EDGES), 0
    for leg in range(4):
        own = memory["forces"][EDGES * leg : EDGES * (leg + 1)]
        if command["tucked"][leg] == 1:
            tuck_leg(objective, body, anatomy, motion, command, leg)
            own[:] = 0.0
            continue
        shape_leg(objective, body, anatomy, motion, command, memory, leg)
        if memory["swings"][leg] == 1:
            swing_paw(objective, body, anatomy, motion, command, memory, dynamics, leg)
            own[:] = 0.0
        else:
            plant_paw(objective, body, anatomy, motion, command, memory, dynamics, leg)
            if not bears(memory, leg):
                own[:] = 0.0
                continue
            points[count] = paw(motion, anatomy, leg) - motion.com
            points[count, 2] -= anatomy["radius"][leg]
            bearers[count] = anatomy["foot"][leg]
            forces[EDGES * count : EDGES * (count + 1)] = own
            memory["slots"][count] = leg
            count += 1
    count = offer_rests(
        objective, body, anatomy, motion, command, memory, dynamics, points, bearers, forces, count
    )
    force_limit = np.full(count, MOST_FORCE * anatomy["total_mass"] * command["gravity"])
    striding = is_striding(command, memory)
    torques: Array = solve_qp(
        objective, body, motion, dynamics, command["gravity"], points[:count], bearers[:count],
        force_limit, forces[: EDGES * count], np.zeros((len(body.mass), 6)),
        STRIDING_REGULARIZATION if striding else RESTING_REGULARIZATION,
        LIMIT_WEIGHT * anatomy["strains"],
    )  # fmt: skip
    for contact in range(count):
        slot = EDGES * memory["slots"][contact]
        memory["forces"][slot : slot + EDGES] = forces[EDGES * contact : EDGES * (contact + 1)]
    return torques

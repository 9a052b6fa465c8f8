"""The controller of a four-legged body: tasks for leg frames, balance and feet, solved together.

Jones 2011, Chapter 5, adds up pose tracking, root orientation correction and virtual forces. The
same parts stand here as objectives of the whole-body program that moves bipeds (`walker`), because
added torques disturb each other's targets.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import make_dynamics
from ...simulation.rotation import Array
from ..balance.joint_speeds import weaken_fast_joints
from ..program.contacts import EDGES, contacts_between, make_contacts
from ..program.limits import actuate
from ..program.objectives import Tick, no_objective
from ..program.record import Rows
from ..program.whole_body import LIMIT_WEIGHT, solve_qp
from .felt_ground import bears, feel_ground
from .leg_frames import hold_trunk, move_center, squared_frequency
from .leg_shapes import shape_leg, stiffen_ankles, tuck_leg
from .paw_steps import plant_paw, swing_paw
from .paws import paw
from .records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .resting import offer_contact, offer_rests
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
    tick = Tick(no_objective(body), body, anatomy, motion, make_dynamics(body, motion))
    rows = _hold_and_step(tick, command, memory)
    return actuators_of(body, anatomy, motion, command, memory, rows)


@compiled
def actuators_of(
    body: Body, anatomy: QuadrupedAnatomy, motion: Motion, command: QuadrupedCommand,
    memory: QuadrupedMemory, rows: Array,
) -> Array:  # fmt: skip
    """The flat actuator vector of a program's torque rows (n, 3) [N m], within the limits."""
    stiffen_ankles(body, anatomy, motion, command, memory, rows)
    trail_tail(body, anatomy, motion, command, rows)
    rhythm = math.sqrt(squared_frequency(anatomy, command))
    weaken_fast_joints(body, motion, rhythm, command["dt"], rows)
    return actuate(body, motion, command["dt"], rows)


@compiled
def _hold_and_step(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory
) -> Array:
    """(n, 3) torque rows [N m] for the tasks of trunk, center of mass and feet."""
    anatomy, motion = tick.anatomy, tick.motion
    hold_trunk(tick, command, memory)
    move_center(tick, command, memory)
    contacts, count = make_contacts(MOST_CONTACTS, np.zeros(MOST_CONTACTS * EDGES)), 0
    contacts.force_limit[:] = MOST_FORCE * anatomy["total_mass"] * command["gravity"]
    for leg in range(4):
        own = memory["forces"][EDGES * leg : EDGES * (leg + 1)]
        if command["tucked"][leg] == 1:
            tuck_leg(tick, command, leg)
            own[:] = 0.0
            continue
        shape_leg(tick, command, memory, leg)
        if memory["swings"][leg] == 1:
            swing_paw(tick, command, memory, leg)
            own[:] = 0.0
        else:
            plant_paw(tick, command, memory, leg)
            if not bears(memory, leg):
                own[:] = 0.0
                continue
            place = paw(motion, anatomy, leg) - motion.com
            place[2] -= anatomy["radius"][leg]
            count = offer_contact(memory, leg, anatomy["foot"][leg], place, contacts, count)
    count = offer_rests(tick, command, memory, contacts, count)
    striding = is_striding(command, memory)
    torques: Array = solve_qp(
        tick, contacts_between(contacts, 0, count), command["gravity"],
        np.zeros((tick.body.rows[0], 6)),
        STRIDING_REGULARIZATION if striding else RESTING_REGULARIZATION,
        LIMIT_WEIGHT * anatomy["strains"],
    )  # fmt: skip
    for contact in range(count):
        slot = EDGES * memory["slots"][contact]
        pushes = contacts.forces[EDGES * contact : EDGES * (contact + 1)]
        memory["forces"][slot : slot + EDGES] = pushes
    return torques

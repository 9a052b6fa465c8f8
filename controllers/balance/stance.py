"""Stance legs: tasks that keep the soles planted, and the contacts at their corners."""

from __future__ import annotations

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import Dynamics, point_velocity
from ...simulation.rotation import Array, about_y, heading_of, product
from ..gait.records import GaitCommand, GaitMemory
from ..gait.sole import CORNERS, set_corners
from ..gait.style import ROLLING, heel_rise
from ..gait.terrain import height_off_ground, sole_frame
from ..program.anatomy import Anatomy
from ..program.objectives import Objective, add_point_task, add_rotation_task
from .posture import squared_frequency, turn_towards

SOLE_STIFFNESS, SOLE_WEIGHT = 9.5, 1000.0  # [g / leg]
SLIP_DAMPING = 20.0  # [1/s]
HARDEST_PUSH = 2.0  # of body weight: force along an edge of a contact
CONTACT_RANGE = 0.02  # [m] off the ground at which a contact's force limit is halved
LEAST_SHARE = 0.01  # of the force limit that a contact in the air keeps


@compiled
def plant_foot(
    objective: Objective, body: Body, anatomy: Anatomy, motion: Motion, command: GaitCommand,
    memory: GaitMemory, dynamics: Dynamics, side: int,
) -> None:  # fmt: skip
    """Add the tasks of a loaded foot: stay in place, level on the ground or rolling over the ball.
    """
    foot = anatomy["foot"][side]
    flat = sole_frame(command, heading_of(motion.rotation[foot]), command["gradient"][side])
    level = product(flat, about_y(heel_rise(memory, side)))
    target = turn_towards(motion, foot, level, SOLE_STIFFNESS * squared_frequency(anatomy, command))
    add_rotation_task(objective, body, dynamics, foot, target, SOLE_WEIGHT)
    ball = motion.origin[anatomy["toes"][side]]
    slip = point_velocity(dynamics.twists[foot], ball - motion.com)
    add_point_task(objective, body, motion, dynamics, foot, ball, -SLIP_DAMPING * slip, SOLE_WEIGHT)


@compiled
def offer_contacts(
    anatomy: Anatomy, motion: Motion, command: GaitCommand, memory: GaitMemory, side: int,
    points: Array, force_limit: Array,
) -> int:  # fmt: skip
    """Fill in the corners (4, 3) [m] of a sole and their force limits (4,) [N]; return how many.

    A foot that rolls over its ball bears on its front corners alone, and a corner off the ground
    bears next to nothing, so that the program does not rely on the raised side of a tipping foot.
    """
    set_corners(anatomy, motion, side, points)
    hardest = HARDEST_PUSH * anatomy["total_mass"] * command["gravity"]
    for corner in range(CORNERS):
        height = height_off_ground(command, motion, anatomy, side, points[corner] + motion.com)
        force_limit[corner] = hardest * min(max(1.5 - height / CONTACT_RANGE, LEAST_SHARE), 1.0)
    return CORNERS if heel_rise(memory, side) < ROLLING else CORNERS // 2

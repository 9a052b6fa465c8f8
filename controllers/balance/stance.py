"""Stance legs: tasks that keep the soles planted, and the contacts at their corners."""

from __future__ import annotations

from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import about_y, heading_of, product
from ..gait.records import GaitCommand, GaitMemory
from ..gait.sole import CORNERS, set_corners
from ..gait.style import ROLLING, heel_rise
from ..gait.terrain import height_off_ground, sole_frame
from ..program.anatomy import Anatomy
from ..program.contacts import Contacts
from ..program.objectives import Tick, add_point_task, add_rotation_task
from .posture import squared_frequency, turn_towards

SOLE_STIFFNESS, SOLE_WEIGHT = 9.5, 1000.0  # [g / leg]
SLIP_DAMPING = 20.0  # [1/s]
HARDEST_PUSH = 2.0  # of body weight: force along an edge of a contact
CONTACT_RANGE = 0.02  # [m] off the ground at which a contact's force limit is halved
LEAST_SHARE = 0.01  # of the force limit that a contact in the air keeps


@compiled
def plant_foot(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int) -> None:
    """Add the tasks of a loaded foot: stay in place, level on the ground or rolling over the ball.
    """
    anatomy, motion = tick.anatomy, tick.motion
    foot = anatomy["foot"][side]
    flat = sole_frame(command, heading_of(motion.rotation[foot]), command["gradient"][side])
    level = product(flat, about_y(heel_rise(memory, side)))
    target = turn_towards(motion, foot, level, SOLE_STIFFNESS * squared_frequency(anatomy, command))
    add_rotation_task(tick, foot, target, SOLE_WEIGHT)
    ball = motion.origin[anatomy["toes"][side]]
    slip = point_velocity(tick.dynamics.twists[foot], ball - motion.com)
    add_point_task(tick, foot, ball, -SLIP_DAMPING * slip, SOLE_WEIGHT)


@compiled
def offer_foot(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int, corners: Contacts
) -> int:
    """Fill in the corners of a foot's sole; return how many may bear.

    A foot that rolls over its ball bears on its front corners alone.
    """
    offer_sole(tick, command, side, corners)
    return CORNERS if heel_rise(memory, side) < ROLLING else CORNERS // 2


@compiled
def offer_sole(tick: Tick[Anatomy], command: GaitCommand, side: int, corners: Contacts) -> None:
    """Fill in the four corners of a sole.

    A corner off the ground bears next to nothing, so that the program does not rely on the raised
    side of a tipping foot.
    """
    anatomy, motion = tick.anatomy, tick.motion
    corners.segments[:] = anatomy["foot"][side]
    set_corners(anatomy, motion, side, corners.points)
    hardest = HARDEST_PUSH * anatomy["total_mass"] * command["gravity"]
    for corner in range(CORNERS):
        place = corners.points[corner] + motion.com
        height = height_off_ground(command, motion, anatomy, side, place)
        share = min(max(1.5 - height / CONTACT_RANGE, LEAST_SHARE), 1.0)
        corners.force_limit[corner] = hardest * share

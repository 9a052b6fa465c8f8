"""Hands: reaching for a goal, and bearing the load of a held object.

Coros, Beaudoin, van de Panne 2010, Section 5.4: the arm treats the place of an object as a target,
and springs tie the hands to what they hold. The paper finds the joints by inverse kinematics; here
the palm is asked to accelerate towards its goal, and the whole-body program finds the joints.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array, about_z
from ..gait.footing import ground_under
from ..gait.records import GaitCommand, GaitMemory
from ..program.anatomy import Anatomy
from ..program.objectives import Tick, add_point_task
from .posture import squared_frequency

HAND_STIFFNESS = 30.0  # [g / leg]; damping is critical
FASTEST_CHANGE = 60.0  # of a palm's velocity [m/s2]
LEAST_SUPPORT = 0.3  # of the body's weight that the ground bears at least, whatever hands hold


@compiled
def reach_with_hands(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> None:
    """Add the tasks that move each palm with a goal to that goal."""
    anatomy, motion = tick.anatomy, tick.motion
    stiffness = HAND_STIFFNESS * squared_frequency(anatomy, command)
    damping = 2.0 * math.sqrt(stiffness)
    for side in range(2):
        weight = command["hand_weight"][side]
        if weight <= 0.0:
            continue
        hand, (goal, pace) = anatomy["hand"][side], _goal_now(tick, command, memory, side)
        palm = motion.center[hand] - command["hand_extent"][side] * motion.rotation[hand][:, 2]
        velocity = point_velocity(tick.dynamics.twists[hand], palm - motion.com)
        change = stiffness * (goal - palm) + damping * (pace - velocity)
        size = math.sqrt(change[0] ** 2 + change[1] ** 2 + change[2] ** 2)
        if size > FASTEST_CHANGE:
            change *= FASTEST_CHANGE / size
        add_point_task(tick, hand, palm, change, weight)


@compiled
def _goal_now(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int
) -> tuple[Array, Array]:
    """A palm's target (3,) [m] and the target's velocity (3,) [m/s], in the world."""
    anatomy, motion, goal, pace = tick.anatomy, tick.motion, np.empty(3), np.empty(3)
    goal[:], pace[:] = command["hand_goal"][side], command["hand_pace"][side]
    if command["hand_goes_along"][side]:
        facing = about_z(memory["heading"])
        shoulders = 0.5 * (
            motion.origin[anatomy["upper_arm"][0]] + motion.origin[anatomy["upper_arm"][1]]
        )
        shoulders[2] = memory["hips"]  # the hips' target height varies less within a step
        goal[:] = shoulders + facing @ goal
        pace[:] = facing @ pace
        pace[:2] += motion.com_velocity[:2]
    return goal, pace


@compiled
def held_wrenches(tick: Tick[Anatomy], command: GaitCommand) -> Array:
    """(n, 6) moment about the center of mass [N m] and force [N] of held objects, per segment."""
    anatomy, motion = tick.anatomy, tick.motion
    wrenches = np.zeros((tick.body.rows[0], 6))
    for side in range(2):
        force, hand = command["hand_force"][side], anatomy["hand"][side]
        x, y, z = motion.center[hand] - motion.com
        wrenches[hand, 0] = y * force[2] - z * force[1]
        wrenches[hand, 1] = z * force[0] - x * force[2]
        wrenches[hand, 2] = x * force[1] - y * force[0]
        wrenches[hand, 3:] = force
    return wrenches


@compiled
def balance_shift(
    anatomy: Anatomy, motion: Motion, command: GaitCommand, memory: GaitMemory
) -> Array:
    """(2,) offset [m] of a motionless body's center of pressure from its center of mass.

    A held object pulls on the hands with a force. A weight moves the center of pressure towards the
    weight; a resistance moves it away from the object, in proportion to the height of the hands
    over the ground.
    """
    weight = anatomy["total_mass"] * command["gravity"]
    borne, shift = weight, np.zeros(2)
    if not command["hand_load"].any():
        return shift
    level = ground_under(motion, anatomy, memory["stance"])
    for side in range(2):
        force, palm = command["hand_load"][side], motion.center[anatomy["hand"][side]]
        borne -= force[2]
        for axis in range(2):
            shift[axis] += (palm[2] - level) * force[axis]
            shift[axis] -= (palm[axis] - motion.com[axis]) * force[2]
    return shift / max(borne, LEAST_SUPPORT * weight)

"""A swinging foot that is led as a whole, to where a loop of a clip needs it for balance.

Place, height and turn of the foot are tasks of their own, which outweigh the leg's joints: the leg
bends as the foot's way asks, and the foot lands as in the clip on a body that is off it.
"""

from __future__ import annotations

import math

import numpy as np

from ...bodies.clearance import ANKLES_PASS
from ...simulation.compiled import compiled
from ...simulation.dynamics import point_velocity
from ...simulation.rotation import Array, matrix_of, rotation_from_to
from ..balance.smooth_way import clipped
from ..program.objectives import Tick, add_point_axis_task, add_rotation_task
from .records import ClipFrame, Performing

# Numbers without a source: tuned: bench performing_loops.
PLACE_STIFFNESS, PLACE_WEIGHT, HARDEST = 300.0, 5.0, 100.0  # [1/s2], bound [m/s2]
TURN_STIFFNESS, TURN_WEIGHT, QUICKEST = 300.0, 1.0, 1000.0  # [1/s2], bound [rad/s2]
FURTHEST = 0.6  # [m] from where the clip's foot would be
PASSING = 0.35  # [m] ahead between ankles, within which a swinging leg is led past the other one


@compiled
def lead_foot(
    tick: Tick[None], side: int, state: Performing, frame: ClipFrame
) -> None:
    """Add the tasks of a swinging foot of a biped."""
    motion, foot = tick.motion, state["feet"][side]
    place, direction = motion.origin[foot].copy(), np.zeros(3)
    velocity = point_velocity(tick.dynamics.twists[foot], place - motion.com)
    reach = _capture(tick, state, frame)
    _keep_apart(tick, side, state, frame, reach)
    damping = 2.0 * math.sqrt(PLACE_STIFFNESS)
    for k in range(3):
        error = frame["feet"][side, k] + reach[k] - place[k]
        slip = frame["feet_velocity"][side, k] - velocity[k]
        if k < 2:  # its place moves with the body
            slip += motion.com_velocity[k] - frame["com_velocity"][k]
        direction[:] = 0.0
        direction[k] = 1.0
        target = clipped(PLACE_STIFFNESS * error + damping * slip, HARDEST)
        add_point_axis_task(tick, foot, place, direction, target, PLACE_WEIGHT)
    turned = rotation_from_to(motion.rotation[foot], matrix_of(frame["feet_turn"][side]))
    turning, damping = np.empty(3), 2.0 * math.sqrt(TURN_STIFFNESS)
    for k in range(3):
        slip = frame["feet_spin"][side, k] - motion.angular_velocity[foot, k]
        turning[k] = clipped(TURN_STIFFNESS * turned[k] + damping * slip, QUICKEST)
    add_rotation_task(tick, foot, turning, TURN_WEIGHT)


@compiled
def _capture(tick: Tick[None], state: Performing, frame: ClipFrame) -> Array:
    """(3,) way over the ground by which a foot is led further than the clip's [m]: as far as the
    body is off it, and its speed over that of an inverted pendulum's fall (capture point).
    """
    motion, reach = tick.motion, np.zeros(3)
    pace = math.sqrt(max(motion.com[2] - state["ground"], 0.0) / state["gravity"])
    for k in range(2):
        off = motion.com[k] - frame["com"][k]
        slip = motion.com_velocity[k] - frame["com_velocity"][k]
        reach[k] = clipped(off + pace * slip, FURTHEST)
    return reach


@compiled
def _keep_apart(
    tick: Tick[None], side: int, state: Performing, frame: ClipFrame, reach: Array
) -> None:
    """Lead a foot further out where it passes the other one, on which the body stands."""
    other = 1 - side
    if frame["swings"][other] == 1:
        return
    standing = tick.motion.origin[state["feet"][other]]
    ahead, left = math.cos(frame["heading"]), math.sin(frame["heading"])
    x = frame["feet"][side, 0] + reach[0] - standing[0]
    y = frame["feet"][side, 1] + reach[1] - standing[1]
    along = (ahead * x + left * y) / PASSING
    if abs(along) >= 1.0:
        return
    out = frame["feet_side"][side]
    lacks = ANKLES_PASS * math.sqrt(1.0 - along * along) - out * (ahead * y - left * x)
    if lacks > 0.0:
        reach[0] -= lacks * out * left
        reach[1] += lacks * out * ahead

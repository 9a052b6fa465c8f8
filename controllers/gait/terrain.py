"""The ground as a walker senses it: height and gradient under the feet and at the next foothold.

Without terrain sensing the walker takes the ground as level at the height of the stance foot.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_z
from ..program.anatomy import LEFT, RIGHT, Anatomy
from .footing import ground_under
from .records import GaitCommand, GaitMemory
from .spline import eased

RISEN_BY, SINKS_FROM = 0.35, 0.5  # phases of a step between which a foot changes its level
STEP_DOWN = 0.02  # of the leg: least height of a step down
STEP_UP = 0.03  # of the leg: least height of a step up
LOWERED_BY = 0.9  # phase at which the hips are as low as a foot that steps down asks
CLEARS = 0.3  # of a step, at both ends, in which a foot rises to or sinks from the highest ground


@compiled
def floor(motion: Motion, anatomy: Anatomy, command: GaitCommand, side: int) -> float:
    """Height [m] of the ground under a foot."""
    if command["sees_ground"]:
        return command["floor"][side]
    return ground_under(motion, anatomy, side)


@compiled
def landing_floor(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> float:
    """Height [m] of the ground where the swing foot comes down."""
    if command["sees_ground"]:
        return command["landing"]
    return ground_under(motion, anatomy, memory["stance"])


@compiled
def floor_below(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> float:
    """Height [m] of the ground under the swing foot."""
    if command["sees_ground"]:
        return command["floor"][1 - memory["stance"]]
    return ground_under(motion, anatomy, memory["stance"])


@compiled
def sees_stairs(anatomy: Anatomy, command: GaitCommand) -> bool:
    """Whether an edge as high as a stair is near."""
    return bool(command["sees_ground"] and command["edge_ahead"] > STEP_UP * anatomy["leg"])


@compiled
def climbs(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether the swing foot goes up a stair in a free walk."""
    higher = command["summit"] - memory["lift_floor"] > STEP_UP * anatomy["leg"]
    return bool(sees_stairs(anatomy, command) and higher and not memory["directed"])


@compiled
def passes_over(anatomy: Anatomy, command: GaitCommand) -> bool:
    """Whether the swing foot comes down lower again than the highest ground on its path."""
    return bool(command["summit"] - command["landing"] > STEP_UP * anatomy["leg"])


@compiled
def has_climbed(
    motion: Motion, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory
) -> bool:
    """Whether the swing foot of a free walk lifts off a lower stair than the stance foot's."""
    if memory["directed"] or not sees_stairs(anatomy, command):
        return False
    level = floor(motion, anatomy, command, memory["stance"])
    return bool(level - memory["lift_floor"] > STEP_UP * anatomy["leg"])


@compiled
def sole_frame(command: GaitCommand, heading: float, gradient: Array) -> Array:
    """(3, 3) axes of a sole that lies on the ground and points along a heading."""
    if not command["sees_ground"]:
        return about_z(heading)
    c, s = math.cos(heading), math.sin(heading)
    along, across = gradient[0] * c + gradient[1] * s, gradient[1] * c - gradient[0] * s
    forward = np.array([c, s, along]) / math.sqrt(1.0 + along**2)
    up = np.array([-gradient[0], -gradient[1], 1.0]) / math.sqrt(1.0 + along**2 + across**2)
    frame = np.empty((3, 3))
    frame[:, 0], frame[:, 2] = forward, up
    frame[0, 1] = up[1] * forward[2] - up[2] * forward[1]
    frame[1, 1] = up[2] * forward[0] - up[0] * forward[2]
    frame[2, 1] = up[0] * forward[1] - up[1] * forward[0]
    return frame


@compiled
def height_off_ground(
    command: GaitCommand, motion: Motion, anatomy: Anatomy, side: int, point: Array
) -> float:
    """Height [m] of a point near a foot over the ground under that foot."""
    if not command["sees_ground"]:
        return point[2] - min(
            ground_under(motion, anatomy, LEFT), ground_under(motion, anatomy, RIGHT)
        )
    ankle = motion.origin[anatomy["foot"][side]]
    gradient = command["gradient"][side]
    rise = gradient[0] * (point[0] - ankle[0]) + gradient[1] * (point[1] - ankle[1])
    return point[2] - command["floor"][side] - rise


@compiled
def change_of_level(command: GaitCommand, memory: GaitMemory, share: float) -> float:
    """Height [m] of a swing foot above its level path: up early, down late, over all ground.

    Args:
        share: of the path that is travelled.
    """
    if not command["sees_ground"]:
        return 0.0
    phase, start, end = min(memory["phase"], 1.0), memory["lift_floor"], command["landing"]
    if end > start:
        risen = eased(phase / RISEN_BY)
    else:
        risen = eased((phase - SINKS_FROM) / (1.0 - SINKS_FROM))
    over = max(command["summit"] - max(start, end), 0.0)
    clearing = eased(phase / CLEARS) * eased((1.0 - phase) / CLEARS)
    return (end - start) * (risen - share) + over * clearing


@compiled
def lands_below(anatomy: Anatomy, command: GaitCommand, level: float) -> bool:
    """Whether the swing foot comes down on ground that is lower than a level [m] by a step."""
    return bool(command["sees_ground"]) and level - command["landing"] > STEP_DOWN * anatomy["leg"]


@compiled
def leads_down(anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> bool:
    """Whether the present step leads down from the ground under the stance foot."""
    return lands_below(anatomy, command, command["floor"][memory["stance"]])


@compiled
def way_down(command: GaitCommand, memory: GaitMemory, side: int) -> float:
    """How much lower [m] the other foot is than the stance foot, interpolated over the step."""
    if not command["sees_ground"]:
        return 0.0
    stance, done = command["floor"][side], min(memory["phase"], 1.0)
    before, after = stance - memory["lift_floor"], stance - command["landing"]
    return (1.0 - done) * max(before, 0.0) + eased(done / LOWERED_BY) * max(after, 0.0)

"""The motion that a performing body follows, and the state of its law."""

from __future__ import annotations

from typing import Annotated, TypedDict

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...bodies.touch_points import touches_of
from ..balance.compliant_fall import MOST_POSITIONS, MOST_RATES, MOST_SEGMENTS
from ..program.record import PAIR, Integers, Reals, Rows, dtype_of
from ..program.touching import MOST_TOUCHES, Touching, set_touches

HARDEST_PUSH = 3.0  # of body weight: limit along an edge of a contact; tuned: bench performing
PAIRS = 2  # points side by side that share a load
# Of a point that may touch; one that is airborne does not push even where it meets the ground.
OFF, BEARS, PLANTED, AIRBORNE = 0, 1, 2, 3
POINT = (3,)
MOST_FEET = 4


class ClipFrame(TypedDict):
    """One frame of the motion to follow, in the shot's frame."""

    joints: Annotated[Reals, (MOST_POSITIONS,)]  # flat joint positions, as in `Body`
    rates: Annotated[Reals, (MOST_RATES,)]  # their rates [rad/s], as in `Body`
    root: Annotated[Reals, (4,)]  # orientation of the pelvis
    root_rate: Annotated[Reals, POINT]  # its angular velocity [rad/s]
    com: Annotated[Reals, POINT]  # center of mass [m]
    com_velocity: Annotated[Reals, POINT]  # [m/s]
    com_acceleration: Annotated[Reals, POINT]  # [m/s2]
    feet: Annotated[Reals, (MOST_FEET, 3)]  # ankles [m]
    feet_velocity: Annotated[Reals, (MOST_FEET, 3)]  # [m/s]
    swings: Annotated[Integers, (MOST_FEET,)]  # whether each foot is off the ground
    support: Annotated[Integers, (MOST_TOUCHES,)]  # of each point: OFF, BEARS and so on
    stiffness: Annotated[Reals, (MOST_SEGMENTS,)]  # of each joint: share, 1 where it is stiff
    strength: Annotated[Reals, (MOST_SEGMENTS,)]  # of each joint: share, 0 where it is limp
    chain_strength: Annotated[Reals, (MOST_SEGMENTS,)]  # least from the pelvis to each segment
    bearing_strength: float  # of what bears the body
    joint_weight: Annotated[Reals, (MOST_SEGMENTS,)]  # of each joint's task, as a share
    leads: Annotated[Integers, PAIR]  # whether each swinging foot is led: see `leading`
    feet_turn: Annotated[Reals, (2, 4)]  # orientations of the feet, where they are led
    feet_spin: Annotated[Reals, (2, 3)]  # their angular velocities [rad/s]
    feet_side: Annotated[Reals, PAIR]  # 1 where a foot is left of the other one, -1 right
    heading: float  # of the body in the loop [rad]


class Performing(Touching):
    """What a performing body follows besides the clip, and the state of its law."""

    frame: int  # of the clip that is followed now
    feet: Annotated[Integers, (MOST_FEET,)]  # segments
    feet_count: int
    waits: int  # time steps for which the torques still hold
    dt: float  # [s]
    gravity: float  # [m/s2]
    ground: float  # height of the ground under the center of mass [m]
    touch_ground: Annotated[Reals, (MOST_TOUCHES,)]  # and under each point [m]
    joint_offset: Annotated[Reals, (MOST_RATES,)]  # added to the joints' targets, as their rates
    push: Annotated[Reals, POINT]  # added to the acceleration of the center of mass [m/s2]
    foothold: Annotated[Reals, PAIR]  # of a swinging foot beyond the clip's, x and y [m]
    turn: Annotated[Reals, POINT]  # of the pelvis beyond the clip's, in the world [rad]
    touch_limit: Annotated[Reals, (MOST_TOUCHES,)]  # force along an edge of its contact [N]
    torques: Annotated[Reals, (MOST_RATES,)]  # last of the actuators [N m]


CLIP_FRAME, PERFORMING = dtype_of(ClipFrame), dtype_of(Performing)


def _hardest_push(
    character: Character, segment: int, point: NDArray[np.float64], gravity: float
) -> float:
    """Force limit along an edge of a contact [N]: toes bear no more than their own joint holds."""
    hardest = HARDEST_PUSH * character.mass * gravity
    joint, lever = character.segments[segment].joint, abs(float(point[0]))
    if joint.type != "hinge" or segment not in _ends(character) or lever == 0.0:
        return hardest
    return min(hardest, joint.torque_limit / (PAIRS * lever))


def _ends(character: Character) -> list[int]:
    """Segments that carry no other."""
    carriers = {segment.parent for segment in character.segments}
    return [i for i, s in enumerate(character.segments) if s.name not in carriers]


def make_performing(character: Character, gravity: float, dt: float) -> Rows[Performing]:
    """(1,) record of a body at the beginning of a clip, over the plane z = 0."""
    records = np.zeros(1, dtype=PERFORMING)
    record: Performing = records[0]
    touches = [touch for i, s in enumerate(character.segments) for touch in touches_of(s, i)]
    set_touches(record, touches)
    for k, (segment, point, _) in enumerate(touches):
        record["touch_limit"][k] = _hardest_push(character, segment, point, gravity)
    feet = [i for i, s in enumerate(character.segments) if s.name.startswith("foot.")]
    record["feet"][: len(feet)], record["feet_count"] = feet, len(feet)
    record["gravity"], record["dt"] = gravity, dt
    return records

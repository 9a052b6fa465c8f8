"""Command and state of a body that moves from key pose to key pose."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ...bodies.buttocks import buttocks
from ...bodies.character import Character
from ...bodies.touch_points import touches_of
from ..balance.compliant_fall import MOST_POSITIONS, MOST_SEGMENTS
from ..program.record import Integers, Reals, Rows, dtype_of
from ..program.touching import MOST_TOUCHES, Touching, set_touches

MOST_PLANTED, MOST_CARRIED = 32, 8  # points that the record holds
SPARED_AT_FIRST = 0.07  # of body weight: force limit of a contact before any load is felt
POINT = (3,)


class KeyPose(Touching):
    """A movement from one key pose to the next, with its targets, contacts and progress."""

    start: Annotated[Reals, (MOST_POSITIONS,)]  # flat joint positions, as in `Body`
    goal: Annotated[Reals, (MOST_POSITIONS,)]
    root_start: Annotated[Reals, (4,)]  # orientation of the root
    root_goal: Annotated[Reals, (4,)]
    com_start: Annotated[Reals, POINT]  # [m]
    com_goal: Annotated[Reals, POINT]
    elapsed: float  # since the movement began [s]
    duration: float  # [s]
    dt: float  # [s]
    gravity: float  # [m/s2]
    stiffness: float  # of all targets, critically damped [1/s2]
    stiffness_scale: float  # share of the joints' own stiffness that acts as well
    joint_weight: float  # of each joint's acceleration
    joint_share: Annotated[Reals, (MOST_SEGMENTS,)]  # of that, by joint: limbs are carried freely
    root_weight: float  # of the root's angular acceleration
    com_weight: float  # of the center of mass's horizontal acceleration
    height_weight: float  # of the center of mass's vertical acceleration
    calm_weight: float  # of damping root and center of mass without a target
    planted: int  # number of points that stay in place
    planted_segment: Annotated[Integers, (MOST_PLANTED,)]
    planted_point: Annotated[Reals, (MOST_PLANTED, 3)]  # in the segment's frame [m]
    planted_at: Annotated[Reals, (MOST_PLANTED, 3)]  # [m]
    shifts: float  # share of the time after which points begin to be carried
    carried: int  # number of points that are carried somewhere
    carried_segment: Annotated[Integers, (MOST_CARRIED,)]
    carried_point: Annotated[Reals, (MOST_CARRIED, 3)]
    carried_from: Annotated[Reals, (MOST_CARRIED, 3)]
    carried_to: Annotated[Reals, (MOST_CARRIED, 3)]
    carried_lift: Annotated[Reals, (MOST_CARRIED,)]  # greatest height above the straight path [m]
    ground: Annotated[Reals, (3,)]  # plane under the body, as in `ground_plane`
    bore: Annotated[Reals, (MOST_TOUCHES,)]  # share of each point's force limit at the start,
    bears: Annotated[Reals, (MOST_TOUCHES,)]  # and at the end
    spared: Annotated[Reals, (MOST_TOUCHES,)]  # force limit along an edge, by a limb's strength [N]
    felt: Annotated[Reals, (MOST_SEGMENTS,)]  # load on each segment, smoothed [N]
    off: float  # largest angle of a joint off its path [rad]


KEY_POSE = dtype_of(KeyPose)


def make_key_pose(character: Character, gravity: float, dt: float) -> Rows[KeyPose]:
    """(1,) record of a body that may bear load everywhere and has no targets yet."""
    records = np.zeros(1, dtype=KEY_POSE)
    record: KeyPose = records[0]
    touches = [touch for i, s in enumerate(character.segments) for touch in touches_of(s, i)]
    touches += [(0, np.array(center), radius) for center, radius in buttocks(character)]
    set_touches(record, touches)
    record["gravity"], record["dt"], record["duration"] = gravity, dt, 1.0
    record["spared"][:] = SPARED_AT_FIRST * character.mass * gravity
    record["joint_share"][:] = 1.0
    record["bore"][:] = record["bears"][:] = 1.0
    return records

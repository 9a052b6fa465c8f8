"""Rolling on the ground: onto the front, to rise on hands and knees, or onto the back.

Each movement is planned as it begins, from the body's pose then. Lengths are of an adult whose leg
is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.rotation import Array, matrix_of, rotation_from_to
from .body import Movement, RisingBody, Triple
from .plan import Way

FRONT, BACK = 0.0, math.pi  # sides to lie on, as angles of `rolled` [rad]
SHORT_OF = 0.2  # [rad] before lying flat, where a roll ends
FLAT = 0.64  # [rad] from lying flat on the other side: the roll may go either way
ROLLING_RADIUS = 0.15  # [m/rad]: movement of the center of mass
ROLLS_AT_LEAST, ROLLS_FOR = 0.6, 0.6  # least duration [s], and duration for each radian [s/rad]


def roll_of(b: RisingBody) -> float:
    """Present angle of `rolled` of a lying body [rad]."""
    _, left = b.axis()
    front = b.motion.rotation[0][:, 0]
    return math.atan2(float(front @ left), -float(front[2]))


def off(b: RisingBody, lies_on: float) -> float:
    """Roll of a body from lying on its front or its back [rad]."""
    return abs(lies_on - abs(roll_of(b)))


def onto_front(b: RisingBody, way: Way) -> Movement:
    """A roll from the back or a side onto the front.

    The lower arm makes room overhead, the upper one reaches across; the upper leg pushes with its
    foot behind, or reaches across as well.
    """
    angle = roll_of(b)
    over = math.copysign(1.0, angle)
    turns = abs(angle) - SHORT_OF
    if way.rolls_back and off(b, BACK) < FLAT:
        over, turns = -over, 2.0 * math.pi - abs(angle) - SHORT_OF
    pose = _limbs_to_front(b, over, way)
    return _roll(b, way, pose, SHORT_OF * over, turns, over)


def onto_back(b: RisingBody, way: Way) -> Movement:
    """A roll from the front or a side onto the back: the upper arm and leg reach behind."""
    angle = roll_of(b)
    over = math.copysign(1.0, angle)
    turns = BACK - abs(angle) - SHORT_OF
    if way.rolls_back and off(b, FRONT) < FLAT:
        over, turns = -over, BACK + abs(angle) - SHORT_OF
    pose = _limbs_to_back(b, over, way)
    return _roll(b, way, pose, (BACK - SHORT_OF) * over, turns, -over)


def _roll(
    b: RisingBody, way: Way, pose: Array, to: float, turns: float, leftwards: float
) -> Movement:
    """A roll to an angle with the limbs of a pose; the center of mass moves left or right."""
    _, left = b.axis()
    pose[3:6] = rotation_from_to(np.eye(3), matrix_of(b.lying(to)))
    b.solver.place(pose)
    rolls_to = b.motion.com + ROLLING_RADIUS * b.size * turns * leftwards * left
    pose[:3] += rolls_to - b.solver.motion.com
    return Movement(
        "roll over", pose, (ROLLS_AT_LEAST + ROLLS_FOR * turns) / way.pace, com_weight=5.0,
        height_weight=0.0, root_weight=30.0, joint_weight=0.1, must_reach=math.inf,
    )  # fmt: skip


def _limbs_to_front(b: RisingBody, over: float, way: Way) -> Array:
    """Of the limbs that turn a body over the right side (+1) or the left (-1)."""
    upper, lower = ("L", "R") if over > 0 else ("R", "L")
    o = way.offsets
    hip, knee = ((0.3, -0.3, 0.5), 1.6) if way.pushes else ((-0.3, -1.2, 0.0), 1.2)
    angles: dict[str, float | Triple] = {
        f"shoulder_{upper}": (-0.3 + o[0], -1.3 + o[1], 0.0), f"elbow_{upper}": -0.3,
        f"shoulder_{lower}": (2.4, -0.5 + o[2], 0.0), f"elbow_{lower}": -0.2,
        f"hip_{upper}": (hip[0] + o[3], hip[1] + o[4], hip[2] + o[5]),
        f"knee_{upper}": knee + o[6],
        f"hip_{lower}": (o[7], -0.2 + o[8], 0.0), f"knee_{lower}": 0.4 + abs(o[9]),
        "waist": (0.0, 0.1 + 0.5 * o[10], -0.25 * over), "back": (0.0, 0.1, -0.25 * over),
        "ankle": 0.2, "neck": 0.1 + 0.5 * o[11],
    }  # fmt: skip
    return b.preferred(None, **angles)


def _limbs_to_back(b: RisingBody, over: float, way: Way) -> Array:
    """Of the limbs that turn a body over the right side (+1) or the left (-1)."""
    upper, lower = ("L", "R") if over > 0 else ("R", "L")
    o = way.offsets
    angles: dict[str, float | Triple] = {
        f"shoulder_{upper}": (0.4 + o[0], 0.5 + o[1], 0.0), f"elbow_{upper}": -0.4,
        f"shoulder_{lower}": (2.2, -0.8 + o[2], 0.0), f"elbow_{lower}": -0.2,
        f"hip_{upper}": (0.3 + o[3], 0.2 + o[4], o[5]), f"knee_{upper}": 1.2 + o[6],
        f"hip_{lower}": (o[7], -0.4 + o[8], 0.0), f"knee_{lower}": 0.4 + abs(o[9]),
        "waist": (0.0, 0.1 + 0.5 * o[10], 0.25 * over), "back": (0.0, 0.1, 0.25 * over),
        "ankle": 0.2, "neck": 0.2 + 0.5 * o[11],
    }  # fmt: skip
    return b.preferred(None, **angles)


def lie_on_front(b: RisingBody, way: Way) -> Movement:
    """After rolling: come to rest, the legs out, the arms where they are."""
    legs = b.preferred(
        b.now(), hip=(0.1, 0.0, 0.0), knee=0.05, ankle=-0.3, toe=-0.3, waist=0.0, back=0.0
    )
    return _lie(b, way, legs, FRONT)


def lie_on_back(b: RisingBody, way: Way) -> Movement:
    """After rolling: come to rest, the knees a little bent, the arms where they are."""
    legs = b.preferred(
        b.now(), hip=(0.1, -0.3, 0.0), knee=0.6, ankle=0.2, toe=0.0, waist=0.1, back=0.1
    )
    return _lie(b, way, legs, BACK)


def _lie(b: RisingBody, way: Way, pose: Array, angle: float) -> Movement:
    pose[3:6] = rotation_from_to(np.eye(3), matrix_of(b.lying(angle)))
    return Movement(
        "lie flat", pose, 0.8 / way.pace, hold=0.1, com_weight=0.0, height_weight=0.0,
        root_weight=10.0, joint_weight=0.1, must_reach=math.inf,
    )  # fmt: skip

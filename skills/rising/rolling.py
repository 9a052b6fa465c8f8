"""Rolling on the ground: onto the front, to rise on hands and knees, or onto the back.

Each movement is planned as it begins, from the body's pose then. Lengths are of an adult whose leg
is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math

import numpy as np

from ...catalogue.key_poses import key_pose
from ...catalogue.movements import movement
from ...simulation.rotation import Array, matrix_of, rotation_from_to
from .body import Movement, RisingBody, Triple
from .plan import Way
from .posing import movement_to, posed

# Numbers without a source: tuned by hand, judged by bench rising.
ON_FRONT, ON_BACK = 0.0, math.pi  # sides to lie on, as angles of `rolled` [rad]
SHORT_OF = 0.2  # [rad] before lying flat, where a roll ends
OFF_FLAT = 0.64  # [rad] from lying flat on the other side: the roll may go either way
ROLLING_RADIUS = 0.15  # [m/rad]: movement of the center of mass
ROLLS_FOR = 0.3  # additional duration for each radian of a roll [s/rad]


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
    if way.rolls_back and off(b, ON_BACK) < OFF_FLAT:
        over, turns = -over, 2.0 * math.pi - abs(angle) - SHORT_OF
    pose = _limbs(b, "push_to_front" if way.pushes else "reach_to_front", over, way)
    return _roll(b, way, pose, SHORT_OF * over, turns, over)


def onto_back(b: RisingBody, way: Way) -> Movement:
    """A roll from the front or a side onto the back: the upper arm and leg reach behind."""
    angle = roll_of(b)
    over = math.copysign(1.0, angle)
    turns = ON_BACK - abs(angle) - SHORT_OF
    if way.rolls_back and off(b, ON_FRONT) < OFF_FLAT:
        over, turns = -over, ON_BACK + abs(angle) - SHORT_OF
    pose = _limbs(b, "reach_to_back", over, way)
    return _roll(b, way, pose, (ON_BACK - SHORT_OF) * over, turns, -over)


def _roll(
    b: RisingBody, way: Way, pose: Array, to: float, turns: float, leftwards: float
) -> Movement:
    """A roll to an angle with the limbs of a pose; the center of mass moves left or right."""
    _, left = b.axis()
    pose[3:6] = rotation_from_to(np.eye(3), matrix_of(b.lying(to)))
    b.solver.place(pose)
    rolls_to = b.motion.com + ROLLING_RADIUS * b.size * turns * leftwards * left
    pose[:3] += rolls_to - b.solver.motion.com
    return movement_to(b, movement("roll_over"), pose, way, longer=ROLLS_FOR * turns)


def _limbs(b: RisingBody, name: str, over: float, way: Way) -> Array:
    """Limbs that turn a body over the right side (+1) or the left (-1), as a key pose has them."""
    upper, lower = ("L", "R") if over > 0 else ("R", "L")
    pose, o = key_pose(name), way.offsets
    angles: dict[str, float | Triple] = {
        f"shoulder_{upper}": _moved(pose.ball("shoulder_upper"), o[0], o[1], 0.0),
        f"elbow_{upper}": pose.hinge("elbow_upper"),
        f"shoulder_{lower}": _moved(pose.ball("shoulder_lower"), 0.0, o[2], 0.0),
        f"elbow_{lower}": pose.hinge("elbow_lower"),
        f"hip_{upper}": _moved(pose.ball("hip_upper"), o[3], o[4], o[5]),
        f"knee_{upper}": pose.hinge("knee_upper") + o[6],
        f"hip_{lower}": _moved(pose.ball("hip_lower"), o[7], o[8], 0.0),
        f"knee_{lower}": pose.hinge("knee_lower") + abs(o[9]),
        "waist": _moved(_towards(pose.ball("waist"), over), 0.0, 0.5 * o[10], 0.0),
        "back": _towards(pose.ball("back"), over),
        "ankle": pose.hinge("ankle"),
        "neck": pose.hinge("neck") + 0.5 * o[11],
    }
    return b.preferred(None, **angles)


def _moved(angles: Triple, x: float, y: float, z: float) -> Triple:
    return angles[0] + x, angles[1] + y, angles[2] + z


def _towards(angles: Triple, over: float) -> Triple:
    """The angles of a joint of the trunk, twisted to the side over which the body rolls."""
    return angles[0], angles[1], over * angles[2]


def lie_on_front(b: RisingBody, way: Way) -> Movement:
    """After rolling: come to rest, the legs out, the arms where they are."""
    return _lie(b, way, posed(b, "lie_on_front", b.now()), ON_FRONT)


def lie_on_back(b: RisingBody, way: Way) -> Movement:
    """After rolling: come to rest, the knees a little bent, the arms where they are."""
    return _lie(b, way, posed(b, "lie_on_back", b.now()), ON_BACK)


def _lie(b: RisingBody, way: Way, pose: Array, angle: float) -> Movement:
    pose[3:6] = rotation_from_to(np.eye(3), matrix_of(b.lying(angle)))
    return movement_to(b, movement("lie_flat"), pose, way)

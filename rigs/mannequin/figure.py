"""The surface of a body as a union of shaped parts, with the arms at any angle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .implicit import Blended, Ellipsoid, Figure, Loft
from .proportions import FORWARD, LEFT, UP, Proportions, arm_direction, load_profile

Array = NDArray[np.float64]
UPRIGHT = np.stack([LEFT, FORWARD, UP])  # width, depth, axis
LEVEL = np.stack([LEFT, UP, FORWARD])
THUMB_LENGTH, THUMB_ROOT, THUMB_AHEAD = 0.064, 0.016, 0.004
THUMB_SPREAD = 0.8  # [rad] between thumb and hand


def make_figure(body: Proportions, arm_angle: float) -> Figure:
    """The body's surface; `arm_angle` [rad] of the arms below the horizontal."""
    return Figure((*_trunk(body), *_head(body), *_leg(body), *_arm(body, arm_angle)))


def _loft(
    body: Proportions, part: str, girth: str, origin: Array, frame: Array, lengths: Array
) -> Loft:
    """A part's profile; `lengths`: of its stretches from one whole share to the next."""
    rows = load_profile(body.profiles.get(part, part))
    whole = np.arange(len(lengths) + 1)
    ends = np.concatenate([[0.0], np.cumsum(lengths)])
    share = rows[:, 0].copy()
    inside = np.interp(share, whole, ends)
    before, after = np.minimum(share, 0.0) * lengths[0], np.maximum(share - whole[-1], 0.0)
    rows[:, 0] = inside + before + after * lengths[-1]
    wide, deep = body.girths[girth]
    rows[:, [1, 5]] *= wide
    rows[:, [2, 3]] *= deep
    return Loft(origin, frame, rows)


def _blob(center: Array, radii: tuple[float, float, float], frame: Array = UPRIGHT) -> Ellipsoid:
    return Ellipsoid(center, frame, np.array(radii))


def _trunk(body: Proportions) -> list[Blended]:
    joints = body.joints(0.0)
    tall = body.heights["neck"] - body.heights["hips"]
    wide, deep = body.girths["trunk"]
    trunk = _loft(body, "trunk", "trunk", joints["hips"], UPRIGHT, np.array([tall]))

    def on_trunk(aside: float, ahead: float, share: float) -> Array:
        at: Array = joints["hips"] + wide * aside * LEFT + deep * ahead * FORWARD
        return at + share * tall * UP

    depth = body.muscles - 1.0  # negative: deeper in the trunk
    breast = _blob(on_trunk(0.046, 0.042 + 0.02 * depth, 0.75), (0.05, 0.02, 0.036))
    blade = _blob(on_trunk(0.05, -0.048 - 0.02 * depth, 0.74), (0.036, 0.022, 0.05))
    buttock = _blob(on_trunk(0.043, -0.036, -0.05), (0.045, 0.041, 0.05))
    # The trapezius and the collar bone, from the neck down to the shoulder.
    inner, outer = joints["neck"] + 0.01 * UP, joints["upper_arm"] + 0.012 * UP - 0.006 * LEFT
    sloping = (outer - inner) / np.linalg.norm(outer - inner)
    downhill = np.stack([sloping, FORWARD, np.cross(FORWARD, sloping)])
    yoke = _blob((inner + outer) / 2, (0.068 * wide, 0.034 * deep, 0.0175), downhill)
    return [
        Blended(trunk, 0.02),
        Blended(yoke, 0.04),
        Blended(breast, 0.05),
        Blended(blade, 0.03),
        Blended(buttock, 0.025),
    ]


def _head(body: Proportions) -> list[Blended]:
    joints = body.joints(0.0)
    neck, head, chin = joints["neck"], joints["head"], body.heights["chin"]
    along = head - neck
    long = float(np.linalg.norm(along))
    axis = along / long
    leaning = np.stack([LEFT, np.cross(LEFT, axis) * -1.0, axis])
    middle = np.array([0.0, head[1], chin])
    tall = 1.0 - chin
    skull = _loft(body, "head", "head", middle, UPRIGHT, np.array([tall]))

    face = skull.section(0.41 * tall)
    slope = np.stack([LEFT, *_turned(FORWARD, UP, 0.35)])
    nose = Ellipsoid(
        middle + (face.ahead + face.depth - 0.003) * FORWARD + 0.41 * tall * UP,
        slope, np.array([0.0062, 0.0085, 0.14 * tall]),
    )  # fmt: skip
    ear = _blob(
        middle + (face.width - 0.001) * LEFT + 0.44 * tall * UP,
        (0.005, 0.011, 0.14 * tall),
    )
    return [
        Blended(_loft(body, "neck", "neck", neck, leaning, np.array([long])), 0.03),
        Blended(skull, 0.014),
        Blended(nose, 0.012),
        Blended(ear, 0.008),
    ]


def _turned(first: Array, second: Array, angle: float) -> tuple[Array, Array]:
    """Both directions, turned from the first towards the second."""
    c, s = np.cos(angle), np.sin(angle)
    return c * first + s * second, c * second - s * first


def _leg(body: Proportions) -> list[Blended]:
    joints = body.joints(0.0)
    hip, knee, ankle = joints["thigh"], joints["shin"], joints["foot"]
    down = (ankle - hip) / np.linalg.norm(ankle - hip)
    frame = np.stack([np.cross(down, FORWARD) * -1.0, FORWARD, down])
    lengths = np.array([np.linalg.norm(knee - hip), np.linalg.norm(ankle - knee)])
    leg = _loft(body, "leg", "leg", hip, frame, lengths)
    wide, deep = body.girths["leg"]
    cap = _blob(knee + 0.024 * deep * FORWARD, (0.017 * wide, 0.014, 0.024))
    sole = ankle * [1.0, 1.0, 0.0] - body.foot["heel"] * FORWARD
    foot = _loft(body, "foot", "foot", sole, LEVEL, np.array([body.foot["length"]]))
    return [Blended(leg, 0.03), Blended(cap, 0.016), Blended(foot, 0.022)]


def _arm(body: Proportions, angle: float) -> list[Blended]:
    joints = body.joints(angle)
    along = arm_direction(angle)
    over = np.cross(FORWARD, along) * -1.0  # up, where the arm is horizontal
    frame = np.stack([over, FORWARD, along])
    lengths = np.array([body.widths["upper_arm"], body.widths["forearm"]])
    arm = _loft(body, "arm", "arm", joints["upper_arm"], frame, lengths)
    wide, deep = body.girths["arm"]
    middle = joints["upper_arm"] + 0.012 * along
    deltoid = _blob(middle, (0.0285 * wide, 0.0315 * deep, 0.036), frame)
    long = np.array([body.widths["hand"]])
    hand = _loft(body, "hand", "hand", joints["hand"], frame, long)
    out, ahead = _turned(along, FORWARD, THUMB_SPREAD)
    root = joints["hand"] + THUMB_ROOT * along + THUMB_AHEAD * FORWARD - 0.003 * over
    tilted = np.stack([over, ahead, out])
    thumb = _loft(body, "thumb", "hand", root, tilted, np.array([THUMB_LENGTH]))
    return [
        Blended(arm, 0.05),
        Blended(deltoid, 0.03),
        Blended(hand, 0.008),
        Blended(thumb, 0.008),
    ]

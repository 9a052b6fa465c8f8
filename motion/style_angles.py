"""The angles [rad] of a style's channels in a motion, frame by frame.

The conventions are those of `catalogue/styles/content.py`: trunk and feet in the frame of the
heading, arms in that of the torso. A part without a bone in the rig has no channel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of, eulers_from_matrices
from .walking_cycle import Gait
from .walking_motion import SIDES, X, Y, Z, to_heading

Array = NDArray[np.float64]
Channels = dict[str, Array]  # channel, with its side -> (frames,) [rad]
# Parts of the trunk by name of their channels, and the segments that may show them.
TRUNK = {
    "pelvis": ("pelvis",),
    "waist": ("lower_back", "torso"),
    "back": ("torso",),
    "neck": ("head",),
}
# Bends [rad] of an elbow between which the influence of its plane on the arm's twist grows.
STRAIGHT, BENT = np.radians(10.0), np.radians(25.0)


def outward(side: str) -> float:
    """Sign of a side: +1 left, -1 right."""
    return 1.0 if side == SIDES[0] else -1.0


def trunk_angles(gait: Gait) -> Channels:
    axes, turn = gait.motion.axes, to_heading(gait.heading)
    found: Channels = {}
    for part, segments in TRUNK.items():
        shown = next((name for name in segments if name in axes), None)
        if shown is None:
            continue
        tilt, lean, turned = eulers_from_matrices(turn @ axes[shown], "XYZ").T
        for channel, angle in (("tilt", tilt), ("lean", lean), ("turn", turned)):
            found[f"{part}_{channel}"] = angle
    return found


def limb_angles(gait: Gait, side: str) -> Channels:
    """Channels of one side, named without it."""
    return {**_arm_angles(gait, side), **_leg_angles(gait, side)}


def _arm_angles(gait: Gait, side: str) -> Channels:
    axes, out = gait.motion.axes, outward(side)
    if "upper_arm" + side not in axes or "torso" not in axes:
        return {}
    hanging = _between(axes["torso"], axes["upper_arm" + side])
    twist, found = np.zeros(len(hanging)), Channels()
    if "lower_arm" + side in axes:
        forearm = _between(axes["upper_arm" + side], axes["lower_arm" + side])
        found["elbow_bend"], twist = _elbow(forearm)
    angles = eulers_from_matrices(hanging, "ZXY")
    found["shoulder_swing"] = -angles[:, Y]
    found["shoulder_spread"] = out * angles[:, X]
    found["shoulder_twist"] = -out * (angles[:, Z] + twist)
    return found


def _elbow(forearm: Array) -> tuple[Array, Array]:
    """Bend of an elbow, and angle about z of its hinge from the upper arm's y axis [rad].

    A rig's elbow may bend about any axis; the simulated elbow is a hinge, so the upper arm must
    twist to put the forearm in the same place.
    """
    up = forearm[:, :, Z]
    bend = angle_of(np.hypot(up[:, X], up[:, Y]), up[:, Z])
    turned = angle_of(-up[:, Y], -up[:, X])
    forwards = np.abs(turned) < np.pi / 2
    share = np.clip((bend - STRAIGHT) / (BENT - STRAIGHT), 0.0, 1.0)
    return np.where(forwards, bend, -bend), np.where(forwards, share * turned, 0.0)


def _leg_angles(gait: Gait, side: str) -> Channels:
    axes, turn, out = gait.motion.axes, to_heading(gait.heading), outward(side)
    foot = axes["foot" + side]
    pitch, turned = _foot(turn @ foot)
    found = {
        "stance_knee": knee_bend(gait, side),
        "foot_pitch": pitch,
        "foot_turn": out * turned,
    }
    if "toes" + side in axes:
        front = _between(foot, axes["toes" + side])[:, :, X]
        found["toe_bend"] = angle_of(front[:, Z], front[:, X])
    return found


def _foot(axes: Array) -> tuple[Array, Array]:
    """Pitch [rad] about the foot's own y axis, unbounded, and the heading [rad] of that axis."""
    turned = angle_of(-axes[:, X, Y], axes[:, Y, Y])
    front = axes[:, X, X] * np.cos(turned) + axes[:, Y, X] * np.sin(turned)
    return angle_of(-axes[:, Z, X], front), turned


def knee_bend(gait: Gait, side: str) -> Array:
    """Bend of the knee (frames,) [rad]; negative where the knee is bent backwards."""
    axes = gait.motion.axes
    up = _between(axes["upper_leg" + side], axes["lower_leg" + side])[:, :, Z]
    bend: Array = angle_of(up[:, X], up[:, Z])
    return bend


def knee_turn(gait: Gait, side: str) -> Array:
    """Angle of a knee outwards (frames,) [rad]."""
    hinge = (to_heading(gait.heading) @ gait.motion.axes["lower_leg" + side])[:, :, Y]
    return outward(side) * angle_of(-hinge[:, X], hinge[:, Y])


def _between(parent: Array, child: Array) -> Array:
    """The child's frames in the parent's (frames, 3, 3)."""
    inside: Array = np.swapaxes(parent, 1, 2) @ child
    return inside

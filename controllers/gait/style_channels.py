"""A style's channels, and the record of its curves over the stride."""

from __future__ import annotations

from typing import Annotated, TypedDict

from ..program.record import Reals

KNOTS = 16  # of a curve over the stride, evenly spaced, the first at the footstrike of its side
HEIGHT_KNOTS = 9  # of the swing foot's height over a step, both ends included

TRUNK_CHANNELS = (
    "pelvis_tilt", "pelvis_lean", "pelvis_turn",  # to the right, forwards, to the left [rad]
    "waist_tilt", "waist_lean", "waist_turn",
    "back_tilt", "back_lean", "back_turn",
    "neck_tilt", "neck_lean", "neck_turn",
)  # fmt: skip
LIMB_CHANNELS = (
    "shoulder_spread", "shoulder_swing", "shoulder_twist",  # outwards, forwards, inwards [rad]
    "elbow_bend", "stance_knee", "foot_pitch", "foot_turn",  # bend, bend, toes down, toes out
    "toe_bend",  # toes up against the foot
)  # fmt: skip
PELVIS, WAIST, BACK, NECK = 0, 3, 6, 9
SHOULDER_SPREAD, SHOULDER_SWING, SHOULDER_TWIST, ELBOW_BEND = 0, 1, 2, 3
STANCE_KNEE, FOOT_PITCH, FOOT_TURN, TOE_BEND = 4, 5, 6, 7


# Numbers of a walk that rolls; their meanings, units and ranges: catalogue/styles/content.py.
GAIT_NUMBERS = (
    "top", "drop", "lowest", "double_support", "behind_ankle", "on_ball", "braked_by", "reach",
    "swing_delay",
)  # fmt: skip
TOP, DROP, LOWEST, DOUBLE_SUPPORT, BEHIND_ANKLE, ON_BALL, BRAKED_BY, LANDING_REACH = range(8)
SWING_DELAY = 8


class Style(TypedDict):
    """Curves of a style, as swings about their means; command and memory both hold one."""

    trunk: Annotated[Reals, (len(TRUNK_CHANNELS), KNOTS)]  # over the left foot's stride
    trunk_mean: Annotated[Reals, (len(TRUNK_CHANNELS),)]
    limb: Annotated[Reals, (2, len(LIMB_CHANNELS), KNOTS)]  # over the own side's stride
    limb_mean: Annotated[Reals, (2, len(LIMB_CHANNELS))]
    foot_height: Annotated[Reals, (2, HEIGHT_KNOTS)]  # of the swing foot, in step heights
    gait: Annotated[Reals, (len(GAIT_NUMBERS),)]
    style_speed: float  # at which the curves are as drawn [m/s]

"""Posture: the style's targets for trunk and head (character frame) and arms (torso frame).

Coros, Beaudoin, van de Panne 2010, Section 3.1. Gains give accelerations, in units of gravity over
the leg's length, so that bodies of any size are dynamically similar.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof
from ...simulation.rotation import Array, about_x, about_y, about_z, product, rotation_from_to
from ..gait.foot_roll import toes_bent
from ..gait.footing import leg_parts, outward
from ..gait.idling import breath, glance
from ..gait.records import GaitCommand, GaitMemory
from ..gait.rolling import between
from ..gait.style import limb_angle, trunk_frame
from ..gait.style_channels import (
    BACK,
    ELBOW_BEND,
    NECK,
    PELVIS,
    SHOULDER_SPREAD,
    SHOULDER_SWING,
    SHOULDER_TWIST,
    STANCE_KNEE,
    TOE_BEND,
    WAIST,
)
from ..program.anatomy import Anatomy
from ..program.objectives import Tick, add_dof_task, add_rotation_task

WAIST_LEAN, BACK_LEAN, NECK_LEAN = 0.4, 0.8, 0.5  # of the torso's lean, in the character's frame
NECK_BEND = 0.5  # of the bend of the trunk
HEAD_LEADS, FURTHEST_LEAD = 0.4, 0.5  # lookahead of the head in a turn [s], its bound [rad]
# Stiffness [g / leg] and weight of each; damping is critical.
PELVIS_STIFFNESS, PELVIS_WEIGHT = 9.5, 3.0
TRUNK_STIFFNESS, TRUNK_WEIGHT = 9.5, 1.0
ARM_STIFFNESS, ARM_WEIGHT = 9.5, 0.2
LED_ARM = 0.01  # of the arm's weight, for an arm whose palm has a goal
KNEE_STIFFNESS, LEG_DAMPING, LEG_WEIGHT = 3.0, 3.0, 0.005
TOE_STIFFNESS, ROLLED_TOE_STIFFNESS, TOE_WEIGHT = 38.0, 150.0, 1.0
KNEE_BEND_STIFFNESS = 38.0  # of a nearly straight knee
# A hinge nearer to straight than this [rad] is bent, its rate extrapolated over a time [s].
STRAIGHT, ROLLED_STRAIGHT, STRAIGHTENING = 0.15, 0.06, 0.05  # the second in a walk that rolls
BEND_WEIGHT = 20.0  # per radian


class Gains(NamedTuple):
    """How a joint follows its target: stiffness [1/s2], damping [1/s] and the task's weight."""

    stiffness: float
    damping: float
    weight: float


class ArmPose(NamedTuple):
    """Target of an arm against the torso.

    Attributes:
        swing, spread, twist: of the shoulder, and bend: of the elbow [rad].
        swing_rate, bend_rate: target rates of the shoulder's swing and of the elbow [rad/s].
    """

    swing: float
    spread: float
    twist: float
    bend: float
    swing_rate: float
    bend_rate: float


class LegPose(NamedTuple):
    """Target of a leg whose foot has its own tasks.

    Attributes:
        knee, toe: target angles [rad].
        straight: angle of the knee below which it is bent [rad]; 0: it may be straight.
        toe_stiffness: [g / leg].
    """

    knee: float
    toe: float
    straight: float
    toe_stiffness: float


@compiled
def critically_damped(stiffness: float, weight: float) -> Gains:
    return Gains(stiffness, 2.0 * math.sqrt(stiffness), weight)


@compiled
def squared_frequency(anatomy: Anatomy, command: GaitCommand) -> float:
    """Gravity over the leg's length [1/s2], the scale of gains for dynamic similarity."""
    return anatomy["stiffness_scale"] * command["gravity"] / anatomy["leg"]


@compiled
def hold_posture(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> None:
    """Add the tasks that hold trunk, head, arms and knees in the style's posture."""
    _hold_trunk(tick, command, memory)
    unit = squared_frequency(tick.anatomy, command)
    for side in range(2):
        _hold_arm(tick, command, memory, side, unit)
        knee, _ = limb_angle(memory, side, STANCE_KNEE)
        toe, _ = limb_angle(memory, side, TOE_BEND)
        toe = between(toe, toes_bent(memory, side), memory["rolling"])
        straight = between(STRAIGHT, ROLLED_STRAIGHT, memory["rolling"])
        stiffness = between(TOE_STIFFNESS, ROLLED_TOE_STIFFNESS, memory["rolling"])
        ease_leg(tick, side, LegPose(knee, toe, straight, stiffness), unit)


@compiled
def turn_towards(motion: Motion, segment: int, desired: Array, stiffness: float) -> Array:
    """(3,) angular acceleration towards a world orientation, critically damped."""
    error = rotation_from_to(motion.rotation[segment], desired)
    return stiffness * error - 2.0 * math.sqrt(stiffness) * motion.angular_velocity[segment]


@compiled
def _hold_trunk(tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory) -> None:
    anatomy, motion = tick.anatomy, tick.motion
    unit, lean, bend = squared_frequency(anatomy, command), command["torso_lean"], command["bend"]
    lead = min(max(HEAD_LEADS * memory["turn_rate"], -FURTHEST_LEAD), FURTHEST_LEAD)
    hips = trunk_frame(memory, PELVIS, command["hip_bend"])
    pelvis = turn_towards(motion, 0, hips, PELVIS_STIFFNESS * unit)
    add_rotation_task(tick, 0, pelvis, PELVIS_WEIGHT)
    parts = (anatomy["lower_back"], anatomy["torso"], anatomy["head"])
    channels, leans = (WAIST, BACK, NECK), (WAIST_LEAN, BACK_LEAN, NECK_LEAN)
    bends = (0.5 * (command["hip_bend"] + bend), bend, NECK_BEND * bend)
    for i in range(3):
        frame = trunk_frame(memory, channels[i], leans[i] * lean + bends[i])
        if channels[i] == BACK:
            frame = product(frame, about_y(breath(command, memory)))
        if channels[i] == NECK:
            frame = product(about_z(lead + glance(command, memory)), frame)
        target = turn_towards(motion, parts[i], frame, TRUNK_STIFFNESS * unit)
        add_rotation_task(tick, parts[i], target, TRUNK_WEIGHT)


@compiled
def _hold_arm(
    tick: Tick[Anatomy], command: GaitCommand, memory: GaitMemory, side: int, unit: float
) -> None:
    """Add the tasks of an arm's style against the torso; from a bent torso the arm hangs down.

    An arm whose palm has a goal follows the style only weakly, which settles the elbow's place.
    """
    stoop = command["bend"]
    led = min(command["hand_weight"][side], 1.0)
    weight = ARM_WEIGHT * (1.0 - led * (1.0 - LED_ARM))
    style = style_of_arm(memory, side)
    pose = ArmPose(
        style.swing + stoop, style.spread, style.twist, style.bend, style.swing_rate,
        style.bend_rate,
    )  # fmt: skip
    swing_arm(tick, side, pose, critically_damped(ARM_STIFFNESS * unit, weight))


@compiled
def style_of_arm(memory: GaitMemory, side: int) -> ArmPose:
    """The present style's pose of an arm."""
    swing, swing_rate = limb_angle(memory, side, SHOULDER_SWING)
    spread, _ = limb_angle(memory, side, SHOULDER_SPREAD)
    twist, _ = limb_angle(memory, side, SHOULDER_TWIST)
    bend, bend_rate = limb_angle(memory, side, ELBOW_BEND)
    return ArmPose(swing, spread, twist, bend, swing_rate, bend_rate)


@compiled
def swing_arm(tick: Tick[Anatomy], side: int, pose: ArmPose, gains: Gains) -> None:
    """Add the tasks that move an arm to a pose against the torso."""
    anatomy = tick.anatomy
    out, torso = outward(side), tick.motion.rotation[anatomy["torso"]]
    hanging = product(product(torso, about_y(-pose.swing)), about_x(out * pose.spread))
    shoulder = product(hanging, about_z(-out * pose.twist))
    follow_ball(tick, anatomy["upper_arm"][side], shoulder, -pose.swing_rate * torso[:, 1], gains)
    follow_hinge(tick, anatomy["lower_arm"][side], -pose.bend, -pose.bend_rate, gains)


@compiled
def ease_leg(tick: Tick[Anatomy], side: int, pose: LegPose, unit: float) -> None:
    """Low-weight tasks for a leg's remaining degrees of freedom: knee, toes, damped joints.

    Args:
        unit: squared frequency [1/s2], see `squared_frequency`.
    """
    body, motion = tick.body, tick.motion
    thigh, shin, foot, toes = leg_parts(tick.anatomy, side)
    calm = Gains(0.0, LEG_DAMPING * math.sqrt(unit), LEG_WEIGHT)
    follow_ball(tick, thigh, motion.rotation[0], np.zeros(3), calm)
    follow_hinge(tick, shin, pose.knee, 0.0, critically_damped(KNEE_STIFFNESS * unit, LEG_WEIGHT))
    follow_hinge(tick, foot, 0.0, 0.0, calm)
    _, rolling = roll_state(body, motion, foot)
    add_dof_task(tick, first_dof(body, foot) + 1, -calm.damping * rolling, LEG_WEIGHT)
    toe_gains = critically_damped(pose.toe_stiffness * unit, TOE_WEIGHT)
    follow_hinge(tick, toes, -pose.toe, 0.0, toe_gains)
    if pose.straight > 0.0:
        keep_bent(tick, shin, pose.straight, KNEE_BEND_STIFFNESS * unit)


@compiled
def keep_bent(tick: Tick[object], segment: int, straight: float, stiffness: float) -> None:
    """Bend a nearly straight limb, which could neither place its end nor carry its root.

    Args:
        straight: angle [rad] nearer to 0 than which it is bent, negative for a hinge that bends to
            negative angles.
    """
    way = math.copysign(1.0, straight)
    angle, rate = hinge_state(tick.body, tick.motion, segment)
    short = abs(straight) - way * angle - STRAIGHTENING * way * rate
    if short > 0.0:
        dof = first_dof(tick.body, segment)
        add_dof_task(tick, dof, way * stiffness * short, BEND_WEIGHT * short)


@compiled
def hinge_state(body: Body, motion: Motion, segment: int) -> tuple[float, float]:
    """Angle [rad] and rate [rad/s] of a joint about its parent's y axis."""
    parent = body.parent[segment]
    above, own = motion.rotation[parent], motion.rotation[segment]
    cosine, sine, rate = 0.0, 0.0, 0.0
    for k in range(3):
        cosine += above[k, 0] * own[k, 0]
        sine -= above[k, 2] * own[k, 0]
        rate += above[k, 1] * (
            motion.angular_velocity[segment, k] - motion.angular_velocity[parent, k]
        )
    return math.atan2(sine, cosine), rate


@compiled
def roll_state(body: Body, motion: Motion, segment: int) -> tuple[float, float]:
    """Angle [rad] and rate [rad/s] of a universal joint about its own x axis."""
    parent = body.parent[segment]
    above, own = motion.rotation[parent], motion.rotation[segment]
    cosine, sine, rate = 0.0, 0.0, 0.0
    for k in range(3):
        cosine += above[k, 1] * own[k, 1]
        sine -= above[k, 1] * own[k, 2]
        rate += own[k, 0] * (
            motion.angular_velocity[segment, k] - motion.angular_velocity[parent, k]
        )
    return math.atan2(sine, cosine), rate


@compiled
def follow_hinge(tick: Tick[object], segment: int, angle: float, pace: float, gains: Gains) -> None:
    """Add the task of a hinge that follows an angle [rad] moving at a pace [rad/s]."""
    now, rate = hinge_state(tick.body, tick.motion, segment)
    target = gains.stiffness * (angle - now) + gains.damping * (pace - rate)
    add_dof_task(tick, first_dof(tick.body, segment), target, gains.weight)


@compiled
def follow_ball(
    tick: Tick[object], segment: int, desired: Array, moving: Array, gains: Gains
) -> None:
    """Add the task of a spherical joint: a world orientation turning at a rate (3,) [rad/s]."""
    body, motion = tick.body, tick.motion
    own = motion.rotation[segment]
    error = rotation_from_to(own, desired)
    slip = motion.angular_velocity[segment] - motion.angular_velocity[body.parent[segment]] - moving
    for axis in range(3):
        target = 0.0
        for k in range(3):
            target += own[k, axis] * (gains.stiffness * error[k] - gains.damping * slip[k])
        add_dof_task(tick, first_dof(body, segment) + axis, target, gains.weight)

"""A runner's posture: targets of trunk, arms and knees over the stride.

The targets are curves in the run's record (`style_channels.Style`), separate from balance, height,
timing and feet, so that a reference motion may replace them.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof
from ...simulation.rotation import Array, about_x, about_y, about_z, product
from ..balance.posture import (
    ARM_WEIGHT,
    STRAIGHT,
    TOE_STIFFNESS,
    ArmPose,
    LegPose,
    critically_damped,
    ease_leg,
    follow_ball,
    follow_hinge,
    hinge_state,
    squared_frequency,
    swing_arm,
    turn_towards,
)
from ..gait.footing import ahead, leg_parts
from ..gait.records import GaitCommand
from ..gait.style import periodic_curve, vigor
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
from .bounce import time_scale
from .contacts import carried, cycle_phase, cycle_time, swings
from .feet import swing_share, swing_size
from .records import RunMemory
from .turns import bank, tightened

# Numbers without a source: tuned by hand, judged by bench running.
LEAN_PER_SPEED = 0.02  # of the trunk forwards, added to the curves' [rad s/m]
# Swinging legs keep the trunk further forwards than is asked: [s] in which what is asked makes up
# for it, and by how much at most [rad].
TRIM_TIME, MOST_TRIM = 1.0, 0.6
# Stiffness [g / leg] and weight of each; damping is critical.
TRUNK_STIFFNESS, PELVIS_WEIGHT, TRUNK_WEIGHT = 10.0, 100.0, 30.0
# Of these weights, in a tight turn: in a stance, and of that in flight.
TURNING_TRUNK, TURNING_IN_FLIGHT = 0.19, 0.26
LEANS_LESS = 0.86  # of the pelvis' lean into a turn: the trunk's over it
SPINE_STIFFNESS, SPINE_WEIGHT = 38.0, 20.0
ARM_STIFFNESS = 40.0  # with the weight of a walker's arm
# [s], an adult's: arms that jump from a walker's pose to a runner's would disturb the body.
ARMS_COME = 0.6
FOLDED, FOLDS_UNTIL = 1.3, 0.5  # [rad] of a knee after take-off; of a swing
FOLD_STIFFNESS, FOLD_WEIGHT = 60.0, 4.0  # [g / leg]; per radian of error
KNEE_WEIGHT = 0.3  # of a swing leg's knee
# Of a leg that is carried [rad]: its thigh ahead of the pelvis' axis, by how much it swings, toes
# down; stiffness [g / leg] and weight of its joints.
THIGH_RAISED, THIGH_SWINGS, CARRIED_FOOT = 0.25, 0.35, 0.2
CARRY_STIFFNESS, CARRY_WEIGHT = 25.0, 20.0
TOES_UP = 0.8  # [rad] at least, of a foot that leaves the ground; less before landing


@compiled
def _curve(run: RunMemory, mean: float, knots: Array) -> tuple[float, float]:
    """Present angle [rad] and rate [rad/s] of a channel."""
    size = vigor(run["speed"], run["style_speed"])
    value, slope = periodic_curve(knots, cycle_phase(run))
    return mean + size * value, size * slope / cycle_time(run)


@compiled
def _limb(run: RunMemory, side: int, channel: int) -> tuple[float, float]:
    return _curve(run, run["limb_mean"][side, channel], run["limb"][side, channel])


@compiled
def _lean(run: RunMemory, part: int) -> float:
    """How far forwards a part of the trunk should lean [rad]."""
    lean, _ = _curve(run, run["trunk_mean"][part + 1], run["trunk"][part + 1])
    if part != NECK:
        lean += LEAN_PER_SPEED * (run["speed"] - run["style_speed"])
    return lean


@compiled
def _trim(tick: Tick[Anatomy], command: GaitCommand, run: RunMemory) -> None:
    """Ask for less lean as long as the pelvis leans further than it should, and for more if less.
    """
    upwards = tick.motion.rotation[0][:, 2].copy()
    leans = math.atan2(ahead(upwards[:2], run["heading"]), upwards[2])
    run["trim"] += (leans - _lean(run, PELVIS)) * command["dt"] / TRIM_TIME
    run["trim"] = min(max(run["trim"], -MOST_TRIM), MOST_TRIM)


@compiled
def _trunk_frame(command: GaitCommand, run: RunMemory, part: int) -> Array:
    """(3, 3) target world orientation of a part of the trunk, leant by speed and turns."""
    tilt, _ = _curve(run, run["trunk_mean"][part], run["trunk"][part])
    lean = _lean(run, part)
    if part != NECK:
        lean -= run["trim"]
    turn, _ = _curve(run, run["trunk_mean"][part + 2], run["trunk"][part + 2])
    if part != NECK:
        tilt -= bank(command, run) * (1.0 if part == PELVIS else LEANS_LESS)
    return product(product(about_z(run["heading"] + turn), about_y(lean)), about_x(tilt))


@compiled
def hold_run_posture(tick: Tick[Anatomy], command: GaitCommand, run: RunMemory) -> None:
    """Add the tasks that hold trunk, head, arms and knees on the curves."""
    unit = squared_frequency(tick.anatomy, command)
    _trim(tick, command, run)
    _hold_run_trunk(tick, command, run, unit)
    for side in range(2):
        _swing_run_arm(tick, run, side, unit)
        if carried(run, side):
            _carry_leg(tick, run, side, unit)
        else:
            _ease_run_leg(tick, run, side, unit)


@compiled
def _hold_run_trunk(tick: Tick[Anatomy], command: GaitCommand, run: RunMemory, unit: float) -> None:
    """Add the trunk's tasks, in the world and between its parts: in flight the legs rotate it."""
    anatomy, motion = tick.anatomy, tick.motion
    parts = (0, anatomy["lower_back"], anatomy["torso"], anatomy["head"])
    channels = (PELVIS, WAIST, BACK, NECK)
    below = _trunk_frame(command, run, PELVIS)
    spine = SPINE_STIFFNESS * unit
    share = tightened(1.0, TURNING_TRUNK, run)
    if run["airborne"]:
        share = tightened(share, TURNING_IN_FLIGHT, run)
    for i in range(4):
        frame = _trunk_frame(command, run, channels[i])
        stiffness = spine if channels[i] == NECK else TRUNK_STIFFNESS * unit
        target = turn_towards(motion, parts[i], frame, stiffness)
        target[2] += 2.0 * math.sqrt(TRUNK_STIFFNESS * unit) * run["turn_rate"]
        weight = PELVIS_WEIGHT if i == 0 else TRUNK_WEIGHT
        add_rotation_task(tick, parts[i], target, share * weight)
        if channels[i] == WAIST or channels[i] == BACK:
            bent = product(motion.rotation[parts[i - 1]], product(below.T.copy(), frame))
            gains = critically_damped(spine, SPINE_WEIGHT)
            follow_ball(tick, parts[i], bent, np.zeros(3), gains)
        below = frame


@compiled
def _swing_run_arm(tick: Tick[Anatomy], run: RunMemory, side: int, unit: float) -> None:
    swing, swing_rate = _limb(run, side, SHOULDER_SWING)
    spread, _ = _limb(run, side, SHOULDER_SPREAD)
    twist, _ = _limb(run, side, SHOULDER_TWIST)
    bend, bend_rate = _limb(run, side, ELBOW_BEND)
    pose = ArmPose(swing, spread, twist, bend, swing_rate, bend_rate)
    come = min(run["since_start"] / (ARMS_COME * time_scale(tick.anatomy)), 1.0)
    gains = critically_damped(ARM_STIFFNESS * unit * come * come, run["arm_weight"] * ARM_WEIGHT)
    swing_arm(tick, side, pose, gains)


@compiled
def _ease_run_leg(tick: Tick[Anatomy], run: RunMemory, side: int, unit: float) -> None:
    """Add low-weight tasks of a leg's remaining degrees of freedom; toes lie on the ground.

    Knee and toes of a swing leg follow the curves, but with toes raised so that they do not drag.
    """
    _, shin, foot, _ = leg_parts(tick.anatomy, side)
    knee, knee_rate = _limb(run, side, STANCE_KNEE)
    if swings(run, side):
        drawn, _ = _limb(run, side, TOE_BEND)
        toe = max(drawn, TOES_UP * (1.0 - swing_share(run, side)))
        gains = critically_damped(FOLD_STIFFNESS * unit, KNEE_WEIGHT)
        follow_hinge(tick, shin, knee, knee_rate, gains)
        if swing_share(run, side) < FOLDS_UNTIL:
            folded = (FOLDED + run["fold"]) * swing_size(tick.anatomy, run, side)
            _fold_knee(tick, shin, folded, unit)
    else:
        toe = math.asin(min(max(-tick.motion.rotation[foot][2, 0], -1.0), 1.0))
    ease_leg(tick, side, LegPose(knee, toe, STRAIGHT, TOE_STIFFNESS), unit)


@compiled
def _carry_leg(tick: Tick[Anatomy], run: RunMemory, side: int, unit: float) -> None:
    """Add the tasks of a leg that does not land: its thigh swings against the other leg."""
    thigh, shin, foot, _ = leg_parts(tick.anatomy, side)
    knee, knee_rate = _limb(run, side, STANCE_KNEE)
    turned = 2.0 * math.pi * cycle_phase(run)
    raised = THIGH_RAISED - THIGH_SWINGS * math.cos(turned)
    rate = 2.0 * math.pi / cycle_time(run) * THIGH_SWINGS * math.sin(turned)
    pelvis = tick.motion.rotation[0]
    gains = critically_damped(CARRY_STIFFNESS * unit, CARRY_WEIGHT)
    follow_ball(tick, thigh, product(pelvis, about_y(-raised)), -rate * pelvis[:, 1], gains)
    follow_hinge(tick, shin, knee, knee_rate, gains)
    follow_hinge(tick, foot, CARRIED_FOOT, 0.0, gains)
    ease_leg(tick, side, LegPose(knee, 0.0, STRAIGHT, TOE_STIFFNESS), unit)


@compiled
def _fold_knee(tick: Tick[Anatomy], shin: int, folded: float, unit: float) -> None:
    """Bend the knee of a leg that trails straight behind, which could not lift its foot."""
    angle, rate = hinge_state(tick.body, tick.motion, shin)
    short, stiffness = folded - angle, FOLD_STIFFNESS * unit
    if short > 0.0:
        target = stiffness * short - 2.0 * math.sqrt(stiffness) * rate
        add_dof_task(tick, first_dof(tick.body, shin), target, FOLD_WEIGHT * short)

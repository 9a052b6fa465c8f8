"""The shape of a four-legged body's legs: legs that stand or swing, and legs that are drawn in.

Legs have three links; the ankle holds the distance from knee to foot (Jones 2011, Section 3.1). A
leg that is drawn in follows commanded pitches.
"""

from __future__ import annotations

import math

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof
from ...simulation.rotation import Array, about_x, about_y, cross, product, transposed_times
from ..balance.posture import hinge_state
from ..program.objectives import Tick, add_dof_task, add_joint_axis_task
from .leg_frames import bend_joint, squared_frequency
from .paws import paw
from .records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory

# Numbers without a source: tuned by hand, judged by bench quadruped_gaits.
# Stiffnesses [g / leg]; damping is critical.
ANKLE_STIFFNESS, TWIST_STIFFNESS, LEG_WEIGHT = 40.0, 9.0, 1.0
TINY, LEAST_SINE = 1e-9, 0.3  # sine of the least angle between a leg and its facing direction
TENDONS = 3.0  # stiffness of an ankle, of the moment by which its load tips a round paw
EASE, EASE_WEIGHT = 1.1, 0.02  # damping of a leg's remaining degrees of freedom [sqrt(g / leg)]
# A leg nearer to straight than this [rad] is bent, its rate extrapolated by a time [sqrt(leg / g)].
STRAIGHT, STRAIGHTENING, KNEE_STIFFNESS, KNEE_WEIGHT = 0.2, 0.14, 40.0, 100.0  # weight per radian
# In proportion to the swing's height: fold of the ankles in the air [rad], front and back.
FOLDS = (0.5, -0.3)
TUCK_STIFFNESS, TUCK_WEIGHT = 8.0, 3.0


@compiled
def shape_leg(
    tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, memory: QuadrupedMemory, leg: int
) -> None:
    """Add tasks that hold the distance from knee to foot by the ankle, and the leg's plane.

    Jones 2011, Section 3.1.
    """
    anatomy, unit = tick.anatomy, squared_frequency(tick.anatomy, command)
    foot, wanted = anatomy["foot"][leg], anatomy["ankle"][leg]
    if memory["swings"][leg] == 1:
        fold = FOLDS[0] if leg < 2 else FOLDS[1]
        wanted += fold * math.sin(math.pi * min(memory["share"][leg], 1.0))
    (bent, rate), stiffness = hinge_state(tick.body, tick.motion, foot), ANKLE_STIFFNESS * unit
    target = stiffness * (wanted - bent) - 2.0 * math.sqrt(stiffness) * rate
    add_dof_task(tick, first_dof(tick.body, foot), target, LEG_WEIGHT)
    _hold_plane(tick, leg, unit)
    _keep_knee_bent(tick, leg, unit)


@compiled
def tuck_leg(tick: Tick[QuadrupedAnatomy], command: QuadrupedCommand, leg: int) -> None:
    """Add the tasks of a drawn-in leg: its pitches and its spread."""
    body, anatomy, motion = tick.body, tick.anatomy, tick.motion
    stiffness = TUCK_STIFFNESS * squared_frequency(anatomy, command)
    upper, lower, foot = anatomy["upper_leg"][leg], anatomy["lower_leg"][leg], anatomy["foot"][leg]
    out = 1.0 if leg % 2 == 0 else -1.0  # left legs spread about x, right ones against it
    hip = product(about_x(out * command["tuck"][leg, 3]), about_y(command["tuck"][leg, 0]))
    bend_joint(tick, upper, hip, stiffness, TUCK_WEIGHT)
    for segment, k in ((lower, 1), (foot, 2)):
        angle, rate = hinge_state(body, motion, segment)
        error = command["tuck"][leg, k] - angle
        target = stiffness * error - 2.0 * math.sqrt(stiffness) * rate
        add_dof_task(tick, first_dof(body, segment), target, TUCK_WEIGHT)


@compiled
def stiffen_ankles(
    body: Body, anatomy: QuadrupedAnatomy, motion: Motion, command: QuadrupedCommand,
    memory: QuadrupedMemory, torques: Array,
) -> None:  # fmt: skip
    """Add to the torque rows (n, 3) [N m] the tendons' stiffness at the ankles of stance legs.

    The program's torque at an ankle is in proportion to the foot's inertia. A paw of a few grams
    under a loaded leg would roll over its round end at any small error of the load.
    """
    dt, share = command["dt"], 0.25 * anatomy["total_mass"] * command["gravity"]
    for leg in range(4):
        if memory["swings"][leg] == 1 or command["tucked"][leg] == 1:
            continue
        lower, foot = anatomy["lower_leg"][leg], anatomy["foot"][leg]
        stiffness = TENDONS * share * anatomy["radius"][leg]
        inertia = body.subtree_inertia[foot, 1]
        damping = 2.0 * math.sqrt(stiffness * inertia)
        angle, rate = hinge_state(body, motion, foot)
        torque = stiffness * (anatomy["ankle"][leg] - angle) - damping * rate
        torque /= 1.0 + (damping * dt + stiffness * dt * dt) / inertia
        for k in range(3):
            torques[foot, k] += torque * motion.rotation[lower][k, 1]


@compiled
def _hold_plane(tick: Tick[QuadrupedAnatomy], leg: int, unit: float) -> None:
    """Add the task that keeps a leg in the plane of its hip, its foot and its frame's heading."""
    body, anatomy, motion = tick.body, tick.anatomy, tick.motion
    upper = anatomy["upper_leg"][leg]
    own, trunk = motion.rotation[upper], body.parent[upper]
    line = paw(motion, anatomy, leg) - motion.origin[upper]
    line /= math.sqrt((line * line).sum()) + TINY
    across = cross(motion.rotation[trunk][:, 0].copy(), line)
    size = math.sqrt((across * across).sum())
    angular_velocity = motion.angular_velocity[upper] - motion.angular_velocity[trunk]
    first, own_velocity = first_dof(body, upper), transposed_times(own, angular_velocity)
    for k in range(3):
        add_dof_task(tick, first + k, -EASE * math.sqrt(unit) * own_velocity[k], EASE_WEIGHT)
    if size < LEAST_SINE:  # the leg points ahead or back: any plane will do
        return
    error = (cross(own[:, 1].copy(), across) * line).sum() / size
    stiffness = TWIST_STIFFNESS * unit
    target = stiffness * error - 2.0 * math.sqrt(stiffness) * (angular_velocity * line).sum()
    add_joint_axis_task(tick, first, transposed_times(own, line), target, LEG_WEIGHT)


@compiled
def _keep_knee_bent(tick: Tick[QuadrupedAnatomy], leg: int, unit: float) -> None:
    """Leave a knee free, but add a task that bends it where its leg is nearly straight.

    Beyond the straight leg, where the foot is furthest from the hip, the knee would bend the other
    way; then the leg could neither lower the body nor return by itself.
    """
    body, anatomy, motion = tick.body, tick.anatomy, tick.motion
    lower = anatomy["lower_leg"][leg]
    dof, (_, rate) = first_dof(body, lower), hinge_state(body, motion, lower)
    add_dof_task(tick, dof, -EASE * math.sqrt(unit) * rate, EASE_WEIGHT)
    way = anatomy["knee_bends"][leg]
    bend = way * leg_bend(motion, anatomy, leg)
    short = STRAIGHT - bend - STRAIGHTENING / math.sqrt(unit) * way * rate
    if short > 0.0:
        stiffness = KNEE_STIFFNESS * unit
        target = way * stiffness * (STRAIGHT - bend) - 2.0 * math.sqrt(stiffness) * rate
        add_dof_task(tick, dof, target, KNEE_WEIGHT * short)


@compiled
def leg_bend(motion: Motion, anatomy: QuadrupedAnatomy, leg: int) -> float:
    """Pitch [rad] of the line from knee to foot against the upper leg."""
    line = paw(motion, anatomy, leg) - motion.origin[anatomy["lower_leg"][leg]]
    line = transposed_times(motion.rotation[anatomy["upper_leg"][leg]], line)
    return math.atan2(-line[0], -line[2])

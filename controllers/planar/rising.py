"""Rising in a plane by a support graph: Jones 2011, Chapter 6.

Pitches [rad] are about the world's y axis: at 0 a limb hangs straight down, and positive pitches
turn it forwards and up.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, wrapped
from ..program.record import Rows
from .planted_forces import push_up, shared, virtual_wrench
from .support_graph import (
    ARMS,
    EARLY_LIFT,
    IDLE,
    KNEEL,
    LIMBS,
    STANCE,
    SWING,
    UNKNOWN,
    Graph,
    Memory,
    advance,
    height_at,
    swing_share,
    weight_of,
)

# Numbers without a source: tuned by hand, judged by bench planar_rising.
LIMP = 0.1  # damping of an idle limb, of its usual one
PRESS = 0.01  # target depth in the ground of a planted limb without contact [m]
NEAREST, FARTHEST = 0.05, 0.9999  # from joint to end: [m], and of the limb's length
HIP, SHOULDER = 5, 1  # segments whose joints are at the hip and the shoulder


class Side(NamedTuple):
    """The body in its plane: (n, 2) places [m] and (n,) pitches [rad] of the segments.

    Attributes:
        origin, center: joints and centers of mass; velocity: of the centers [m/s].
        pitch, rate: [rad], [rad/s].
        length: (4, 2) of the upper and lower part of each limb [m].
        tip: (4, 2) the ends of the limbs.
    """

    origin: Array
    center: Array
    velocity: Array
    pitch: Array
    rate: Array
    length: Array
    tip: Array


@compiled
def rising_actuators(
    bodies: Rows[Body],
    motions: Rows[Motion],
    graphs: Rows[Graph],
    memories: Rows[Memory],
    dt: float,
) -> Array:
    """(n - 1,) torques of the joints for the next time step [N m]; updates the memory."""
    body, motion, graph, memory = bodies[0], motions[0], graphs[0], memories[0]
    side = seen_from_side(body, motion)
    phase = advance(graph, memory, motion, side.tip, dt)
    wanted = np.array(
        [
            _ground_at(graph, side.origin[HIP, 0]) + height_at(graph.hips, phase),
            _ground_at(graph, side.origin[SHOULDER, 0]) + height_at(graph.shoulders, phase),
        ]
    )
    torques = np.zeros(body.rows[0])
    shares, ends = np.zeros(LIMBS), np.zeros((LIMBS, 2))
    for limb in range(LIMBS):
        mode = graph.modes[limb, memory.at[limb]]
        upper, lower = 1 + 2 * limb, 2 + 2 * limb
        if mode == IDLE:
            _go_limp(body, side, upper, torques, dt)
            continue
        height = wanted[1] if limb < ARMS else wanted[0]
        pose = _wanted_pose(graph, memory, motion, side, limb, height, phase)
        _track(body, side, upper, pose, torques, dt)
        if mode == SWING:
            _bear_own_weight(body, graph, side, upper, torques)
        else:
            shares[limb] = weight_of(graph, memory, limb, phase)
            ends[limb] = side.tip[limb] if mode == STANCE else side.origin[lower]
    forces = _planted_forces(body, graph, side, wanted, shares, ends)
    for limb in range(LIMBS):
        if shares[limb] > 0.0:
            kneels = graph.modes[limb, memory.at[limb]] == KNEEL
            for joint in range(1 + 2 * limb, 2 + 2 * limb if kneels else 3 + 2 * limb):
                x, z = ends[limb] - side.origin[joint]
                torques[joint] -= z * forces[limb, 0] - x * forces[limb, 1]
    for i in range(1, len(torques)):
        torques[i] = min(max(torques[i], -body.torque_limit[i]), body.torque_limit[i])
    return torques[1:]


@compiled
def seen_from_side(body: Body, motion: Motion) -> Side:
    """The body's places, pitches and rates in its plane."""
    n = body.rows[0]
    ahead = np.array([motion.rotation[0, 1, 1], -motion.rotation[0, 0, 1]])
    origin, center, velocity = np.empty((n, 2)), np.empty((n, 2)), np.empty((n, 2))
    pitch, rate = np.empty(n), np.empty(n)
    for i in range(n):
        origin[i, 0] = (motion.origin[i, :2] * ahead).sum()
        center[i, 0] = (motion.center[i, :2] * ahead).sum()
        velocity[i, 0] = (motion.velocity[i, :2] * ahead).sum()
        origin[i, 1], center[i, 1] = motion.origin[i, 2], motion.center[i, 2]
        velocity[i, 1] = motion.velocity[i, 2]
        pitch[i] = math.atan2(-motion.rotation[i, 2, 0], motion.rotation[i, 2, 2])
        rate[i] = (motion.angular_velocity[i] * motion.rotation[0, :, 1]).sum()
    length, tip = np.empty((LIMBS, 2)), np.empty((LIMBS, 2))
    for limb in range(LIMBS):
        lower = 2 + 2 * limb
        length[limb, 0] = -body.offset[lower, 2]
        length[limb, 1] = -2.0 * body.center[lower, 2]  # even mass: the center is halfway
        tip[limb, 0] = origin[lower, 0] - length[limb, 1] * math.sin(pitch[lower])
        tip[limb, 1] = origin[lower, 1] - length[limb, 1] * math.cos(pitch[lower])
    return Side(origin, center, velocity, pitch, rate, length, tip)


@compiled
def _ground_at(graph: Graph, x: float) -> float:
    height: float = graph.base[0] + graph.slope[0] * x
    return height


@compiled
def _wanted_pose(
    graph: Graph,
    memory: Memory,
    motion: Motion,
    side: Side,
    limb: int,
    height: float,
    phase: float,
) -> tuple[float, float]:
    """Pitches of the upper and lower part: by inverse kinematics, or kneeling."""
    upper, lower = 1 + 2 * limb, 2 + 2 * limb
    joint = side.origin[upper]
    mode = graph.modes[limb, memory.at[limb]]
    if mode == SWING:
        x, z = _swing_place(graph, memory, limb, joint[0], phase)
        return reach(side.length[limb], x - joint[0], z - joint[1])
    lift = EARLY_LIFT * (1.0 - weight_of(graph, memory, limb, phase)) + graph.radius[0]
    if mode == STANCE:
        x = side.tip[limb, 0]
        ground = _ground_at(graph, x) + lift
        if motion.load[lower] <= 0.0:
            ground -= PRESS
        return reach(side.length[limb], x - joint[0], ground - height)
    ground = _ground_at(graph, side.origin[lower, 0]) + lift
    cosine = min(max((height - ground) / side.length[limb, 0], -1.0), 1.0)
    is_ahead = side.origin[lower, 0] >= joint[0]
    thigh = -math.acos(cosine) if is_ahead else math.acos(cosine)
    return thigh, math.pi / 2 - math.atan(graph.slope[0])


@compiled
def _swing_place(
    graph: Graph, memory: Memory, limb: int, joint: float, phase: float
) -> tuple[float, float]:
    """Target [m] of a swinging limb's end; the landing is chosen again in the second half."""
    share = swing_share(graph, memory, limb, phase)
    at = memory.at[limb]
    if share > 0.5 or memory.landing[limb] == UNKNOWN:
        memory.landing[limb] = joint + graph.offsets[limb, at]
    x = memory.takeoff[limb, 0] * (1.0 - share) + memory.landing[limb] * share
    ground = _ground_at(graph, x) + graph.radius[0]
    arch = graph.lifts[limb, at] * 4.0 * share * (1.0 - share)
    return x, memory.takeoff[limb, 1] * (1.0 - share) + ground * share + arch


@compiled
def reach(lengths: Array, x: float, z: float) -> tuple[float, float]:
    """Pitches [rad] of a limb's two parts that put its end at a place (x, z) [m] from its joint.

    Inverse kinematics in the plane; the middle joint bends forwards.
    """
    a, b = lengths
    d = min(max(math.hypot(x, z), NEAREST), FARTHEST * (a + b))
    ahead = math.acos(min(max((a * a + d * d - b * b) / (2.0 * a * d), -1.0), 1.0))
    within = math.acos(min(max((a * a + b * b - d * d) / (2.0 * a * b), -1.0), 1.0))
    upper = math.atan2(-x, -z) - ahead
    return upper, upper + math.pi - within


@compiled
def _softened(body: Body, joint: int, dt: float) -> float:
    """Divisor of a light limb's gains that makes them stable at this time step."""
    stiffness, damping = body.stiffness[joint], body.damping[joint]
    return 1.0 + (damping * dt + stiffness * dt * dt) / body.subtree_inertia[joint, 1]


@compiled
def _go_limp(body: Body, side: Side, upper: int, torques: Array, dt: float) -> None:
    above = 0
    for joint in (upper, upper + 1):
        damping = LIMP * body.damping[joint] / _softened(body, joint, dt)
        torques[joint] -= damping * (side.rate[joint] - side.rate[above])
        above = joint


@compiled
def _track(
    body: Body, side: Side, upper: int, pose: tuple[float, float], torques: Array, dt: float
) -> None:
    """Add the torques of pose tracking (Section 3.1), with pitches in the world."""
    lower = upper + 1
    errors = (
        wrapped(pose[0] - side.pitch[upper]),
        wrapped(pose[1] - pose[0] - side.pitch[lower] + side.pitch[upper]),
    )
    rates = side.rate[upper] - side.rate[0], side.rate[lower] - side.rate[upper]
    for k in range(2):
        joint = upper + k
        pull = body.stiffness[joint] * errors[k] - body.damping[joint] * rates[k]
        torques[joint] += pull / _softened(body, joint, dt)


@compiled
def _bear_own_weight(body: Body, graph: Graph, side: Side, upper: int, torques: Array) -> None:
    """Add the gravity compensation of a limb in the air."""
    for link in (upper, upper + 1):
        weight = body.mass[link] * graph.gravity[0]
        for joint in range(upper, link + 1):
            torques[joint] -= weight * (side.center[link, 0] - side.origin[joint, 0])


@compiled
def _planted_forces(
    body: Body, graph: Graph, side: Side, wanted: Array, shares: Array, ends: Array
) -> Array:
    """(4, 2) forces of the ground on the limbs' ends [N]."""
    on_legs = shares[ARMS:].sum()
    if shares.sum() == 0.0:
        return np.zeros((LIMBS, 2))
    mass = body.mass.sum()
    com, velocity, middle = np.zeros(2), np.zeros(2), 0.0
    for i in range(body.rows[0]):
        com += body.mass[i] / mass * side.center[i]
        velocity += body.mass[i] / mass * side.velocity[i]
    short = np.array([wanted[0] - side.origin[HIP, 1], wanted[1] - side.origin[SHOULDER, 1]])
    if on_legs == 0.0:
        return push_up(short[1], velocity[1], shares)
    for limb in range(LIMBS):
        middle += shares[limb] / shares.sum() * side.center[2 + 2 * limb, 0]
    apart = side.origin[SHOULDER] - side.origin[HIP]
    trunk = math.hypot(apart[0], apart[1])
    upright = math.acos(min(max((wanted[1] - wanted[0]) / trunk, -1.0), 1.0))
    leaning = wrapped(upright - side.pitch[0])
    behind = middle - side.center[0, 0]
    wrench = virtual_wrench(graph, short, behind, leaning, velocity, side.rate[0])
    return shared(wrench, shares, ends - com)

"""Walking in a plane by nearest neighbours: Sharon 2004, Chapters 3 and 4.

A pose is (n,): the root's pitch, then the angle of the joint of each further segment [rad].
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...simulation.body import Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.record import Rows

# Numbers without a source: tuned by hand, judged by bench sharon.
# Gains that Section 3.2.2 leaves open: of a joint's stiffness, [1/rad], of its damping.
LIMIT_STIFFNESS, LIMIT_GROWTH, LIMIT_DAMPING = 0.5, 8.0, 0.1
CONTROL_STEP = 0.002  # duration of a control step, over which torques are constant [s]
STILL_TOUCHING = 0.02  # time for which a foot counts as down after its last load [s]
NO_NODE = -1  # fills the rows of nodes with fewer successors than others


class Policy(NamedTuple):
    """The policy of a planar walker: m nodes in the space of poses (Section 4.1).

    Attributes:
        center, action: (m, n) poses [rad]; the first number of an action is the torso's pitch
            (Section 4.3.8).
        touching: (m, 2) whether the left and right foot are down.
        stance: (m,) side of the hip that turns the torso: 0 left, 1 right.
        successors: (m, k) nodes that may come next.
        weight: (n,) of each angle: the mass that the joint moves [kg].
        feet: (2,) the segments that touch the ground.
        hips: (2,) the segments whose joints turn the torso.
        torso_stiffness, torso_damping: [N m/rad], [N m s/rad], Equation 4.3.3.
    """

    center: Array
    action: Array
    touching: NDArray[np.int64]
    stance: NDArray[np.int64]
    successors: NDArray[np.int64]
    weight: Array
    feet: NDArray[np.int64]
    hips: NDArray[np.int64]
    torso_stiffness: Array
    torso_damping: Array


class Memory(NamedTuple):
    """State that is kept between time steps.

    Attributes:
        active: (1,) the active node.
        unloaded: (2,) time for which each foot has borne nothing [s].
    """

    active: NDArray[np.int64]
    unloaded: Array


@compiled
def planar_actuators(
    bodies: Rows[Body],
    motions: Rows[Motion],
    policies: Rows[Policy],
    memories: Rows[Memory],
    dt: float,
) -> Array:
    """(n - 1,) torques of the joints for the next time step [N m]; updates the memory."""
    body, motion, policy, memory = bodies[0], motions[0], policies[0], memories[0]
    pose, rates = pose_of(body, motion)
    _feel_ground(motion, policy, memory, dt)
    memory.active[0] = nearest_node(policy, memory, pose)
    torques = track(body, motion, policy, memory, pose, rates, dt)
    return limited(body, pose, rates, torques)


@compiled
def pose_of(body: Body, motion: Motion) -> tuple[Array, Array]:
    """(n,) angles [rad] and (n,) rates [rad/s] of the present pose."""
    n = body.rows[0]
    pose, rates = np.empty(n), np.empty(n)
    root = motion.rotation[0]
    pose[0] = math.atan2(-root[2, 0], root[2, 2])
    rates[0] = (root[:, 1] * motion.angular_velocity[0]).sum()
    for i in range(1, n):
        above, own = motion.rotation[body.parent[i]], motion.rotation[i]
        sine, cosine = 0.0, 0.0
        for k in range(3):
            sine += above[k, 0] * own[k, 2]
            cosine += above[k, 0] * own[k, 0]
        pose[i] = math.atan2(sine, cosine)
        rates[i] = (
            own[:, 1] * (motion.angular_velocity[i] - motion.angular_velocity[body.parent[i]])
        ).sum()
    return pose, rates


@compiled
def _feel_ground(motion: Motion, policy: Policy, memory: Memory, dt: float) -> None:
    for side in range(2):
        loaded = motion.load[policy.feet[side]] > 0.0
        memory.unloaded[side] = 0.0 if loaded else memory.unloaded[side] + dt


@compiled
def nearest_node(policy: Policy, memory: Memory, pose: Array) -> int:
    """The nearest of the active node and its successors (Sections 4.1, 4.3.1, 4.3.5).

    Nodes for other feet on the ground than the present ones are left out; where none remains, the
    active node stays.
    """
    chosen: int = memory.active[0]
    least = math.inf
    if _suits_feet(policy, memory, chosen):
        least = _distance(policy, chosen, pose)
    for node in policy.successors[memory.active[0]]:
        if node != NO_NODE and _suits_feet(policy, memory, node):
            distance = _distance(policy, node, pose)
            if distance < least:
                chosen, least = node, distance
    return chosen


@compiled
def nearest_of_all(
    bodies: Rows[Body], motions: Rows[Motion], policies: Rows[Policy], memories: Rows[Memory]
) -> int:
    """The nearest of all nodes for the feet that are down, or of all nodes if none suits."""
    pose, _ = pose_of(bodies[0], motions[0])
    policy, memory = policies[0], memories[0]
    chosen, least, suits = 0, math.inf, False
    for node in range(len(policy.stance)):
        suited = _suits_feet(policy, memory, node)
        distance = _distance(policy, node, pose)
        if (suited and not suits) or (suited == suits and distance < least):
            chosen, least, suits = node, distance, suited
    return chosen


@compiled
def _suits_feet(policy: Policy, memory: Memory, node: int) -> bool:
    for side in range(2):
        is_down = memory.unloaded[side] < STILL_TOUCHING
        if is_down != (policy.touching[node, side] != 0):
            return False
    return True


@compiled
def _distance(policy: Policy, node: int, pose: Array) -> float:
    """Squared distance of a pose from a node's center, Equation 4.1.1."""
    total = 0.0
    for i in range(len(pose)):
        difference = policy.weight[i] * (pose[i] - policy.center[node, i])
        total += difference * difference
    return total


@compiled
def track(
    body: Body,
    motion: Motion,
    policy: Policy,
    memory: Memory,
    pose: Array,
    rates: Array,
    dt: float,
) -> Array:
    """(n - 1,) torques towards the active node's action, Equations 3.2.1 and 4.3.3 [N m].

    The torso is light for its gains, so the errors are those of the pose after the time step, as if
    only these torques acted meanwhile (Tan et al. 2011, "Stable Proportional-Derivative
    Controllers").
    """
    n, node = len(pose), memory.active[0]
    stiffness, damping = np.zeros((n, n)), np.zeros((n, n))
    for i in range(1, n):
        stiffness[i, i], damping[i, i] = body.stiffness[i], body.damping[i]
    # The stance thigh gets the reaction of the torque that turns the torso.
    hip = policy.hips[policy.stance[node]]
    stiffness[hip, 0] -= policy.torso_stiffness[0]
    damping[hip, 0] -= policy.torso_damping[0]
    torques = np.zeros(n)
    for i in range(1, n):
        for k in range(n):
            error = policy.action[node, k] - pose[k] - dt * rates[k]
            torques[i] += stiffness[i, k] * error - damping[i, k] * rates[k]
    for side in range(2):
        if memory.unloaded[side] == 0.0:
            # A foot on the ground has a larger effective inertia than its own.
            foot = policy.feet[side]
            torques[foot] += stiffness[foot, foot] * dt * rates[foot]
            stiffness[foot, foot], damping[foot, foot] = 0.0, 0.0
    change = _accelerations(body, motion, torques, dt * damping + dt * dt * stiffness)
    for i in range(1, n):
        for k in range(n):
            torques[i] -= dt * (damping[i, k] + dt * stiffness[i, k]) * change[k]
    return torques[1:]


@compiled
def _accelerations(body: Body, motion: Motion, torques: Array, implicit: Array) -> Array:
    """(n,) accelerations of the pose [rad/s2], with the torques' implicit part (n, n)."""
    n = len(torques)
    matrix = mass_matrix(body, motion)
    right = np.zeros(n + 2)
    for i in range(n):
        right[2 + i] = torques[i]
        for k in range(n):
            matrix[2 + i, 2 + k] += implicit[i, k]
    return _solved(matrix, right)[2:]


@compiled
def mass_matrix(body: Body, motion: Motion) -> Array:
    """(2 + n, 2 + n) mass matrix of the root (forwards, upwards) and the pose [kg, kg m, kg m2].
    """
    n = body.rows[0]
    forwards = np.array([motion.rotation[0, 1, 1], -motion.rotation[0, 0, 1]])
    M = np.zeros((n + 2, n + 2))
    J = np.zeros((2, n + 2))  # of a center of mass
    turns = np.zeros(n + 2)
    for i in range(n):
        J[:], turns[:] = 0.0, 0.0
        J[0, 0], J[1, 1] = 1.0, 1.0
        k = i
        while k >= 0:
            arm = motion.center[i] - motion.origin[k]
            J[0, 2 + k] = arm[2]
            J[1, 2 + k] = -(arm[0] * forwards[0] + arm[1] * forwards[1])
            turns[2 + k] = 1.0
            k = body.parent[i] if k == i else body.parent[k]
        for a in range(n + 2):
            for b in range(n + 2):
                moved = J[0, a] * J[0, b] + J[1, a] * J[1, b]
                M[a, b] += body.mass[i] * moved + body.inertia[i, 1] * turns[a] * turns[b]
    return M


@compiled
def _solved(matrix: Array, right: Array) -> Array:
    """The solution of a small, diagonally dominant system; overwrites both arguments."""
    n = len(right)
    for k in range(n):
        for i in range(k + 1, n):
            share = matrix[i, k] / matrix[k, k]
            if share != 0.0:
                for j in range(k + 1, n):
                    matrix[i, j] -= share * matrix[k, j]
                right[i] -= share * right[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            right[k] -= matrix[k, j] * right[j]
        right[k] /= matrix[k, k]
    return right


@compiled
def limited(body: Body, pose: Array, rates: Array, torques: Array) -> Array:
    """Torques within the muscles' limits, plus those of joints at their limits (Equation 3.2.2)."""
    for i in range(1, len(pose)):
        most = body.torque_limit[i]
        torques[i - 1] = min(max(torques[i - 1], -most), most)
        beyond = max(body.low[i, 1] - pose[i], 0.0) + min(body.high[i, 1] - pose[i], 0.0)
        if beyond != 0.0:
            push = LIMIT_STIFFNESS * body.stiffness[i] * beyond
            push *= math.exp(LIMIT_GROWTH * abs(beyond))
            torques[i - 1] += push - LIMIT_DAMPING * body.damping[i] * rates[i]
    return torques

"""A pose that moves to a goal: each joint is a critically damped spring of bounded acceleration.

With a quickness k [1/s] no joint of the pose turns faster than k rad/s or accelerates more than
k^2 rad/s2, however the goal moves. Rates are flat, like a body's joint velocities; those of a
spherical joint are about the parent's axes.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import (
    Array,
    matrix_of,
    product,
    quaternion_of,
    rotation_from_to,
    times,
    transposed_times,
    wrapped,
)
from .posture import hinge_state, roll_state


@compiled
def start_joint(
    body: Body, motion: Motion, i: int, quickness: float, pose: Array, rates: Array
) -> None:
    """Set a joint of the pose to the body's present position and rate, the rate within bounds."""
    kind, at, rate_at = body.joint_type[i], body.position_index[i], body.velocity_index[i]
    if kind == SPHERICAL:
        above = motion.rotation[body.parent[i]]
        pose[at : at + 4] = quaternion_of(product(above.T.copy(), motion.rotation[i]))
        angular_velocity = motion.angular_velocity[i] - motion.angular_velocity[body.parent[i]]
        rates[rate_at : rate_at + 3] = transposed_times(above, angular_velocity)
        _shorten(rates, rate_at, 3, quickness)
    if kind == HINGE or kind == UNIVERSAL:
        pose[at], rates[rate_at] = hinge_state(body, motion, i)
        _shorten(rates, rate_at, 1, quickness)
    if kind == UNIVERSAL:
        pose[at + 1], rates[rate_at + 1] = roll_state(body, motion, i)
        _shorten(rates, rate_at + 1, 1, quickness)


@compiled
def move_joint(
    body: Body, i: int, goal: Array, quickness: float, dt: float, pose: Array, rates: Array
) -> None:
    """Advance a joint of the pose, and its rates, by a time step."""
    kind, at, rate_at = body.joint_type[i], body.position_index[i], body.velocity_index[i]
    if kind == SPHERICAL:
        now = matrix_of(pose[at : at + 4])
        way = rotation_from_to(now, matrix_of(goal[at : at + 4]))
        _approach(way, quickness, dt, rates, rate_at)
        turn = dt * rates[rate_at : rate_at + 3]
        pose[at : at + 4] = quaternion_of(product(_turn_by(turn), now))
    if kind == HINGE or kind == UNIVERSAL:
        for k in range(2 if kind == UNIVERSAL else 1):
            way = np.empty(1)
            way[0] = wrapped(goal[at + k] - pose[at + k])
            _approach(way, quickness, dt, rates, rate_at + k)
            pose[at + k] += dt * rates[rate_at + k]


@compiled
def turning(body: Body, motion: Motion, i: int, rates: Array) -> Array:
    """(3,) angular velocity of a joint of the pose, in the world [rad/s]."""
    kind, at = body.joint_type[i], body.velocity_index[i]
    above = motion.rotation[body.parent[i]]
    if kind == SPHERICAL:
        return times(above, rates[at : at + 3])
    angular_velocity = np.zeros(3)
    for k in range(3):
        angular_velocity[k] = above[k, 1] * rates[at]
        if kind == UNIVERSAL:
            angular_velocity[k] += motion.rotation[i, k, 0] * rates[at + 1]
    return angular_velocity


@compiled
def _approach(way: Array, quickness: float, dt: float, rates: Array, at: int) -> None:
    """Change rates [rad/s] towards the remaining rotation [rad].

    From further than 2 rad away the spring pulls as from 2 rad, which holds the speed at its bound
    of 1 rad times the quickness.
    """
    size = len(way)
    _shorten(way, 0, size, 2.0)
    change = np.empty(size)
    for k in range(size):
        change[k] = quickness * (quickness * way[k] - 2.0 * rates[at + k])
    _shorten(change, 0, size, quickness * quickness)
    for k in range(size):
        rates[at + k] += dt * change[k]


@compiled
def _shorten(vector: Array, at: int, size: int, most: float) -> None:
    """Shorten a part of a flat vector to a norm of `most` at most."""
    length = 0.0
    for k in range(at, at + size):
        length += vector[k] * vector[k]
    length = math.sqrt(length)
    if length > most:
        for k in range(at, at + size):
            vector[k] *= most / length


@compiled
def _turn_by(turn: Array) -> Array:
    """(3, 3) matrix of a rotation vector [rad]."""
    angle = math.sqrt((turn * turn).sum())
    q = np.array([1.0, 0.0, 0.0, 0.0])
    if angle > 1e-12:
        q[0] = math.cos(0.5 * angle)
        q[1:] = math.sin(0.5 * angle) / angle * turn
    return matrix_of(q)

"""Forces of planted limbs on the ground: Jones 2011, Sections 3.2, 3.3 and 6.1.

The thesis corrects the trunk's orientation, its height and its balance one after another. Here one
virtual force and moment on the body corrects all three at once. The planted limbs share it with
least effort, and limbs that lift soon take less.
"""

from __future__ import annotations

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from .support_graph import ARMS, LIMBS, Graph

# Numbers without a source: tuned by hand, judged by bench planar_rising.
RISE, RISE_DAMPING = 1500.0, 150.0  # [N/m], [N s/m] of the heights of hips and shoulders
BALANCE, BALANCE_DAMPING = 200.0, 80.0  # [N/m], [N s/m] towards the middle of the support
TURN, TURN_DAMPING = 60.0, 15.0  # [N m/rad], [N m s/rad] of the trunk
STRONGEST_PUSH, STRONGEST_SHOVE = 2.5, 0.8  # upwards and forwards, of the weight
GRIP = 0.6  # forward force over upward force: less than the ground's friction
SIDEWARD_EASE = 0.3  # factor of the cost of forces forwards
SOFTENING = 1e-3  # regularization of forces and moments that the limbs cannot give
ROUNDS = 2  # limbs that would pull are left out after the first round


@compiled
def virtual_wrench(
    graph: Graph,
    short: Array,
    balance_error: float,
    leaning: float,
    velocity: Array,
    turning: float,
) -> Array:
    """(3,) virtual force forwards and upwards [N] and moment [N m] on the body.

    Args:
        short: (2,) height error of hips and shoulders, positive where they are too low [m].
        balance_error: distance of the trunk behind the middle of its support [m].
        leaning: pitch error of the trunk [rad].
        velocity: (2,) of the center of mass [m/s].
        turning: angular velocity of the trunk [rad/s].
    """
    weight = graph.weight[0]
    forwards = BALANCE * balance_error - BALANCE_DAMPING * velocity[0]
    upwards = weight + RISE * (short[0] + short[1]) / 2 - RISE_DAMPING * velocity[1]
    most = STRONGEST_SHOVE * weight
    return np.array(
        [
            min(max(forwards, -most), most),
            min(max(upwards, 0.0), STRONGEST_PUSH * weight),
            TURN * leaning - TURN_DAMPING * turning,
        ]
    )


@compiled
def push_up(short: float, rising: float, shares: Array) -> Array:
    """(4, 2) forces [N] of the arms alone, while the body still lies on its legs."""
    forces = np.zeros((LIMBS, 2))
    push = max(RISE * short - RISE_DAMPING * rising, 0.0)
    for limb in range(ARMS):
        forces[limb, 1] = push * shares[limb] / (shares[0] + shares[1])
    return forces


@compiled
def shared(wanted_wrench: Array, shares: Array, arms: Array) -> Array:
    """(4, 2) forces of the ground on the limbs' ends, forwards and upwards [N].

    Args:
        wanted_wrench: (3,) as `virtual_wrench` returns it.
        shares: (4,) weight of each limb, 0 for a limb that is not planted.
        arms: (4, 2) their ends from the center of mass [m].
    """
    forces, left = np.zeros((LIMBS, 2)), shares.copy()
    for _ in range(ROUNDS):
        multipliers = np.linalg.solve(_effort(left, arms), wanted_wrench)
        pulls = False
        for limb in range(LIMBS):
            x, z = arms[limb]
            forces[limb, 0] = left[limb] * SIDEWARD_EASE * (multipliers[0] + z * multipliers[2])
            forces[limb, 1] = left[limb] * (multipliers[1] - x * multipliers[2])
            if forces[limb, 1] < 0.0:
                left[limb], pulls = 0.0, True
        if not pulls:
            break
    for limb in range(LIMBS):
        forces[limb, 1] = max(forces[limb, 1], 0.0)
        most = GRIP * forces[limb, 1]
        forces[limb, 0] = min(max(forces[limb, 0], -most), most)
    return forces


@compiled
def _effort(shares: Array, arms: Array) -> Array:
    """(3, 3) matrix from a needed force and moment to the ones that the limbs' forces give."""
    A = np.zeros((3, 3))
    for limb in range(LIMBS):
        x, z = arms[limb]
        along, up = SIDEWARD_EASE * shares[limb], shares[limb]
        A[0, 0] += along
        A[0, 2] += along * z
        A[1, 1] += up
        A[1, 2] -= up * x
        A[2, 2] += along * z * z + up * x * x
    A[2, 0], A[2, 1] = A[0, 2], A[1, 2]
    for k in range(3):
        A[k, k] += SOFTENING
    return A

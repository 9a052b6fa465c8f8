"""Contact forces over the next stride: a quadratic program of one rigid body over a horizon.

Di Carlo, Wensing, Katz, Bledt, Kim 2018, "Dynamic Locomotion in the MIT Cheetah 3 Through Convex
Model-Predictive Control", IROS, equations 5 to 17: with small angles, and feet and path where they
are expected, the states to come are linear in the forces. A gait is no more than the intervals in
which each foot stands; flights and the nodding of the trunk come out of the program.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.body import Body, Motion
from ...simulation.cholesky import add_scaled, dot
from ...simulation.compiled import compiled
from ...simulation.rotation import Array, about_z, cross, product, times
from ..program.contacts import EDGES, FRICTION
from ..quadruped.records import QuadrupedAnatomy, QuadrupedCommand, QuadrupedMemory
from .clock import stance_shares
from .feet_ahead import hip_moment, lever_of
from .records import KNOTS, LEGS, GallopMemory
from .states_ahead import ROWS, free_states, whole_inertia

# Numbers without a source, tuned: bench gallop.
# Roots of the weights of the states' errors: orientation [1/rad], and rotation, height and velocity
# in units of sqrt(g / leg), leg and sqrt(g leg).
TURNED = (2.0, 1.0, 1.0)
TURNING, HEIGHT = 0.6, 5.0
MOVING = (0.8, 0.8, 0.5)
FORCE_COST, HIP_COST = 0.003, 0.02  # of an edge's force [1/weight^2], of a hip's moment [leg]
# Along an edge of a friction pyramid, of body weight; less where a foot stands for less than an
# interval, or its last push before it lifts would be a kick.
MOST_FORCE = 0.5
# Gauss-Seidel from the last plan: most sweeps, and the largest change of the last [body weight].
SWEEPS, SETTLED = 40, 1e-3


@compiled
def plan_forces(
    body: Body, motion: Motion, anatomy: QuadrupedAnatomy, command: QuadrupedCommand,
    memory: QuadrupedMemory, gallop: GallopMemory,
) -> None:  # fmt: skip
    """Fill in the feet's forces of the next stride."""
    step, facing = command["period"] / KNOTS, about_z(memory["heading"])
    shares = stance_shares(command, memory, step)
    inertia = product(product(facing.T.copy(), whole_inertia(body, motion)), facing)
    weights = _weights(anatomy, command)
    free = free_states(body, motion, anatomy, command, memory, gallop, step, inertia)
    count = EDGES * int((shares > 0.0).sum())
    effects, moments = np.zeros((count, KNOTS * ROWS)), np.zeros((count, 3))
    forces, most, at = np.zeros(count), np.zeros(count), 0
    turns = np.linalg.inv(inertia)
    for k in range(KNOTS):
        for leg in range(LEGS):
            if shares[k, leg] == 0.0:
                continue
            lever = lever_of(motion, anatomy, command, memory, gallop, leg, (k + 0.5) * step)
            for edge in range(EDGES):
                force = edge_direction(edge)
                push = shares[k, leg] * command["gravity"] * force  # [m/s2]
                turn = times(turns, anatomy["total_mass"] * cross(lever, push))
                _set_effect(effects[at], turn, push, k, step)
                effects[at] *= weights
                moments[at] = hip_moment(motion, anatomy, memory, leg, lever, force)
                forces[at] = gallop["edges"][k, leg, edge]
                most[at] = MOST_FORCE * shares[k, leg]
                at += 1
    _solve(effects, -free * weights, moments, most, forces)
    weight = anatomy["total_mass"] * command["gravity"]
    _take_over(shares, forces, weight, facing, gallop)


@compiled
def edge_direction(edge: int) -> Array:
    """(3,) force along an edge of a friction pyramid whose upright part is 1."""
    way = np.zeros(3)
    way[2] = 1.0
    way[edge // 2] = FRICTION if edge % 2 == 0 else -FRICTION
    return way


@compiled
def _weights(anatomy: QuadrupedAnatomy, command: QuadrupedCommand) -> Array:
    """(KNOTS * ROWS,) roots of the states' weights."""
    leg, gravity = anatomy["leg"], command["gravity"]
    one = np.empty(ROWS)
    for axis in range(3):
        one[axis] = TURNED[axis]
        one[3 + axis] = TURNING * math.sqrt(leg / gravity)
        one[7 + axis] = MOVING[axis] / math.sqrt(gravity * leg)
    one[6] = HEIGHT / leg
    weights = np.empty(KNOTS * ROWS)
    for k in range(KNOTS):
        weights[ROWS * k : ROWS * (k + 1)] = one
    return weights


@compiled
def _set_effect(row: Array, turn: Array, push: Array, knot: int, step: float) -> None:
    """Fill in the change (KNOTS * ROWS,) of the states by what a force does in one interval.

    Args:
        turn, push: (3,) angular [rad/s2] and linear [m/s2] acceleration.
    """
    for k in range(knot, KNOTS):
        lasting = step * step * (k - knot + 0.5)
        own = row[ROWS * k : ROWS * (k + 1)]
        for axis in range(3):
            own[axis] = turn[axis] * lasting
            own[3 + axis] = turn[axis] * step
            own[7 + axis] = push[axis] * step
        own[6] = push[2] * lasting


@compiled
def _solve(effects: Array, wanted: Array, moments: Array, most: Array, forces: Array) -> None:
    """Bounded least squares by Gauss-Seidel from the last forces (e,) [body weight].

    Args:
        effects: (e, states) of the forces; wanted: (states,).
        moments: (e, 3) at the hips [leg]; the EDGES forces of a foot and interval share theirs.
        most: (e,) [body weight].
    """
    count = len(effects)
    products, gains = _products(effects), np.empty(count)
    for i in range(count):
        products[i, i] += FORCE_COST
        first = i - i % EDGES
        for j in range(first, first + EDGES):
            products[i, j] += HIP_COST * dot(moments[i], moments[j])
        gains[i] = dot(effects[i], wanted) - dot(products[i], forces)
    for _ in range(SWEEPS):
        largest = 0.0
        for i in range(count):
            force = min(max(forces[i] + gains[i] / products[i, i], 0.0), most[i])
            change = force - forces[i]
            if change != 0.0:
                forces[i] = force
                add_scaled(-change, products[i], gains)
                largest = max(largest, abs(change))
        if largest < SETTLED:
            break


@compiled
def _products(effects: Array) -> Array:
    """(e, e) products of the effects (e, states) of any two forces.

    By hand: a library starts threads for matrices of this size, which take ten times as long.
    """
    states, products = effects.T.copy(), np.zeros((len(effects), len(effects)))
    for i in range(len(effects)):
        for k in range(len(states)):
            if effects[i, k] != 0.0:
                add_scaled(effects[i, k], states[k, : i + 1], products[i, : i + 1])
        products[: i + 1, i] = products[i, : i + 1]
    return products


@compiled
def _take_over(
    shares: Array, forces: Array, weight: float, facing: Array, gallop: GallopMemory
) -> None:
    """Keep a plan (e,) [body weight], and the feet's forces in its first interval."""
    at = 0
    gallop["planned"][:], gallop["edges"][:] = 0.0, 0.0
    for k in range(KNOTS):
        for leg in range(LEGS):
            if shares[k, leg] == 0.0:
                continue
            for edge in range(EDGES):
                gallop["edges"][k, leg, edge] = forces[at]
                if k == 0:
                    push = weight * forces[at] * edge_direction(edge)
                    gallop["planned"][leg] += times(facing, push)
                at += 1

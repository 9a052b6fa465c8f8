"""One implicit step of a chain.

The new positions minimize the inertia's term, |x - x0 - h v|^2 m / (2 h^2), and the energies of
gravity, springs, stops, air, contacts and ties. Two or three iterations of Newton's method with
the Gauss-Newton matrix, which is positive definite; after each, links get their length back.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled
from .banded import BAND, add_block, solve_banded
from .chains import GRAVITY, Links
from .orientation import orient
from .small import direction, distance, dot, turn, turn_back
from .touching import PLANE, Shapes, gap_to

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

ITERATIONS = 3
DONE = 1e-5  # of a link: change of an iteration that ends it
# Of a point's inertia in a step, m / h^2: of links, contacts and ties.
LINK, CONTACT, TIE = 1e6, 1e3, 10.0
STOP = 100.0  # of the torque of the weight below a joint and its spring: of the bend's stop
SLIP = 20.0  # [1/s] at which a friction of 1 takes the slip away
RECOVERY = 0.3  # of the depth of a point that stays in a step


class State(NamedTuple):
    """Where the points of all chains are and how fast, and what the step before left."""

    points: Array  # (n, 3) [m]
    velocity: Array  # (n, 3) [m/s]
    bones: Array  # (n, 3, 3) axes
    ways: Array  # (n, 3) directions of the links
    bends: Array  # (n, 3) direction less that of the pose, in the frame of the bone before
    depth: Array  # (n, samples) of what collides, in the step before [m]


class Surroundings(NamedTuple):
    """What moves a step: poses at its end and at its beginning."""

    root: Array  # (chains, 3)
    carrier: Array  # (chains, 3, 3)
    place: Array  # (shapes, 3)
    axes: Array  # (shapes, 3, 3)
    place_before: Array
    axes_before: Array
    root_before: Array
    carrier_before: Array
    allowed: Array  # (n, samples, shapes) depth in the pose, which is not a contact [m]


class Work(NamedTuple):
    """Arrays that a step fills, made once.

    wanted: (n, 3) directions of the links in their pose on the bone before.
    start: (n, 3) points before the step.
    matrix, right: banded system of the longest chain.
    jacobians: (3, 3, 3) of a bend, by the point itself, the one before it and the one before that.
    blocks: (2, 3, 3); vectors: (8, 3).
    """

    wanted: Array
    start: Array
    matrix: Array
    right: Array
    jacobians: Array
    blocks: Array
    vectors: Array


@compiled
def make_work(links: Links) -> Work:
    n, longest = len(links.length), 1
    for chain in range(len(links.carrier)):
        longest = max(longest, links.first[chain + 1] - links.first[chain])
    return Work(
        np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((3 * longest, BAND + 1)),
        np.zeros(3 * longest), np.zeros((3, 3, 3)), np.zeros((2, 3, 3)), np.zeros((8, 3)),
    )  # fmt: skip


@compiled
def step_chain(
    links: Links, shapes: Shapes, around: Surroundings, state: State, work: Work, chain: int,
    h: float,
) -> None:  # fmt: skip
    """Move one chain on by h [s]; `work.start` has its points before."""
    first, end = links.first[chain], links.first[chain + 1]
    matrix, right = work.matrix[: 3 * (end - first)], work.right[: 3 * (end - first)]
    root, carrier = around.root[chain], around.carrier[chain]
    for _ in range(ITERATIONS):
        orient(links, chain, root, carrier, state.points, state.bones, work.wanted, state.ways)
        matrix[:], right[:] = 0.0, 0.0
        for i in range(first, end):
            before = root if i == first else state.points[i - 1]
            _add_inertia(links, state, work, first, i, h, matrix, right)
            _add_length(links, state, work, before, first, i, h, matrix, right)
            parent = carrier if i == first else state.bones[i - 1]
            _add_bending(links, state, work, parent, first, i, h, matrix, right)
            old = around.root_before[chain] if i == first else work.start[i - 1]
            _add_contacts(
                links, shapes, around, state, work, before, old, first, i, h, matrix, right
            )
        _add_ties(links, state, work, first, end, h, matrix, right)
        solve_banded(matrix, right)
        if _moved(links, root, state, work, first, end, right) < DONE:
            break


@compiled
def _add_inertia(
    links: Links, state: State, work: Work, first: int, i: int, h: float, matrix: Array,
    right: Array,
) -> None:  # fmt: skip
    """Inertia, gravity and still air; on the right are the forces."""
    m = links.mass[i]
    for k in range(3):
        rate = (state.points[i, k] - work.start[i, k]) / h
        pull = -GRAVITY * links.gravity[i] if k == 2 else 0.0
        force = m * (pull - (rate - state.velocity[i, k]) / h - links.air[i] * rate)
        right[3 * (i - first) + k] += force
        matrix[3 * (i - first) + k, BAND] += m / h * (1.0 / h + links.air[i])


@compiled
def _add_length(
    links: Links, state: State, work: Work, before: Array, first: int, i: int, h: float,
    matrix: Array, right: Array,
) -> None:  # fmt: skip
    """The link keeps its length."""
    way, block = state.ways[i], work.blocks[0]
    stiffness = LINK * links.mass[i] / h**2
    stretch = distance(before, state.points[i]) - links.length[i]
    for a in range(3):
        force = stiffness * stretch * way[a]
        right[3 * (i - first) + a] -= force
        if i > first:
            right[3 * (i - 1 - first) + a] += force
        for b in range(3):
            block[a, b] = stiffness * way[a] * way[b]
    add_block(matrix, i - first, i - first, block, 1.0)
    if i > first:
        add_block(matrix, i - 1 - first, i - 1 - first, block, 1.0)
        add_block(matrix, i - first, i - 1 - first, block, -1.0)


@compiled
def _add_bending(
    links: Links, state: State, work: Work, parent: Array, first: int, i: int, h: float,
    matrix: Array, right: Array,
) -> None:  # fmt: skip
    """Spring, damper and stop of a joint: of the difference of the link's direction to its pose's.

    That direction turns with the bone before, so that three points take part.
    """
    bend, force = work.vectors[0], work.vectors[1]
    total = _bending_force(links, state, work, parent, i, h, bend, force)
    way, block, length = state.ways[i], work.blocks[0], links.length[i]
    near, middle, far = work.jacobians[0], work.jacobians[1], work.jacobians[2]
    far[:] = 0.0
    if i > first:
        _turn_of_pose(state.ways[i - 1], work.wanted[i], links.length[i - 1], far)
    for a in range(3):
        for b in range(3):
            near[a, b] = ((1.0 if a == b else 0.0) - way[a] * way[b]) / length
            middle[a, b] = -near[a, b] - far[a, b]
    count = min(3, i - first + 1)
    for p in range(count):
        one = work.jacobians[p]
        for a in range(3):
            right[3 * (i - p - first) + a] -= (
                one[0, a] * force[0] + one[1, a] * force[1] + one[2, a] * force[2]
            )
        for q in range(p, count):
            other = work.jacobians[q]
            for a in range(3):
                for b in range(3):
                    block[a, b] = (
                        one[0, a] * other[0, b] + one[1, a] * other[1, b] + one[2, a] * other[2, b]
                    )
            add_block(matrix, i - p - first, i - q - first, block, total)


@compiled
def _bending_force(
    links: Links, state: State, work: Work, parent: Array, i: int, h: float, bend: Array,
    force: Array,
) -> float:  # fmt: skip
    """Fill the bend and the torque's vector [N m] of a joint; return its stiffness [N m]."""
    spring, damper, last = links.stiffness[i], links.damping[i] / h, work.vectors[2]
    turn(parent, state.bends[i], last)
    for k in range(3):
        bend[k] = state.ways[i, k] - work.wanted[i, k]
        force[k] = spring * bend[k] + damper * (bend[k] - last[k])
    size = math.sqrt(dot(bend, bend))
    if size <= links.stop[i]:
        return spring + damper
    stop = STOP * (spring + links.weight[i])
    for k in range(3):
        force[k] += stop * (1.0 - links.stop[i] / size) * bend[k]
    return spring + damper + stop


@compiled
def _turn_of_pose(before: Array, pose: Array, length: float, out: Array) -> None:
    """Fill in how the pose's direction changes with the far end of the link before (3, 3).

    It is (before x change) x pose, of the change across that link.
    """
    cosine = dot(before, pose)
    for a in range(3):
        for b in range(3):
            across = cosine * ((1.0 if a == b else 0.0) - before[a] * before[b])
            out[a, b] = (across - before[a] * (pose[b] - cosine * before[b])) / length


@compiled
def _add_contacts(
    links: Links, shapes: Shapes, around: Surroundings, state: State, work: Work, before: Array,
    old: Array, first: int, i: int, h: float, matrix: Array, right: Array,
) -> None:  # fmt: skip
    """Points along the link are kept out of shapes, and slow down along them."""
    normal, point, slip = work.vectors[3], work.vectors[4], work.vectors[5]
    stiffness = CONTACT * links.mass[i] / h**2
    for c in range(len(shapes.kind)):
        if not is_near(links, shapes, around, state, c, i):
            continue
        place, axes = around.place[c], around.axes[c]
        for s in range(links.samples[i]):
            share = (s + 1.0) / links.samples[i]
            for k in range(3):
                point[k] = before[k] + share * (state.points[i, k] - before[k])
            gap = gap_to(shapes.kind[c], shapes.size[c], place, axes, point, normal)
            allowed = max(around.allowed[i, s, c], RECOVERY * state.depth[i, s])
            depth = links.radius[i] - gap - allowed
            if depth > 0.0:
                _fill_slip(around, work, c, i, old, share, point, slip)
                push = stiffness * depth
                _push(links, work, i, first, share, stiffness, push, normal, slip, h, matrix, right)


@compiled
def is_near(
    links: Links, shapes: Shapes, around: Surroundings, state: State, c: int, i: int
) -> bool:
    if shapes.kind[c] == PLANE:
        return True
    reach = shapes.reach[c] + links.radius[i] + links.length[i]
    return distance(state.points[i], around.place[c]) < reach


@compiled
def _fill_slip(
    around: Surroundings, work: Work, c: int, i: int, near: Array, share: float, point: Array,
    slip: Array,
) -> None:  # fmt: skip
    """Fill a point's way in this step, less that of the shape that it touches.

    Args:
        near: (3,) the link's near end before the step.
    """
    local, carried = work.vectors[6], work.vectors[7]
    for k in range(3):
        carried[k] = point[k] - around.place[c, k]
    turn_back(around.axes[c], carried, local)
    turn(around.axes_before[c], local, carried)
    for k in range(3):
        old = near[k] + share * (work.start[i, k] - near[k])
        slip[k] = around.place_before[c, k] + carried[k] - old


@compiled
def _push(
    links: Links, work: Work, i: int, first: int, share: float, stiffness: float, push: float,
    normal: Array, slip: Array, h: float, matrix: Array, right: Array,
) -> None:  # fmt: skip
    """Add a contact's spring along its normal and its drag across it, shared by a link's ends."""
    drag, block = SLIP * links.friction[i] * links.mass[i] / h, work.blocks[1]
    along, j = dot(slip, normal), i - first
    for a in range(3):
        force = push * normal[a] - drag * (slip[a] - along * normal[a])
        right[3 * j + a] += share * force
        if j > 0:
            right[3 * (j - 1) + a] += (1.0 - share) * force
        for b in range(3):
            across = (1.0 if a == b else 0.0) - normal[a] * normal[b]
            block[a, b] = stiffness * normal[a] * normal[b] + drag * across
    add_block(matrix, j, j, block, share * share)
    if j > 0:
        add_block(matrix, j - 1, j - 1, block, (1.0 - share) ** 2)
        add_block(matrix, j, j - 1, block, share * (1.0 - share))


@compiled
def _add_ties(
    links: Links, state: State, work: Work, first: int, end: int, h: float, matrix: Array,
    right: Array,
) -> None:  # fmt: skip
    """Points of neighbouring strips stay as far apart as in the pose; the others stand still."""
    block, way = work.blocks[0], work.vectors[0]
    for t in range(len(links.apart)):
        i, other = links.neighbours[t, 0], links.neighbours[t, 1]
        if i < first or i >= end:
            continue
        size = direction(state.points[other], state.points[i], way)
        stiffness = TIE * links.mass[i] / h**2
        for a in range(3):
            right[3 * (i - first) + a] -= stiffness * (size - links.apart[t]) * way[a]
            for b in range(3):
                block[a, b] = stiffness * way[a] * way[b]
        if size > 0.0:
            add_block(matrix, i - first, i - first, block, 1.0)


@compiled
def _moved(
    links: Links, root: Array, state: State, work: Work, first: int, end: int, change: Array
) -> float:
    """Take up a change of the points with links of unchanged length; the largest, of a link."""
    most, before, goal, at = 0.0, work.vectors[0], work.vectors[1], work.vectors[2]
    before[:], at[:] = root, root
    for i in range(first, end):
        for k in range(3):
            goal[k] = state.points[i, k] + change[3 * (i - first) + k]
        direction(before, goal, state.ways[i])
        for k in range(3):
            before[k] = goal[k]
            at[k] += links.length[i] * state.ways[i, k]
        most = max(most, distance(at, state.points[i]) / links.length[i])
        state.points[i] = at
    return most

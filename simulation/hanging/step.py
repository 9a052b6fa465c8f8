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

from ...bodies.hanging import GRAVITY
from ..compiled import compiled
from ..records import Rows
from .banded import BAND, add_block, solve_banded
from .orientation import orient
from .records import Carried, Link, Solid, Tie
from .small import direction, distance, dot, turn, turn_back
from .touching import PLANE, gap_to

Array = NDArray[np.float64]

ITERATIONS = 4
DONE = 1e-3  # of a link: change of an iteration that ends it
# Of a point's inertia in a step, m / h^2: of links, contacts and ties.
STRETCH, CONTACT, BOND = 1e6, 1e3, 3.0
BUCKLED = 0.1  # of a tie's stiffness where it is pushed together
STOP = 100.0  # of the torque of the weight below a joint and its spring: of the bend's stop
SLIP = 20.0  # [1/s] at which a friction of 1 takes the slip away
RECOVERY = 0.3  # of the depth of a point that stays in a step


class System(NamedTuple):
    """The equations of a step, and room for what fills them.

    matrix, right: banded, of the longest chain; on the right are the forces.
    jacobians: (3, 3, 3) of a bend, by the point itself, the one before it and the one before that.
    blocks: (2, 3, 3); vectors: (8, 3).
    """

    matrix: Array
    right: Array
    jacobians: Array
    blocks: Array
    vectors: Array


@compiled
def make_system(chains: Rows[Carried]) -> System:
    longest = 1
    for c in range(len(chains)):
        longest = max(longest, chains[c]["end"] - chains[c]["first"])
    return System(
        np.zeros((3 * longest, BAND + 1)), np.zeros(3 * longest), np.zeros((3, 3, 3)),
        np.zeros((2, 3, 3)), np.zeros((8, 3)),
    )  # fmt: skip


@compiled
def step_chain(
    links: Rows[Link], chain: Carried, shapes: Rows[Solid], allowed: Array, ties: Rows[Tie],
    system: System, h: float,
) -> None:  # fmt: skip
    """Move one chain on by h [s]; its links' `start` is where their points were before.

    Args:
        allowed: (links, POINTS, shapes) depth that is no contact [m].
    """
    size = 3 * (chain["end"] - chain["first"])
    look_around(chain, shapes)
    for _ in range(ITERATIONS):
        orient(links, chain)
        system.matrix[:size], system.right[:size] = 0.0, 0.0
        for i in range(chain["first"], chain["end"]):
            _add_inertia(links, chain, system, i, h)
            _add_length(links, chain, system, i, h)
            _add_bending(links, chain, system, i, h)
            for s in range(len(shapes)):
                if is_near(links[i], shapes[s]):
                    _add_contacts(links, chain, shapes[s], allowed[i, :, s], system, i, h)
        for t in range(len(ties)):
            if chain["first"] <= ties[t]["link"] < chain["end"]:
                _add_tie(links, chain, ties[t], system, h)
        solve_banded(system.matrix[:size], system.right[:size])
        if _move(links, chain, system) < DONE:
            break


@compiled
def _add_inertia(links: Rows[Link], chain: Carried, system: System, i: int, h: float) -> None:
    """Inertia, gravity and still air."""
    link, row = links[i], 3 * (i - chain["first"])
    point, start, velocity, m = link["point"], link["start"], link["velocity"], link["mass"]
    for k in range(3):
        rate = (point[k] - start[k]) / h
        pull = -GRAVITY * link["gravity"] if k == 2 else 0.0
        system.right[row + k] += m * (pull - (rate - velocity[k]) / h - link["air"] * rate)
        system.matrix[row + k, BAND] += m / h * (1.0 / h + link["air"])


@compiled
def _add_length(links: Rows[Link], chain: Carried, system: System, i: int, h: float) -> None:
    """The link keeps its length."""
    link, block, j = links[i], system.blocks[0], i - chain["first"]
    before = chain["place"] if j == 0 else links[i - 1]["point"]
    stiffness, way = STRETCH * link["mass"] / h**2, link["way"]
    stretch = distance(before, link["point"]) - link["length"]
    for a in range(3):
        force = stiffness * stretch * way[a]
        system.right[3 * j + a] -= force
        if j > 0:
            system.right[3 * j - 3 + a] += force
        for b in range(3):
            block[a, b] = stiffness * way[a] * way[b]
    add_block(system.matrix, j, j, block, 1.0)
    if j > 0:
        add_block(system.matrix, j - 1, j - 1, block, 1.0)
        add_block(system.matrix, j, j - 1, block, -1.0)


@compiled
def _add_bending(links: Rows[Link], chain: Carried, system: System, i: int, h: float) -> None:
    """Spring, damper and stop of a joint: of the difference of the link's direction to its pose's.

    That direction turns with the bone before, so that three points take part.
    """
    j, force, block = i - chain["first"], system.vectors[1], system.blocks[0]
    parent = chain["axes"] if j == 0 else links[i - 1]["bone"]
    total = _bending_force(links[i], parent, system, h)
    _fill_jacobians(links, system, i, j)
    count = min(3, j + 1)
    for p in range(count):
        one = system.jacobians[p]
        for a in range(3):
            system.right[3 * (j - p) + a] -= (
                one[0, a] * force[0] + one[1, a] * force[1] + one[2, a] * force[2]
            )
        for q in range(p, count):
            other = system.jacobians[q]
            for a in range(3):
                for b in range(3):
                    block[a, b] = (
                        one[0, a] * other[0, b] + one[1, a] * other[1, b] + one[2, a] * other[2, b]
                    )
            add_block(system.matrix, j - p, j - q, block, total)


@compiled
def _bending_force(link: Link, parent: Array, system: System, h: float) -> float:
    """Fill the bend and the joint's force on the direction [N m]; return its stiffness [N m]."""
    bend, force, last = system.vectors[0], system.vectors[1], system.vectors[2]
    spring, damper = link["stiffness"], link["damping"] / h
    way, wanted = link["way"], link["wanted"]
    turn(parent, link["bend"], last)
    for k in range(3):
        bend[k] = way[k] - wanted[k]
        force[k] = spring * bend[k] + damper * (bend[k] - last[k])
    size = math.sqrt(dot(bend, bend))
    if size <= link["stop"]:
        return spring + damper
    stop = STOP * (spring + link["weight"])
    for k in range(3):
        force[k] += stop * (1.0 - link["stop"] / size) * bend[k]
    return spring + damper + stop


@compiled
def _fill_jacobians(links: Rows[Link], system: System, i: int, j: int) -> None:
    """How a bend changes with the link's point, the one before it and the one before that.

    The pose's direction changes by (before x change) x direction, of a change of the direction of
    the link before.
    """
    near, middle, far = system.jacobians[0], system.jacobians[1], system.jacobians[2]
    way, length, pose = links[i]["way"], links[i]["length"], links[i]["wanted"]
    before = links[max(i - 1, 0)]["way"]
    before_length = links[max(i - 1, 0)]["length"]
    cosine = dot(before, pose)
    for a in range(3):
        for b in range(3):
            one = 1.0 if a == b else 0.0
            near[a, b] = (one - way[a] * way[b]) / length
            across = cosine * (one - before[a] * before[b])
            turned = across - before[a] * (pose[b] - cosine * before[b])
            far[a, b] = turned / before_length if j > 0 else 0.0
            middle[a, b] = -near[a, b] - far[a, b]


@compiled
def look_around(chain: Carried, shapes: Rows[Solid]) -> None:
    """Note which shapes a chain can reach at all."""
    for s in range(len(shapes)):
        shape = shapes[s]
        far = shape["extent"] + chain["length"]
        near = shape["kind"] == PLANE or distance(chain["place"], shape["place"]) < far
        shape["in_reach"] = int(near)


@compiled
def is_near(link: Link, shape: Solid) -> bool:
    if not shape["in_reach"]:
        return False
    if shape["kind"] == PLANE:
        return True
    reach: float = shape["extent"] + link["radius"] + link["length"]
    return distance(link["point"], shape["place"]) < reach


@compiled
def _add_contacts(
    links: Rows[Link], chain: Carried, shape: Solid, allowed: Array, system: System, i: int,
    h: float,
) -> None:  # fmt: skip
    """Points along the link are kept out of a shape, and slow down along it."""
    link, first = links[i], chain["first"]
    normal, point = system.vectors[3], system.vectors[4]
    before = chain["place"] if i == first else links[i - 1]["point"]
    old = chain["place_before"] if i == first else links[i - 1]["start"]
    end, stiffness = link["point"], CONTACT * link["mass"] / h**2
    for s in range(link["samples"]):
        share = (s + 1.0) / link["samples"]
        for k in range(3):
            point[k] = before[k] + share * (end[k] - before[k])
        gap = gap_to(shape["kind"], shape["size"], shape["place"], shape["axes"], point, normal)
        depth = link["radius"] - gap - max(allowed[s], RECOVERY * link["depth"][s])
        if depth > 0.0:
            _fill_slip(link, shape, old, share, system)
            _push(link, i - first, share, stiffness, depth, system, h)


@compiled
def _fill_slip(link: Link, shape: Solid, old: Array, share: float, system: System) -> None:
    """Fill a point's way in this step, less that of the shape that it touches.

    Args:
        old: (3,) the link's near end before the step.
    """
    point, slip = system.vectors[4], system.vectors[5]
    local, carried = system.vectors[6], system.vectors[7]
    place, place_before, start = shape["place"], shape["place_before"], link["start"]
    for k in range(3):
        carried[k] = point[k] - place[k]
    turn_back(shape["axes"], carried, local)
    turn(shape["axes_before"], local, carried)
    for k in range(3):
        slip[k] = place_before[k] + carried[k] - old[k] - share * (start[k] - old[k])


@compiled
def _push(
    link: Link, j: int, share: float, stiffness: float, depth: float, system: System, h: float
) -> None:
    """Add a contact's spring along its normal and its drag across it, shared by a link's ends."""
    normal, slip, block = system.vectors[3], system.vectors[5], system.blocks[1]
    drag, along = SLIP * link["friction"] * link["mass"] / h, dot(slip, normal)
    for a in range(3):
        force = stiffness * depth * normal[a] - drag * (slip[a] - along * normal[a])
        system.right[3 * j + a] += share * force
        if j > 0:
            system.right[3 * (j - 1) + a] += (1.0 - share) * force
        for b in range(3):
            across = (1.0 if a == b else 0.0) - normal[a] * normal[b]
            block[a, b] = stiffness * normal[a] * normal[b] + drag * across
    add_block(system.matrix, j, j, block, share * share)
    if j > 0:
        add_block(system.matrix, j - 1, j - 1, block, (1.0 - share) ** 2)
        add_block(system.matrix, j, j - 1, block, share * (1.0 - share))


@compiled
def _add_tie(links: Rows[Link], chain: Carried, tie: Tie, system: System, h: float) -> None:
    """A point stays as far from one of another chain as in the pose; the other stands still."""
    block, way, link = system.blocks[0], system.vectors[0], links[tie["link"]]
    size = direction(links[tie["other"]]["point"], link["point"], way)
    if size == 0.0:
        return
    slack = BUCKLED if size < tie["apart"] else 1.0
    stiffness, j = slack * BOND * link["mass"] / h**2, tie["link"] - chain["first"]
    for a in range(3):
        system.right[3 * j + a] -= stiffness * (size - tie["apart"]) * way[a]
        for b in range(3):
            block[a, b] = stiffness * way[a] * way[b]
    add_block(system.matrix, j, j, block, 1.0)


@compiled
def _move(links: Rows[Link], chain: Carried, system: System) -> float:
    """Take up a change of the points with links of unchanged length; the largest, of a link."""
    most, before, goal, at = 0.0, system.vectors[0], system.vectors[1], system.vectors[2]
    place, first = chain["place"], chain["first"]
    for k in range(3):
        before[k] = at[k] = place[k]
    for i in range(first, chain["end"]):
        link = links[i]
        point, way = link["point"], link["way"]
        for k in range(3):
            goal[k] = point[k] + system.right[3 * (i - first) + k]
        direction(before, goal, way)
        for k in range(3):
            before[k] = goal[k]
            at[k] += link["length"] * way[k]
        most = max(most, distance(at, point) / link["length"])
        for k in range(3):
            point[k] = at[k]
    return most

"""Chains that follow the motion of what carries them, frame by frame."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled
from ..rotation import matrix_of
from .chains import GRAVITY, Links
from .orientation import orient
from .small import direction, distance, dot, turn, turn_back
from .step import STOP, State, Surroundings, Work, is_near, make_work, step_chain
from .touching import TINY, Shapes, gap_to

Array = NDArray[np.float64]
FASTEST = 30.0  # [m/s]: of a point; what carries it faster for a frame has jumped
HALVINGS = 12
STILL = 1e-12  # [m]


@compiled
def follow(
    links: Links, shapes: Shapes, allowed: Array, places: Array, turns: Array, shape_places: Array,
    shape_turns: Array, state: State, time: float, steps: int, out: Array,
) -> None:  # fmt: skip
    """Fill the axes of the bones (frames, n, 3, 3) from the second frame on; the first is given.

    Args:
        allowed: (n, samples, shapes) depth of points in shapes that is no contact [m].
        places, turns: (frames, carriers, 3) [m] and unit quaternions (frames, carriers, 4).
        shape_places, shape_turns: likewise of the shapes.
        state: changed.
        time: of a frame [s]; 0 carries the chains along.
        steps: of each frame.
    """
    around, work = _make_surroundings(links, shapes, allowed), make_work(links)
    _surround(links, around, places, turns, shape_places, shape_turns, 1, 0.0)
    for frame in range(1, len(places)):
        for step in range(steps):
            around.root_before[:], around.carrier_before[:] = around.root, around.carrier
            around.place_before[:], around.axes_before[:] = around.place, around.axes
            share = (step + 1.0) / steps
            _surround(links, around, places, turns, shape_places, shape_turns, frame, share)
            for chain in range(len(links.carrier)):
                c = links.carrier[chain]
                far = distance(places[frame - 1, c], places[frame, c])
                if time <= 0.0 or far > FASTEST * time:
                    _carry(links, around, state, chain)
                else:
                    _step(links, shapes, around, state, work, chain, time / steps)
        out[frame] = state.bones


@compiled
def _make_surroundings(links: Links, shapes: Shapes, allowed: Array) -> Surroundings:
    chains, count = len(links.carrier), len(shapes.kind)
    return Surroundings(
        np.empty((chains, 3)), np.empty((chains, 3, 3)), np.empty((count, 3)),
        np.empty((count, 3, 3)), np.empty((count, 3)), np.empty((count, 3, 3)),
        np.empty((chains, 3)), np.empty((chains, 3, 3)), allowed,
    )  # fmt: skip


@compiled
def _surround(
    links: Links, around: Surroundings, places: Array, turns: Array, shape_places: Array,
    shape_turns: Array, frame: int, share: float,
) -> None:  # fmt: skip
    """Fill in the poses a share of the way from the frame before to a frame."""
    way = np.empty(3)
    for chain in range(len(links.carrier)):
        c = links.carrier[chain]
        _between(turns[frame - 1, c], turns[frame, c], share, around.carrier[chain])
        turn(around.carrier[chain], links.root[chain], way)
        for k in range(3):
            start = places[frame - 1, c, k]
            around.root[chain, k] = start + share * (places[frame, c, k] - start) + way[k]
    for s in range(len(around.place)):
        for k in range(3):
            start = shape_places[frame - 1, s, k]
            around.place[s, k] = start + share * (shape_places[frame, s, k] - start)
        _between(shape_turns[frame - 1, s], shape_turns[frame, s], share, around.axes[s])


@compiled
def _between(start: Array, end: Array, share: float, out: Array) -> None:
    """Fill the axes (3, 3) between two unit quaternions, along the shorter arc."""
    near = 0.0
    for k in range(4):
        near += start[k] * end[k]
    q, total = np.empty(4), 0.0
    for k in range(4):
        q[k] = (1.0 - share) * start[k] + (share if near >= 0.0 else -share) * end[k]
        total += q[k] ** 2
    out[:] = matrix_of(q / math.sqrt(total) if total > 0.0 else end)


@compiled
def _carry(links: Links, around: Surroundings, state: State, chain: int) -> None:
    """Move a chain rigidly with its carrier."""
    turned = around.carrier[chain] @ around.carrier_before[chain].T
    root, before = around.root[chain], around.root_before[chain]
    for i in range(links.first[chain], links.first[chain + 1]):
        state.points[i] = root + turned @ (state.points[i] - before)
        state.velocity[i] = turned @ state.velocity[i]
        state.bones[i] = turned @ state.bones[i]
        state.ways[i] = turned @ state.ways[i]


@compiled
def _step(
    links: Links, shapes: Shapes, around: Surroundings, state: State, work: Work, chain: int,
    h: float,
) -> None:  # fmt: skip
    """One step of a chain, and what follows of it: velocities, bends and depths."""
    first, end = links.first[chain], links.first[chain + 1]
    work.start[first:end] = state.points[first:end]
    still = _is_still(around, chain) and len(shapes.kind) == 0 and len(links.apart) == 0
    energy = _energy(links, state, first, end) if still else 0.0
    step_chain(links, shapes, around, state, work, chain, h)
    _slow_down(links, around, state, work, chain, FASTEST * h)
    _take_up(links, around, state, work, chain, h)
    if still and not _take_energy(links, state, first, end, energy):
        state.points[first:end] = work.start[first:end]
        _take_up(links, around, state, work, chain, h)
    _note_depth(links, shapes, around, state, work, chain)


@compiled
def _take_up(
    links: Links, around: Surroundings, state: State, work: Work, chain: int, h: float
) -> None:
    """Orientations, bends and velocities of the points as they are."""
    root, carrier, bend = around.root[chain], around.carrier[chain], work.vectors[0]
    orient(links, chain, root, carrier, state.points, state.bones, work.wanted, state.ways)
    first = links.first[chain]
    for i in range(first, links.first[chain + 1]):
        for k in range(3):
            bend[k] = state.ways[i, k] - work.wanted[i, k]
            state.velocity[i, k] = (state.points[i, k] - work.start[i, k]) / h
        turn_back(carrier if i == first else state.bones[i - 1], bend, state.bends[i])


@compiled
def _is_still(around: Surroundings, chain: int) -> bool:
    for j in range(3):
        if abs(around.root[chain, j] - around.root_before[chain, j]) > STILL:
            return False
        for k in range(3):
            if abs(around.carrier[chain, j, k] - around.carrier_before[chain, j, k]) > STILL:
                return False
    return True


@compiled
def _energy(links: Links, state: State, first: int, end: int) -> float:
    """Of motion, height, springs and stops [J]."""
    total = 0.0
    for i in range(first, end):
        bend = state.bends[i]
        total += 0.5 * links.mass[i] * dot(state.velocity[i], state.velocity[i])
        total += GRAVITY * links.gravity[i] * links.mass[i] * state.points[i, 2]
        beyond = max(math.sqrt(dot(bend, bend)) - links.stop[i], 0.0)
        stop = STOP * (links.stiffness[i] + links.weight[i])
        total += 0.5 * (links.stiffness[i] * dot(bend, bend) + stop * beyond**2)
    return total


@compiled
def _take_energy(links: Links, state: State, first: int, end: int, before: float) -> bool:
    """Slow a chain down whose energy has grown although nothing moved it: an error of the step.

    False where even at rest it would have more energy than before.
    """
    grown = _energy(links, state, first, end) - before
    if grown <= 0.0:
        return True
    moving = 0.0
    for i in range(first, end):
        moving += 0.5 * links.mass[i] * dot(state.velocity[i], state.velocity[i])
    if moving <= grown:
        return False
    for i in range(first, end):
        for k in range(3):
            state.velocity[i, k] *= math.sqrt((moving - grown) / moving)
    return True


@compiled
def _slow_down(
    links: Links, around: Surroundings, state: State, work: Work, chain: int, furthest: float
) -> None:
    """Keep each point within the furthest way of a step; links keep their length.

    A link turns back towards the direction that it had before the step, which with its near end
    within reach brings its far end within reach.
    """
    near, near_before, near_now = work.vectors[0], work.vectors[1], work.vectors[2]
    old, now, goal = work.vectors[3], work.vectors[4], work.vectors[5]
    near[:], near_before[:] = around.root[chain], around.root_before[chain]
    near_now[:] = near
    for i in range(links.first[chain], links.first[chain + 1]):
        start, length = work.start[i], links.length[i]
        direction(near_now, state.points[i], now)
        direction(near_before, start, old)
        near_now[:] = state.points[i]
        share, part = 1.0, 0.5
        _mix(near, old, now, 1.0, length, goal)
        if distance(goal, start) > furthest:
            share = 0.0
            for _ in range(HALVINGS):
                _mix(near, old, now, share + part, length, goal)
                if distance(goal, start) <= furthest:
                    share += part
                part *= 0.5
            _mix(near, old, now, share, length, goal)
        near_before[:], near[:] = start, goal
        state.points[i] = goal


@compiled
def _mix(near: Array, a: Array, b: Array, share: float, length: float, out: Array) -> None:
    """Fill the far end of a link whose direction lies between two."""
    total = 0.0
    for k in range(3):
        out[k] = (1.0 - share) * a[k] + share * b[k]
        total += out[k] ** 2
    size = math.sqrt(total)
    for k in range(3):
        out[k] = near[k] + length * (out[k] / size if size > TINY else a[k])


@compiled
def _note_depth(
    links: Links, shapes: Shapes, around: Surroundings, state: State, work: Work, chain: int
) -> None:
    """How deep each point is in any shape beyond what its pose allows."""
    first, normal, point = links.first[chain], work.vectors[0], work.vectors[1]
    for i in range(first, links.first[chain + 1]):
        before = around.root[chain] if i == first else state.points[i - 1]
        state.depth[i] = 0.0
        for c in range(len(shapes.kind)):
            if not is_near(links, shapes, around, state, c, i):
                continue
            place, axes = around.place[c], around.axes[c]
            for s in range(links.samples[i]):
                for k in range(3):
                    way = state.points[i, k] - before[k]
                    point[k] = before[k] + (s + 1.0) / links.samples[i] * way
                gap = gap_to(shapes.kind[c], shapes.size[c], place, axes, point, normal)
                depth = links.radius[i] - gap - around.allowed[i, s, c]
                state.depth[i, s] = max(state.depth[i, s], depth)

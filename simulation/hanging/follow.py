"""Chains that follow the motion of what carries them, frame by frame."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...bodies.hanging import GRAVITY
from ..compiled import compiled
from ..records import Rows
from .leaving import leave_shapes
from .orientation import orient
from .records import Carried, Link, Solid, Tie
from .small import axes_between, direction, distance, dot, turn, turn_back
from .step import STOP, System, is_near, look_around, make_system, step_chain
from .touching import TINY, gap_to

Array = NDArray[np.float64]
FASTEST = 30.0  # [m/s]: of a point; what carries it faster for a frame has jumped
HALVINGS = 12
SWEEPS = 2  # of tied chains, each with the others as they are
STILL = 1e-12  # [m]


@compiled
def follow(
    links: Rows[Link], chains: Rows[Carried], shapes: Rows[Solid], allowed: Array, ties: Rows[Tie],
    places: Array, turns: Array, shape_places: Array, shape_turns: Array, time: float, steps: int,
    out: Array,
) -> None:  # fmt: skip
    """Fill the axes of the bones (frames, links, 3, 3) from the second frame on.

    Args:
        links, chains, shapes: in the state of the first frame; changed.
        allowed: (links, POINTS, shapes) depth of points in shapes that is no contact [m].
        places, turns: (frames, carriers, 3) [m] and unit quaternions (frames, carriers, 4).
        shape_places, shape_turns: likewise of the shapes.
        time: of a frame [s]; 0 carries the chains along.
        steps: of each frame.
    """
    system = make_system(chains)
    for frame in range(1, len(places)):
        for step in range(steps):
            before, share = step / steps, (step + 1.0) / steps
            for c in range(len(chains)):
                _carry_root(chains[c], places, turns, frame, before, share)
            for s in range(len(shapes)):
                _move_shape(shapes[s], shape_places, shape_turns, frame, s, before, share)
            for i in range(len(links)):
                _begin(links[i], time / steps)
            for c in range(len(chains)):
                carrier = chains[c]["carrier"]
                far = distance(places[frame - 1, carrier], places[frame, carrier])
                chains[c]["jumps"] = int(time <= 0.0 or far > FASTEST * time)
                if chains[c]["jumps"]:
                    _carry(links, chains[c], system)
            _step(links, chains, shapes, allowed, ties, system, time / steps)
        for i in range(len(links)):
            out[frame, i] = links[i]["bone"]


@compiled
def _begin(link: Link, h: float) -> None:
    """Note a point's place and guess the next one, which is what the ties of other chains see."""
    point, start, velocity = link["point"], link["start"], link["velocity"]
    for k in range(3):
        start[k] = point[k]
        point[k] += h * velocity[k]


@compiled
def _carry_root(
    chain: Carried, places: Array, turns: Array, frame: int, before: float, share: float
) -> None:
    """Fill in the carrier's pose at the beginning and the end of a step."""
    c, root, way = chain["carrier"], chain["root"], np.empty(3)
    place, place_before = chain["place"], chain["place_before"]
    start, end = places[frame - 1, c], places[frame, c]
    axes_between(turns[frame - 1, c], turns[frame, c], before, chain["axes_before"])
    turn(chain["axes_before"], root, way)
    for k in range(3):
        place_before[k] = start[k] + before * (end[k] - start[k]) + way[k]
    axes_between(turns[frame - 1, c], turns[frame, c], share, chain["axes"])
    turn(chain["axes"], root, way)
    for k in range(3):
        place[k] = start[k] + share * (end[k] - start[k]) + way[k]


@compiled
def _move_shape(
    shape: Solid, places: Array, turns: Array, frame: int, s: int, before: float, share: float
) -> None:
    """Fill in a shape's pose at the beginning and the end of a step."""
    place, place_before = shape["place"], shape["place_before"]
    start, end = places[frame - 1, s], places[frame, s]
    for k in range(3):
        place_before[k] = start[k] + before * (end[k] - start[k])
        place[k] = start[k] + share * (end[k] - start[k])
    axes_between(turns[frame - 1, s], turns[frame, s], before, shape["axes_before"])
    axes_between(turns[frame - 1, s], turns[frame, s], share, shape["axes"])


@compiled
def _carry(links: Rows[Link], chain: Carried, system: System) -> None:
    """Move a chain rigidly with its carrier."""
    moved, way, place = system.vectors[0], system.vectors[1], chain["place"]
    place_before = chain["place_before"]
    for i in range(chain["first"], chain["end"]):
        link = links[i]
        point, start, bone = link["point"], link["start"], system.blocks[0]
        for k in range(3):
            way[k] = start[k] - place_before[k]
        _turn_along(chain, way, moved)
        for k in range(3):
            point[k] = place[k] + moved[k]
        for vector in (link["velocity"], link["way"]):
            _turn_along(chain, vector, moved)
            vector[:] = moved
        for k in range(3):
            _turn_along(chain, link["bone"][:, k].copy(), moved)
            bone[:, k] = moved
        link["bone"][:] = bone


@compiled
def _turn_along(chain: Carried, vector: Array, out: Array) -> None:
    """Fill a vector turned as the carrier in this step."""
    local = np.empty(3)
    turn_back(chain["axes_before"], vector, local)
    turn(chain["axes"], local, out)


@compiled
def _step(
    links: Rows[Link], chains: Rows[Carried], shapes: Rows[Solid], allowed: Array, ties: Rows[Tie],
    system: System, h: float,
) -> None:  # fmt: skip
    """One step of all chains, those with ties again and again; and what follows of it."""
    for sweep in range(SWEEPS if len(ties) else 1):
        for c in range(len(chains)):
            if not chains[c]["jumps"] and (sweep == 0 or chains[c]["is_tied"]):
                step_chain(links, chains[c], shapes, allowed, ties, system, h)
    for c in range(len(chains)):
        if chains[c]["jumps"]:
            continue
        look_around(chains[c], shapes)
        if len(shapes):
            leave_shapes(links, chains[c], shapes, allowed, system)
        _slow_down(links, chains[c], system, FASTEST * h)
        _keep_energy(links, chains[c], shapes, system, h)
        for i in range(chains[c]["first"], chains[c]["end"]):
            links[i]["depth"][:] = 0.0
            for s in range(len(shapes)):
                if is_near(links[i], shapes[s]):
                    _note_depth(links, chains[c], shapes[s], allowed[i, :, s], system, i)


@compiled
def _keep_energy(
    links: Rows[Link], chain: Carried, shapes: Rows[Solid], system: System, h: float
) -> None:
    """Take up the new points; of a chain that nothing moves, so that it has no more energy."""
    free = len(shapes) == 0 and not chain["is_tied"] and _is_still(chain)
    before = chain["energy"]
    _take_up(links, chain, system, h)
    if free and not _take_energy(links, chain, before):
        for i in range(chain["first"], chain["end"]):
            _copy(links[i]["start"], links[i]["point"])
        _take_up(links, chain, system, h)
    chain["energy"] = energy_of(links, chain)


@compiled
def _copy(start: Array, end: Array) -> None:
    for k in range(3):
        end[k] = start[k]


@compiled
def _take_up(links: Rows[Link], chain: Carried, system: System, h: float) -> None:
    """Orientations, bends and velocities of the points as they are."""
    orient(links, chain)
    way, first = system.vectors[0], chain["first"]
    for i in range(first, chain["end"]):
        link = links[i]
        point, start, velocity = link["point"], link["start"], link["velocity"]
        now, wanted = link["way"], link["wanted"]
        for k in range(3):
            way[k] = now[k] - wanted[k]
            velocity[k] = (point[k] - start[k]) / h
        turn_back(chain["axes"] if i == first else links[i - 1]["bone"], way, link["bend"])


@compiled
def _is_still(chain: Carried) -> bool:
    place, before, axes, turned = (
        chain["place"], chain["place_before"], chain["axes"], chain["axes_before"],
    )  # fmt: skip
    for j in range(3):
        if abs(place[j] - before[j]) > STILL:
            return False
        for k in range(3):
            if abs(axes[j, k] - turned[j, k]) > STILL:
                return False
    return True


@compiled
def energy_of(links: Rows[Link], chain: Carried) -> float:
    """Of motion, height, springs and stops [J]."""
    total = 0.0
    for i in range(chain["first"], chain["end"]):
        link = links[i]
        bend = dot(link["bend"], link["bend"])
        beyond = max(math.sqrt(bend) - link["stop"], 0.0)
        stop = STOP * (link["stiffness"] + link["weight"])
        total += 0.5 * link["mass"] * dot(link["velocity"], link["velocity"])
        total += GRAVITY * link["gravity"] * link["mass"] * link["point"][2]
        total += 0.5 * (link["stiffness"] * bend + stop * beyond**2)
    return total


@compiled
def _take_energy(links: Rows[Link], chain: Carried, before: float) -> bool:
    """Slow a chain down whose energy has grown although nothing moved it: an error of the step.

    False where even at rest it would have more energy than before.
    """
    grown = energy_of(links, chain) - before
    if grown <= 0.0:
        return True
    moving = 0.0
    for i in range(chain["first"], chain["end"]):
        velocity = links[i]["velocity"]
        moving += 0.5 * links[i]["mass"] * dot(velocity, velocity)
    if moving <= grown:
        return False
    for i in range(chain["first"], chain["end"]):
        velocity = links[i]["velocity"]
        for k in range(3):
            velocity[k] *= math.sqrt((moving - grown) / moving)
    return True


@compiled
def _slow_down(links: Rows[Link], chain: Carried, system: System, furthest: float) -> None:
    """Keep each point within the furthest way of a step; links keep their length.

    A link turns back towards the direction that it had before the step, which with its near end
    within reach brings its far end within reach.
    """
    near, near_before, near_now = system.vectors[0], system.vectors[1], system.vectors[2]
    old, now, goal = system.vectors[3], system.vectors[4], system.vectors[5]
    _copy(chain["place"], near)
    _copy(chain["place"], near_now)
    _copy(chain["place_before"], near_before)
    for i in range(chain["first"], chain["end"]):
        point, start, length = links[i]["point"], links[i]["start"], links[i]["length"]
        direction(near_now, point, now)
        direction(near_before, start, old)
        _copy(point, near_now)
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
        _copy(start, near_before)
        _copy(goal, near)
        _copy(goal, point)


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
    links: Rows[Link], chain: Carried, shape: Solid, allowed: Array, system: System, i: int
) -> None:
    """How deep each point is in any shape beyond what its pose allows."""
    link, normal, point = links[i], system.vectors[0], system.vectors[1]
    before = chain["place"] if i == chain["first"] else links[i - 1]["point"]
    end, depths = link["point"], link["depth"]
    for s in range(link["samples"]):
        for k in range(3):
            point[k] = before[k] + (s + 1.0) / link["samples"] * (end[k] - before[k])
        gap = gap_to(shape["kind"], shape["size"], shape["place"], shape["axes"], point, normal)
        depths[s] = max(depths[s], link["radius"] - gap - allowed[s])

"""Bodies that carry chains: how these rest, and the body that control laws take for both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from ..base.rotations import (
    matrices_from_rotation_vectors,
    rotation_vectors_from_matrices,
    shortest_arc,
    unit,
)
from .body import AnyBody
from .hanging import Chain
from .hanging_links import Links, links_of, middles_of, placed
from .segments import Segment, pitched

Array = NDArray[np.float64]
LIGHTEST = 5e-3  # of the body's mass: lighter chains burst in the engine's explicit steps
ROOM = 128  # coordinates of a body in the engine, with those of its root
COORDINATES = {"root": 7, "fixed": 0, "hinge": 1, "universal": 2, "spherical": 4}
SETTLING, SETTLED = 400, 1e-4  # steps towards rest at most, and [rad] of the last one
LEAST_LOAD = 1e-9  # [N m] of a weight that turns a joint


def acting(character: AnyBody) -> list[Chain]:
    """The chains of a body that act on it; lighter ones than `LIGHTEST` follow it."""
    least = LIGHTEST * character.mass
    return [
        chain for chain in character.hanging
        if chain.hanging.acts_on_body and chain.hanging.weight >= least
    ]


def check_room(character: AnyBody) -> None:
    """Raise InvalidInput where more chains act on a body than the engine has room for."""
    used = sum(COORDINATES[segment.joint.type] for segment in character.segments)
    most = (ROOM - used) // COORDINATES["spherical"]
    links = sum(len(links_of(chain).mass) for chain in acting(character))
    if links > most:
        raise InvalidInput(
            f"The parts that act on this body have {links} links, it can carry {most}: let some "
            f"of them follow it."
        )


def laden(character: AnyBody, gravity: float) -> AnyBody:
    """The body whose segments weigh as if the chains that act on them were a part of them, at rest.

    Control laws take a laden body for this one. It has no chains, and the same joints and shapes.

    Args:
        gravity: downwards [m/s2].
    """
    chains, pitches = acting(character), character.standing_pitches()
    if not chains:
        return character
    loads: dict[str, list[tuple[float, Array, Array]]] = {}
    for chain in chains:
        links = links_of(chain)
        axes = np.array([pitched(axis, pitches[chain.carrier]) for axis in np.eye(3)]).T
        turns = settled(links, axes, gravity)
        joints, frames = placed(links, np.zeros(3), np.eye(3), turns)
        middles = middles_of(links, joints, frames)
        own = np.einsum("nij,nj,nij->ni", frames, links.inertia, frames)
        loads.setdefault(chain.carrier, []).extend(zip(links.mass, middles, own, strict=True))
    segments = tuple(_loaded(s, loads.get(s.name, ())) for s in character.segments)
    return replace(character, segments=segments, hanging=())


def _loaded(segment: Segment, loads: Sequence[tuple[float, Array, Array]]) -> Segment:
    """A segment with further masses: (mass, place, moments of inertia) each."""
    if not loads:
        return segment
    parts = [(segment.mass, np.array(segment.center), np.array(segment.inertia)), *loads]
    mass = math.fsum(part[0] for part in parts)
    center = np.sum([part[0] * part[1] for part in parts], axis=0) / mass
    inertia = np.zeros(3)
    for part, place, own in parts:
        away = (place - center) ** 2
        inertia += own + part * (away.sum() - away)
    return replace(
        segment, mass=mass, center=tuple(center.tolist()), inertia=tuple(inertia.tolist())
    )


def settled(links: Links, axes: Array, gravity: float) -> Array:
    """Turns (n, 3, 3) of the joints with which a chain hangs at rest on a carrier that is still.

    The weight below each joint turns it until its spring bears it; contacts are not looked at: see
    `laid`.

    Args:
        axes: (3, 3) of the carrier; gravity: downwards [m/s2].
    """
    count = len(links.mass)
    turns = np.tile(np.eye(3), (count, 1, 1))
    below = np.triu(np.ones((count, count)))
    most = math.radians(links.chain.hanging.bend)
    loads = np.maximum(below @ links.mass * abs(gravity) * links.length.sum(), LEAST_LOAD)
    for _ in range(SETTLING):
        joints, frames = placed(links, np.zeros(3), axes, turns)
        middles = middles_of(links, joints, frames)
        pulls = links.mass[:, None] * np.array([0.0, 0.0, -gravity])
        moments = below @ np.cross(middles, pulls) - np.cross(joints, below @ pulls)
        bends = rotation_vectors_from_matrices(turns)
        own = np.einsum("nji,nj->ni", frames, moments)
        step = own - links.stiffness[:, None] * bends
        step[:, 1] = 0.0  # nothing twists
        step /= (links.stiffness + loads)[:, None]
        bends = bends + step
        size = np.linalg.norm(bends, axis=1, keepdims=True)
        bends = bends * np.minimum(1.0, most / np.maximum(size, 1e-12))
        turns = matrices_from_rotation_vectors(bends)
        if np.abs(step).max() < SETTLED:
            break
    return turns


def laid(links: Links, axes: Array, turns: Array, floor: float) -> Array:
    """Turns (n, 3, 3) with which a chain that would hang into the ground lies on it.

    Args:
        axes: (3, 3) of the carrier; turns: (n, 3, 3) of the joints of the chain as it hangs.
        floor: height of level ground over the carrier's origin [m].
    """
    turns = turns.copy()
    for i, (length, radius) in enumerate(zip(links.length, links.radius, strict=True)):
        joints, frames = placed(links, np.zeros(3), axes, turns)
        way, least = frames[i, :, 1], (floor + radius - joints[i, 2]) / length
        if way[2] >= least or least > 1.0:
            continue
        along = unit(np.array([way[0], way[1], 0.0]))
        if not along.any():
            along = unit(-axes[:, 0] * (1.0, 1.0, 0.0))  # behind the carrier
        up = float(np.clip(least, -1.0, 1.0))
        wanted = math.sqrt(1.0 - up * up) * along + (0.0, 0.0, up)
        turned = shortest_arc(way, wanted, frames[i, :, 0]) @ frames[i]
        turns[i] = turns[i] @ frames[i].T @ turned
    return turns

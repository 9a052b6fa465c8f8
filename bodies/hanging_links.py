"""Chains that act on their body, as rigid links with springs at their joints, and how they rest.

A link's frame has its origin at the joint and y along the link. Where nothing bends it, it has
`rest` in the frame of the link before it, the first in that of the carrier, a segment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    matrices_from_quaternions,
    matrices_from_rotation_vectors,
    rotation_vectors_from_matrices,
    shortest_arc,
)
from .body import AnyBody
from .hanging import GRAVITY, SHORTEST, Chain
from .segments import Segment, pitched

Array = NDArray[np.float64]
ACROSS, ALONG = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
WIDTH = 0.05  # of a link's length: its least radius for inertia
SETTLING = 400  # steps towards rest


@dataclass(frozen=True, eq=False, kw_only=True)
class Links:
    """The links of a chain, from its root to its tip.

    Attributes:
        chain: what they are of.
        offset: (n, 3) joints in the frame of the link before [m].
        rest: (n, 3, 3) axes in the frame of the link before.
        aligned: (n, 3, 3) axes of the chain's bones in the links' frames.
        length, mass, radius: (n,) [m], [kg], [m].
        inertia: (n, 3) about the middle of each link [kg m2].
        below: (n, 2) inertia of what hangs on each joint, about an axis across the link and along
            it, where the chain is straight [kg m2].
        stiffness: (n,) of each joint [N m/rad].
        damping: (n,) of each joint [N m s/rad].
    """

    chain: Chain
    offset: Array
    rest: Array
    aligned: Array
    length: Array
    mass: Array
    radius: Array
    inertia: Array
    below: Array
    stiffness: Array
    damping: Array


def links_of(chain: Chain) -> Links:
    """A chain as rigid rods of equal density."""
    bones, hanging = chain.bones, chain.hanging
    last = bones[-1].tip or (0.0, bones[-1].length, 0.0)
    ends = np.array([*(bone.head for bone in bones[1:]), last])
    length = np.linalg.norm(ends, axis=1)
    mean = float(length.mean()) or 1e-6
    short = length < SHORTEST * mean
    length = np.where(short, SHORTEST * mean, length)
    ways = np.where(short[:, None], ALONG, ends / length[:, None])
    aligned = np.array([shortest_arc(way, np.array(ALONG), np.array(ACROSS)) for way in ways])
    rests = matrices_from_quaternions([bone.rotation for bone in bones])
    before = np.concatenate([np.eye(3)[None], aligned[:-1]])
    offset = np.array([bone.head for bone in bones])
    mass = max(hanging.weight, 1e-6) * length / length.sum()
    radius = np.full(len(bones), 0.5 * hanging.thickness * mean)
    wide = np.maximum(radius, WIDTH * length)
    along = 0.5 * mass * wide**2
    across = mass * (3.0 * wide**2 + length**2) / 12.0
    reach = np.cumsum(length)
    middles, joints = reach - 0.5 * length, reach - length
    arms = np.triu(middles[None, :] - joints[:, None])
    below = np.triu(np.ones_like(arms)) @ across + arms**2 @ mass
    weight = GRAVITY * arms @ mass
    stiffness = hanging.spring(weight)
    critical = 2.0 * np.sqrt((stiffness + weight) * below)
    return Links(
        chain=chain, offset=np.einsum("nij,nj->ni", before, offset),
        rest=before @ rests @ np.swapaxes(aligned, -1, -2), aligned=aligned, length=length,
        mass=mass, radius=radius, inertia=np.stack([across, along, across], axis=1),
        below=np.stack([below, np.cumsum(along[::-1])[::-1]], axis=1), stiffness=stiffness,
        damping=hanging.damping * critical + hanging.air * below,
    )  # fmt: skip


def placed(links: Links, origin: Array, axes: Array, turns: Array) -> tuple[Array, Array]:
    """Joints (n, 3) and axes (n, 3, 3) of links on a carrier.

    Args:
        origin, axes: (3,), (3, 3) of the carrier.
        turns: (n, 3, 3) of the joints.
    """
    joints, frames = np.empty_like(links.offset), np.empty_like(links.rest)
    for i, (offset, rest) in enumerate(zip(links.offset, links.rest, strict=True)):
        joints[i] = origin = origin + axes @ offset
        frames[i] = axes = axes @ rest @ turns[i]
    return joints, frames


def settled(links: Links, axes: Array, gravity: float) -> Array:
    """Turns (n, 3, 3) of the joints with which a chain hangs at rest on a carrier that is still.

    The weight below each joint turns it until its spring bears it; contacts are not looked at.

    Args:
        axes: (3, 3) of the carrier; gravity: downwards [m/s2].
    """
    count = len(links.mass)
    turns = np.tile(np.eye(3), (count, 1, 1))
    below = np.triu(np.ones((count, count)))
    most = math.radians(links.chain.hanging.bend)
    loads = np.maximum(below @ links.mass, 1e-12) * abs(gravity) * links.length.sum()
    for _ in range(SETTLING):
        joints, frames = placed(links, np.zeros(3), axes, turns)
        middles = joints + 0.5 * links.length[:, None] * frames[:, :, 1]
        pulls = links.mass[:, None] * np.array([0.0, 0.0, -gravity])
        moments = below @ np.cross(middles, pulls) - np.cross(joints, below @ pulls)
        bends = rotation_vectors_from_matrices(turns)
        own = np.einsum("nji,nj->ni", frames, moments)
        step = own - links.stiffness[:, None] * bends
        step[:, 1] = 0.0  # nothing twists
        bends = bends + step / (links.stiffness + loads)[:, None]
        size = np.linalg.norm(bends, axis=1, keepdims=True)
        bends = bends * np.minimum(1.0, most / np.maximum(size, 1e-12))
        turns = matrices_from_rotation_vectors(bends)
    return turns


def acting(character: AnyBody) -> list[Chain]:
    """The chains of a body that act on it."""
    return [chain for chain in character.hanging if chain.hanging.acts_on_body]


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
        middles = joints + 0.5 * links.length[:, None] * frames[:, :, 1]
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

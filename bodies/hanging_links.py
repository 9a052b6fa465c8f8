"""Chains that act on their body, as rigid links with springs at their joints, and how they rest.

A link spans one bone or several; its frame has its origin at the joint and y along it. Where
nothing bends a chain, a link has `rest` in the frame of the link before it, the first in that of
the carrier, a segment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
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
ACROSS, ALONG = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
# A chain has two links, or one for each `LINK` [m]: each costs a walk 5 to 6 % more. Of shorter
# links than `SHORTEST_LINK` [m], of more, or of lighter chains (shares of the body's mass) the
# engine's explicit steps make energy.
FEW_LINKS, LINK = 2, 0.25
SHORTEST_LINK, MOST_LINKS, LIGHTEST = 0.05, 8, 5e-3
ROOM = 128  # coordinates of a body in the engine, with those of its root
COORDINATES = {"root": 7, "fixed": 0, "hinge": 1, "universal": 2, "spherical": 4}
WIDTH, THINNEST = 0.05, 0.02  # of a link's length, and [m]: its least radius for inertia
# Of the torque of the weight below: the spring of stiffness 1. A stiffer one turns a blow to the
# carrier within one step into a bend of much energy.
STIFFEST = 50.0
SETTLING, SETTLED = 400, 1e-4  # steps towards rest at most, and [rad] of the last one
LEAST_LOAD = 1e-9  # [N m] of a weight that turns a joint


@dataclass(frozen=True, eq=False, kw_only=True)
class Links:
    """The links of a chain, from its root to its tip.

    Attributes:
        chain: what they are of.
        offset: (n, 3) joints in the frame of the link before [m].
        rest: (n, 3, 3) axes in the frame of the link before.
        length, mass, radius: (n,) [m], [kg], [m].
        inertia: (n, 3) about the middle of each link [kg m2].
        below: (n, 2) inertia of what hangs on each joint, about an axis across the link and along
            it, where the chain is straight [kg m2].
        weight: (n,) torque on each joint of what hangs on it, straight and level [N m].
        stiffness: (n,) of each joint [N m/rad].
        damping: (n,) of each joint [N m s/rad].
        points: (bones + 1, 3) heads of the bones and the end, unbent, in the carrier's frame [m].
        bones: (bones, 3, 3) axes of the bones there; frames: (n, 3, 3) axes of the links.
        between: (bones,) number of the link that each bone follows, and the share of the next one.
    """

    chain: Chain
    offset: Array
    rest: Array
    length: Array
    mass: Array
    radius: Array
    inertia: Array
    below: Array
    weight: Array
    stiffness: Array
    damping: Array
    points: Array
    bones: Array
    frames: Array
    between: Array


def links_of(chain: Chain) -> Links:
    """A chain as rigid rods of equal density."""
    hanging = chain.hanging
    points, bones = _unbent(chain)
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    steps = np.maximum(steps, SHORTEST * (float(steps.mean()) or 1e-6))
    first = _first_bones(steps)
    ends = [*first[1:], len(bones)]
    spans = [points[end] - points[start] for start, end in zip(first, ends, strict=True)]
    along_path = np.add.reduceat(steps, first)
    length = np.maximum([np.linalg.norm(span) for span in spans], SHORTEST * along_path)
    frames = np.array([_frame(bones[i], span) for i, span in zip(first, spans, strict=True)])
    before = np.concatenate([np.eye(3)[None], frames[:-1]])
    starts = points[first]
    offset = np.diff(np.concatenate([np.zeros((1, 3)), starts]), axis=0)
    mass = max(hanging.weight, 1e-6) * along_path / steps.sum()
    radius = np.full(len(first), 0.5 * hanging.thickness * float(steps.mean()))
    wide = np.maximum(np.maximum(radius, WIDTH * length), THINNEST)
    along = 0.5 * mass * wide**2
    across = mass * (3.0 * wide**2 + length**2) / 12.0
    reach = np.cumsum(length)
    arms = np.triu((reach - 0.5 * length)[None, :] - (reach - length)[:, None])
    below = np.triu(np.ones_like(arms)) @ across + arms**2 @ mass
    weight = GRAVITY * arms @ mass
    stiffness = np.minimum(hanging.spring(weight), STIFFEST * weight)
    critical = 2.0 * np.sqrt((stiffness + weight) * below)
    return Links(
        chain=chain, offset=np.einsum("nji,nj->ni", before, offset),
        rest=np.swapaxes(before, -1, -2) @ frames, length=length, mass=mass, radius=radius,
        inertia=np.stack([across, along, across], axis=1),
        below=np.stack([below, np.cumsum(along[::-1])[::-1]], axis=1), weight=weight,
        stiffness=stiffness, damping=hanging.damping * critical + hanging.air * below,
        points=points, bones=bones, frames=frames, between=_between(steps, first),
    )  # fmt: skip


def _unbent(chain: Chain) -> tuple[Array, Array]:
    """Heads and end (bones + 1, 3) and axes (bones, 3, 3) in the carrier's frame."""
    place, axes = np.zeros(3), np.eye(3)
    points, frames = [], []
    for bone in chain.bones:
        place = place + axes @ np.array(bone.head)
        axes = axes @ matrices_from_quaternions(bone.rotation)
        points.append(place)
        frames.append(axes)
    last = chain.bones[-1]
    points.append(place + axes @ np.array(last.tip or (0.0, last.length, 0.0)))
    return np.array(points), np.array(frames)


def _first_bones(steps: Array) -> list[int]:
    """The first bone of each link; links are about as long as each other."""
    reach = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(min(reach[-1] / SHORTEST_LINK, FEW_LINKS), reach[-1] / LINK)
    count = int(np.clip(count, 1, min(len(steps), MOST_LINKS)))
    wanted = reach[-1] * np.arange(count) / count
    return sorted({int(np.abs(reach[:-1] - at).argmin()) for at in wanted})


def _frame(bone: Array, span: Array) -> Array:
    """The axes of a link that begins with a bone of such axes, y along the link."""
    size = float(np.linalg.norm(span))
    if size == 0.0:
        return bone
    frame: Array = shortest_arc(bone[:, 1], span / size, bone[:, 0]) @ bone
    return frame


def _between(steps: Array, first: Sequence[int]) -> Array:
    """For each bone the place of its middle among those of the links: 1.25 is a quarter of the way
    from the middle of link 1 to that of link 2.
    """
    reach = np.cumsum(steps)
    starts = reach[list(first)] - steps[list(first)]
    ends = np.append(starts[1:], reach[-1])
    places: Array = np.interp(reach - 0.5 * steps, 0.5 * (starts + ends), np.arange(len(first)))
    return places


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


def middles_of(links: Links, joints: Array, frames: Array) -> Array:
    """The links' centers of mass (n, 3)."""
    middles: Array = joints + 0.5 * links.length[:, None] * frames[:, :, 1]
    return middles


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

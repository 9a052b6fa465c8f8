"""Chains that act on their body, as rigid links with springs at their joints.

A link spans one bone or several; its frame has its origin at the joint and y along it. Where
nothing bends a chain, a link has `rest` in the frame of the link before it, the first in that of
the carrier, a segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, shortest_arc
from .hanging import GRAVITY, SHORTEST, Chain

Array = NDArray[np.float64]
ACROSS, ALONG = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
# A chain has two links, or one for each `LINK` [m]: each costs a walk 5 to 6 % more. Of shorter
# links than `SHORTEST_LINK` [m], or of more, the engine's explicit steps make energy.
FEW_LINKS, LINK = 2, 0.25
SHORTEST_LINK, MOST_LINKS = 0.05, 8
WIDTH, THINNEST = 0.05, 0.02  # of a link's length, and [m]: its least radius for inertia
# Of the torque of the weight below: the spring of stiffness 1. A stiffer one turns a blow to the
# carrier within one step into a bend of much energy.
STIFFEST = 50.0


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
    points, bones = _unbent(chain)
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    steps = np.maximum(steps, SHORTEST * (float(steps.mean()) or 1e-6))
    first = _first_bones(steps)
    ends = [*first[1:], len(bones)]
    spans = [points[end] - points[start] for start, end in zip(first, ends, strict=True)]
    along = np.add.reduceat(steps, first)
    length = np.maximum([np.linalg.norm(span) for span in spans], SHORTEST * along)
    frames = np.array([_frame(bones[i], span) for i, span in zip(first, spans, strict=True)])
    before = np.concatenate([np.eye(3)[None], frames[:-1]])
    offset = np.diff(np.concatenate([np.zeros((1, 3)), points[first]]), axis=0)
    mass = max(chain.hanging.weight, 1e-6) * along / steps.sum()
    radius = np.full(len(first), 0.5 * chain.hanging.thickness * float(steps.mean()))
    return Links(
        chain=chain, offset=np.einsum("nji,nj->ni", before, offset),
        rest=np.swapaxes(before, -1, -2) @ frames, length=length, mass=mass, radius=radius,
        points=points, bones=bones, frames=frames, between=_between(steps, first),
        **_inertia_and_springs(chain, length, mass, radius),
    )  # fmt: skip


def _inertia_and_springs(
    chain: Chain, length: Array, mass: Array, radius: Array
) -> dict[str, Array]:
    """The fields of `Links` that masses and lengths determine, of a straight chain."""
    hanging = chain.hanging
    wide = np.maximum(np.maximum(radius, WIDTH * length), THINNEST)
    along = 0.5 * mass * wide**2
    across = mass * (3.0 * wide**2 + length**2) / 12.0
    reach = np.cumsum(length)
    arms = np.triu((reach - 0.5 * length)[None, :] - (reach - length)[:, None])
    below = np.triu(np.ones_like(arms)) @ across + arms**2 @ mass
    weight = GRAVITY * arms @ mass
    stiffness = np.minimum(hanging.spring(weight), STIFFEST * weight)
    critical = 2.0 * np.sqrt((stiffness + weight) * below)
    return {
        "inertia": np.stack([across, along, across], axis=1),
        "below": np.stack([below, np.cumsum(along[::-1])[::-1]], axis=1), "weight": weight,
        "stiffness": stiffness, "damping": hanging.damping * critical + hanging.air * below,
    }  # fmt: skip


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

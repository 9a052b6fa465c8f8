"""Where a body bears on the ground in a take: loads of hands, knees and feet, and how they slide.

A part touches the ground with the point of its segments that is nearest to it. That point belongs
to the body, so that a round end that rolls does not slide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..bodies.segments import Segment
from ..shots.take import Performance
from .soles import slides

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Heights = Callable[[Array], Array]  # of the ground [m] at places (..., 2) [m]
BALLS = 9  # along a capsule
NEAR = 0.015  # [m]: a segment that is further from the ground does not bear on it
TOUCHES = 20.0  # [N]
# Segments of each part, and between which shares of their length from the upper end they count.
PARTS: dict[str, Sequence[tuple[str, float, float]]] = {
    "hand": (("hand", 0.0, 1.0),),
    "knee": (("lower_leg", 0.0, 0.5), ("upper_leg", 0.5, 1.0)),
    "foot": (("foot", 0.0, 1.0), ("toes", 0.0, 1.0)),
}
ARM = (("hand", 0.0, 1.0), ("lower_arm", 0.0, 1.0))
HEAD = (("head", 0.0, 1.0),)


class Bearing(NamedTuple):
    """
    Attributes:
        load: (frames,) vertical force of the ground on the part, a mean over each frame [N].
        steps: (frames - 1, 2) how far its point on the ground went since the last frame [m].
    """

    load: Array
    steps: Array


def level(places: Array) -> Array:
    """The plane z = 0."""
    return np.zeros(places.shape[:-1])


def bearing(
    character: Character,
    performance: Performance,
    parts: Sequence[tuple[str, float, float]],
    side: str,
    heights: Heights = level,
) -> Bearing:
    """How a part of one side bears: the sum of what its segments do that touch the ground."""
    assert performance.contact_forces is not None
    loads, gaps, steps = [], [], []
    for base, low, high in parts:
        name = base + side
        gap, step, along = _nearest(character.segment(name), performance, heights)
        bears = (gap < NEAR) & (along >= low) & (along <= high)
        force = performance.contact_forces[:, performance.segment_names.index(name), 2]
        loads.append(np.where(bears, force, 0.0))
        gaps.append(np.where(bears, gap, np.inf))
        steps.append(step)
    chosen = np.argmin(gaps, axis=0)[1:]
    frames = np.arange(len(chosen))
    return Bearing(np.sum(loads, axis=0), np.array(steps)[chosen, frames])


def contact_slides(loaded: Bools, steps: Array, gap: int) -> list[float]:
    """For each contact, how far its loaded point gets from where the contact began [m].

    Args:
        loaded: (frames,) whether the part bears.
        gap: frames without load that end a contact; in fewer the part goes nowhere.
    """
    while_loaded = np.where((loaded[1:] & loaded[:-1])[:, None], steps, 0.0)
    return list(slides(without_gaps(loaded, gap), while_loaded))


def without_gaps(holds: Bools, gap: int) -> Bools:
    """The same with pauses of less than `gap` frames filled."""
    found = holds.copy()
    frames = np.flatnonzero(holds)
    for before, after in pairwise(frames.tolist()):
        if after - before <= gap:
            found[before:after] = True
    return found


def running_mean(values: Array, count: int) -> Array:
    """(frames, ...) means over the last `count` frames; over fewer at the beginning."""
    sums = np.cumsum(values, axis=0)
    sums[count:] = sums[count:] - sums[:-count]
    counts = np.minimum(np.arange(1, len(values) + 1), count)
    means: Array = sums / counts.reshape(-1, *[1] * (values.ndim - 1))
    return means


def first_touch(bearings: Sequence[Bearing]) -> int | None:
    """The first frame in which one of the parts bears more than a touch; None if none does."""
    touching = np.any([b.load > TOUCHES for b in bearings], axis=0)
    return int(touching.argmax()) if touching.any() else None


def _nearest(
    segment: Segment, performance: Performance, heights: Heights
) -> tuple[Array, Array, Array]:
    """Of the segment's point that is nearest to the ground: its height over it [m] (frames,), its
    way since the last frame (frames - 1, 2) [m], and its share of the segment's length (frames,).
    """
    at = performance.segment_names.index(segment.name)
    middle = performance.segment_positions[:, at]
    axes = matrices_from_quaternions(performance.segment_orientations[:, at])
    cores, along, radius = _cores(segment)
    down = -radius * axes[:, None, 2]  # (frames, 1, 3): from a core to its lowest skin
    skin = cores + down  # (frames, k, 3) in the segment's frame
    places = middle[:, None] + np.einsum("fij,fkj->fki", axes, skin)
    gaps = places[..., 2] - heights(places[..., :2])
    chosen = gaps.argmin(axis=1)
    frames = np.arange(len(chosen))
    touching = skin[frames, chosen][1:]
    before = middle[:-1] + np.einsum("fij,fj->fi", axes[:-1], touching)
    steps = (places[frames, chosen][1:] - before)[:, :2]
    return gaps[frames, chosen], steps, along[chosen]


def _cores(segment: Segment) -> tuple[Array, Array, float]:
    """Points (k, 3) under the skin, off the center of mass [m]; their shares of the length from
    the upper or rear end (k,); and the depth of the points under the skin [m].
    """
    shape = segment.shape
    assert shape is not None
    off = np.array(shape.center) - np.array(segment.center)
    if shape.kind == "capsule":
        radius = shape.size[0] / 2
        shares = np.linspace(0.0, 1.0, BALLS)
        reach = shape.size[2] / 2 - radius
        cores = np.zeros((BALLS, 3))
        cores[:, 2] = reach * (1.0 - 2.0 * shares)
        return off + cores, shares, radius
    line = np.linspace(-0.5, 0.5, 3)
    grid = np.stack(np.meshgrid(line, line, line, indexing="ij"), axis=-1).reshape(-1, 3)
    return off + grid * np.array(shape.size), grid[:, segment.long_axis] + 0.5, 0.0

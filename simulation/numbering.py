"""Conversion between the order of segments and numbers in `Body` and PyBullet's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .body import POSITION_SIZES, SPHERICAL, UNIVERSAL, Body
from .records import whole_numbers


def depth_first(body: Body) -> list[int]:
    """Segments in PyBullet's order of links, which does not depend on the given order."""
    order: list[int] = []
    waiting = [0]
    while waiting:
        i = waiting.pop()
        order.append(i)
        waiting += np.flatnonzero(body.parent == i)[::-1].tolist()
    return order


def building_order(body: Body, carriers: Sequence[int]) -> list[tuple[int, int | None]]:
    """`depth_first` with chains, after the segments on their carriers: (segment, None), or the
    carrier and the chain's number.

    Args:
        carriers: the segment that carries each chain.
    """
    order: list[tuple[int, int | None]] = []
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        segment, chain = waiting.pop()
        order.append((segment, chain))
        if chain is None:
            chains = [(segment, c) for c, carrier in enumerate(carriers) if carrier == segment]
            below = [(int(i), None) for i in np.flatnonzero(body.parent == segment)]
            waiting += [*chains[::-1], *below[::-1]]
    return order


def segments_of_links(
    body: Body, links: Sequence[int], hanging: Mapping[int, int]
) -> NDArray[np.int64]:
    """The segment of each link, from link -1 on; the ankle's extra link belongs to the foot.

    Args:
        hanging: the carriers of links that hang; these have -1 - carrier.
    """
    segments = [0] * (max([*links, *hanging]) + 2)
    for link, carrier in hanging.items():
        segments[link + 1] = -1 - carrier
    for segment, link in enumerate(links):
        segments[link + 1] = segment
        if body.joint_type[segment] == UNIVERSAL:
            segments[link] = segment
    return whole_numbers(segments)


def movable_joints(body: Body, links: Sequence[int]) -> tuple[int, ...]:
    """PyBullet's movable joints in the order of the segments; an ankle's pitch before its roll."""
    joints: list[int] = []
    for kind, link in zip(body.joint_type, links, strict=True):
        if kind == UNIVERSAL:
            joints.append(link - 1)
        if POSITION_SIZES[kind]:
            joints.append(link)
    return tuple(joints)


def torque_spans(body: Body) -> tuple[tuple[int, int], ...]:
    """Span of each movable PyBullet joint's torque in the flat actuator vector."""
    spans: list[tuple[int, int]] = []
    for kind, start in zip(body.joint_type, body.velocity_index.tolist(), strict=True):
        if kind == SPHERICAL:
            spans.append((start, start + 3))
        elif kind == UNIVERSAL:
            spans += [(start, start + 1), (start + 1, start + 2)]
        elif POSITION_SIZES[kind]:
            spans.append((start, start + 1))
    return tuple(spans)


def wxyz_order(body: Body) -> NDArray[np.int64]:
    """Indices that reorder PyBullet's flat joint numbers (x, y, z, w) to those of `Body`."""
    order: list[int] = []
    for kind, start in zip(body.joint_type, body.position_index.tolist(), strict=True):
        if kind == SPHERICAL:
            order += [start + 3, start, start + 1, start + 2]
        else:
            order += list(range(start, start + POSITION_SIZES[kind]))
    return whole_numbers(order)

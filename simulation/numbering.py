"""How PyBullet numbers the links, joints and numbers of a body, beside our own order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .body import POSITION_SIZES, SPHERICAL, UNIVERSAL, Body


def depth_first(body: Body) -> list[int]:
    """Segments in the order in which PyBullet numbers its links, whatever order it is given."""
    order: list[int] = []
    waiting = [0]
    while waiting:
        i = waiting.pop()
        order.append(i)
        waiting += np.flatnonzero(body.parent == i)[::-1].tolist()
    return order


def segments_of_links(body: Body, links: Sequence[int]) -> tuple[int, ...]:
    """Which segment a link belongs to, from link -1 on; the ankle's extra link to the foot."""
    segments = [0] * (max(links) + 2)
    for segment, link in enumerate(links):
        segments[link + 1] = segment
        if body.joint_type[segment] == UNIVERSAL:
            segments[link] = segment
    return tuple(segments)


def movable_joints(body: Body, links: Sequence[int]) -> tuple[int, ...]:
    """PyBullet's movable joints in the order of the segments; the ankle's pitch comes before."""
    joints: list[int] = []
    for kind, link in zip(body.joint_type, links, strict=True):
        if kind == UNIVERSAL:
            joints.append(link - 1)
        if POSITION_SIZES[kind]:
            joints.append(link)
    return tuple(joints)


def torque_spans(body: Body) -> tuple[tuple[int, int], ...]:
    """Where each movable PyBullet joint's torque stands in the flat actuator vector."""
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
    """Which of PyBullet's flat joint numbers (quaternions x, y, z, w) stands where in ours."""
    order: list[int] = []
    for kind, start in zip(body.joint_type, body.position_index.tolist(), strict=True):
        if kind == SPHERICAL:
            order += [start + 3, start, start + 1, start + 2]
        else:
            order += list(range(start, start + POSITION_SIZES[kind]))
    return np.array(order)

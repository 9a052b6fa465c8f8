"""What a step has left inside of shapes is turned out of them, link by link from the root.

A step's contacts are springs in equations of a few iterations: between an arm and a thigh, or where
a shape moves fast, they leave some depth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..compiled import compiled
from ..records import Rows
from .records import Carried, Link, Solid
from .small import direction
from .step import RECOVERY, System, is_near
from .touching import gap_to

Array = NDArray[np.float64]
PASSES = 4
FARTHEST = 0.5  # of a link's length that its end is moved at most in a pass
TOLERANCE = 0.02  # of the radius


@compiled
def leave_shapes(
    links: Rows[Link], chain: Carried, shapes: Rows[Solid], allowed: Array, system: System
) -> None:
    """Turn links out of shapes about their near ends; their velocities stay as they are."""
    near, normal, moved = system.vectors[0], system.vectors[1], system.vectors[2]
    place = chain["place"]
    for k in range(3):
        near[k] = place[k]
    for i in range(chain["first"], chain["end"]):
        link = links[i]
        point, start = link["point"], link["start"]
        for k in range(3):
            moved[k] = point[k]
        _keep_length(link, near, system)
        for _ in range(PASSES):
            share, depth = _deepest(link, shapes, allowed[i], near, system)
            if depth <= TOLERANCE * link["radius"]:
                break
            way = min(depth / share, FARTHEST * link["length"])
            for k in range(3):
                point[k] += way * normal[k]
            _keep_length(link, near, system)
        for k in range(3):
            start[k] += point[k] - moved[k]
            near[k] = point[k]


@compiled
def _keep_length(link: Link, near: Array, system: System) -> None:
    point, way = link["point"], system.vectors[3]
    if direction(near, point, way) > 0.0:
        for k in range(3):
            point[k] = near[k] + link["length"] * way[k]


@compiled
def _deepest(
    link: Link, shapes: Rows[Solid], allowed: Array, near: Array, system: System
) -> tuple[float, float]:
    """Share of the link and depth [m] of its deepest point; fills the way out of that shape."""
    out, normal, at = system.vectors[1], system.vectors[4], system.vectors[5]
    point, deepest, deepest_share = link["point"], 0.0, 1.0
    for s in range(len(shapes)):
        shape = shapes[s]
        if not is_near(link, shape):
            continue
        for p in range(link["samples"]):
            share = (p + 1.0) / link["samples"]
            for k in range(3):
                at[k] = near[k] + share * (point[k] - near[k])
            gap = gap_to(shape["kind"], shape["size"], shape["place"], shape["axes"], at, normal)
            depth = link["radius"] - gap - max(allowed[p, s], RECOVERY * link["depth"][p])
            if depth > deepest:
                deepest, deepest_share = depth, share
                for k in range(3):
                    out[k] = normal[k]
    return deepest_share, deepest

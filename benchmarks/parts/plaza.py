"""A plaza for crowds: five buildings, a terrace with two stairs, and a gate in its wall."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...shots.ground import Ground
from ...shots.prop import Prop

HALF = 22.0  # [m] from the middle to the edge
RISE, RUN, STEPS = 0.10, 0.4, 5  # [m], [m]
TERRACE = 9.0  # [m], y of the terrace's edge, to which the stairs lead up
STAIRS = ((-9.0, -5.0), (5.0, 9.0))  # [m], x from and to
TILE = 1.0  # [m], of the level parts, so that contacts keep their precision
GATE = (-1.5, 1.5)  # [m], x from and to
WALL_AT = -12.0  # [m], y of the wall with the gate


class Building(NamedTuple):
    x: float
    y: float
    width: float
    depth: float


BUILDINGS = (
    Building(-14.0, 3.0, 6.0, 5.0), Building(14.0, 3.0, 6.0, 5.0), Building(0.0, 0.0, 5.0, 5.0),
    Building(-15.0, -6.0, 5.0, 5.0), Building(15.0, -6.0, 5.0, 5.0),
)  # fmt: skip


def plaza_ground() -> Ground:
    """The plaza at z = 0, and the terrace behind it."""
    height = RISE * STEPS
    foot = TERRACE - RUN * (STEPS - 1)
    boxes = [(-HALF, HALF, -HALF, foot, 0.0), (-HALF, HALF, TERRACE, HALF, height)]
    spans = [-HALF, *(x for stairs in STAIRS for x in stairs), HALF]
    boxes += [(a, b, foot, TERRACE, 0.0) for a, b in list(pairwise(spans))[::2]]
    walls = [(a, b, TERRACE, 0.0, height) for a, b in list(pairwise(spans))[::2]]
    for left, right in STAIRS:
        for step in range(STEPS):
            edge = foot + RUN * step
            walls.append((left, right, edge, RISE * step, RISE * (step + 1)))
            if step < STEPS - 1:
                boxes.append((left, right, edge, edge + RUN, RISE * (step + 1)))
    return _mesh([*(_level(*box) for box in boxes), *(_upright(*wall) for wall in walls)])


def plaza_props() -> list[Prop]:
    """The buildings, and the wall on both sides of the gate."""
    props = [
        Prop(f"building {i}", "box", size=(b.width, b.depth, 6.0), position=(b.x, b.y, 3.0))
        for i, b in enumerate(BUILDINGS)
    ]
    for name, (left, right) in {"left": (-HALF, GATE[0]), "right": (GATE[1], HALF)}.items():
        props.append(
            Prop(f"wall {name}", "box", size=(right - left, 0.3, 2.5),
                 position=((left + right) / 2, WALL_AT, 1.25))
        )  # fmt: skip
    return props


Array = NDArray[np.float64]


def _level(left: float, right: float, front: float, back: float, height: float) -> Array:
    """Tiles (n, 4, 3) of a level rectangle."""
    xs = np.linspace(left, right, max(2, round((right - left) / TILE) + 1))
    ys = np.linspace(front, back, max(2, round((back - front) / TILE) + 1))
    return np.array([
        [(a, c, height), (b, c, height), (b, d, height), (a, d, height)]
        for a, b in pairwise(xs) for c, d in pairwise(ys)
    ])  # fmt: skip


def _upright(left: float, right: float, at: float, bottom: float, top: float) -> Array:
    """Tiles (n, 4, 3) of a riser that faces the plaza."""
    xs = np.linspace(left, right, max(2, round((right - left) / TILE) + 1))
    return np.array([
        [(a, at, bottom), (b, at, bottom), (b, at, top), (a, at, top)] for a, b in pairwise(xs)
    ])  # fmt: skip


def _mesh(parts: list[Array]) -> Ground:
    quads = np.concatenate(parts)
    first = 4 * np.arange(len(quads))[:, None]
    triangles = np.concatenate([first + [0, 1, 2], first + [0, 2, 3]])
    return Ground.mesh(quads.reshape(-1, 3).tolist(), triangles.tolist())

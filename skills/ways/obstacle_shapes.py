"""What never moves and is in a walker's way: small things as discs, large ones by their sides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...shots.ground import Ground
from ...simulation.rotation import Array
from .obstacles import Obstacle

LOW, HIGH = 0.1, 1.8  # [m] over the ground: objects that end below or begin above do not count
WIDEST = 0.5  # [m], radius of the largest disc
KEEPS_OFF = 0.35  # [m]: walkers swing wide


def in_the_way(obstacles: Sequence[Obstacle], ground: Ground) -> list[Obstacle]:
    """The obstacles that a walker cannot walk over or under."""
    return [obstacle for obstacle in obstacles if _is_in_the_way(obstacle, ground)]


def _is_in_the_way(obstacle: Obstacle, ground: Ground) -> bool:
    x, y = obstacle.outline.mean(axis=0).tolist()
    level = ground.height_at(x, y) or 0.0
    return obstacle.low < level + HIGH and obstacle.high > level + LOW


def discs_of(obstacles: Sequence[Obstacle]) -> tuple[Array, Array]:
    """(n, 2) places and (n,) radii [m] of discs around the small obstacles."""
    small = [obstacle.outline for obstacle in obstacles if _radius(obstacle.outline) <= WIDEST]
    places = [_middle(outline) for outline in small]
    radii = [_radius(outline) + KEEPS_OFF for outline in small]
    return np.array(places).reshape(-1, 2), np.array(radii)


def walls_of(obstacles: Sequence[Obstacle]) -> Array:
    """(n, 2, 2) from where to where the sides of the large obstacles run [m]."""
    large = [obstacle.outline for obstacle in obstacles if _radius(obstacle.outline) > WIDEST]
    sides = [np.stack([outline, np.roll(outline, -1, axis=0)], axis=1) for outline in large]
    return np.concatenate([np.empty((0, 2, 2)), *sides])


def _middle(outline: Array) -> Array:
    middle: Array = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return middle


def _radius(outline: Array) -> float:
    return float(np.linalg.norm(outline - _middle(outline), axis=1).max())

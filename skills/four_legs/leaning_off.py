"""Leaning before a step: the center of mass moves over the feet that stay on the ground.

Jones 2011, Section 5.1.3, shifts it by a fixed distance away from the foot that steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...controllers.quadruped.paws import paw
from ...simulation.body import Motion
from ...simulation.rotation import Array
from .places import is_calm
from .quadruped import Quadruped

# Numbers without a source: tuned by hand, judged by bench quadruped_postures.
LEAST_SHARE = 0.2  # of the weight: least load of each foot that stays
ENOUGH = 0.05  # of the weight: a foot may be lifted once each other foot would bear more
TINY = 1e-12  # [m2]: no division by nothing
IN_LINE = 1e-3  # of the leg squared: three feet so nearly in line hold no weight between them


def lean_off(leg: int) -> Callable[[Quadruped, Motion], None]:
    """Move the center of mass to where the other three feet share the weight."""

    def lean(quadruped: Quadruped, motion: Motion) -> None:
        corners = np.delete(_feet(quadruped, motion), leg, axis=0)
        _lean_to(quadruped, motion, _nearest_support(quadruped, corners, motion.com[:2]))

    return lean


def leans_off(leg: int) -> Callable[[Quadruped, Motion], bool]:
    """Whether the other three feet can bear the body, at rest."""

    def leans(quadruped: Quadruped, motion: Motion) -> bool:
        corners = np.delete(_feet(quadruped, motion), leg, axis=0)
        shares = _shares(quadruped, corners, motion.com[:2])
        return bool((shares > ENOUGH).all()) and is_calm(quadruped, motion)

    return leans


def stay_over(quadruped: Quadruped, motion: Motion) -> None:
    """Keep the center of mass at its present place over the feet."""
    _lean_to(quadruped, motion, motion.com[:2])


def _lean_to(quadruped: Quadruped, motion: Motion, place: Array) -> None:
    """Set the target of the center of mass (2,) [m]."""
    heading = float(quadruped.memory["heading"])
    way = place - _feet(quadruped, motion).mean(axis=0)
    c, s = math.cos(heading), math.sin(heading)
    ahead = c * way[0] + s * way[1] - float(quadruped.anatomy["ahead"])
    quadruped.command["shift"][:] = ahead, c * way[1] - s * way[0]


def _feet(quadruped: Quadruped, motion: Motion) -> Array:
    """(4, 2) places of the feet [m]."""
    return np.array([paw(motion, quadruped.anatomy, leg)[:2] for leg in range(4)])


def _nearest_support(quadruped: Quadruped, corners: Array, point: Array) -> Array:
    """(2,) nearest to a point, at which each of three feet (3, 2) bears its least share."""
    if (_shares(quadruped, corners, point) >= LEAST_SHARE).all():
        return point
    inner = LEAST_SHARE * corners.sum(axis=0) + (1.0 - 3.0 * LEAST_SHARE) * corners
    nearest = []
    for k in range(3):
        start, side = inner[k], inner[k - 1] - inner[k]
        along = float(np.clip((point - start) @ side / max(side @ side, TINY), 0.0, 1.0))
        nearest.append(start + along * side)
    best: Array = min(nearest, key=lambda place: float(np.linalg.norm(place - point)))
    return best


def _shares(quadruped: Quadruped, corners: Array, point: Array) -> Array:
    """(3,) of the weight over a point (2,) that feet at three corners (3, 2) bear."""
    sides = (corners[1:] - corners[0]).T  # (2, 2)
    if abs(np.linalg.det(sides)) < IN_LINE * quadruped.leg**2:
        return np.full(3, 1.0 / 3.0)
    second, third = np.linalg.solve(sides, point - corners[0])
    return np.array([1.0 - second - third, second, third])

"""Things that a walker stands on as on the ground: low ones that never move, and are as deep as no
obstacle to step over is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...simulation.rotation import Array
from ..biped import Biped
from ..world_access import Heights
from .obstacles import Obstacle
from .terrain_sensing import TerrainSensing
from .walkable import distances_to
from .way_ahead import LONGEST

NEAR = 3.0  # of the leg: from which on a walker feels it
GROUND = 0.0  # [m]: height of the ground where there is no mesh


def platforms_among(obstacles: Sequence[Obstacle], leg: float) -> list[Obstacle]:
    """Those that a body with a leg of this length [m] stands on: broad in every direction."""
    return [obstacle for obstacle in obstacles if _breadth(obstacle.outline) >= LONGEST * leg]


def _breadth(outline: Array) -> float:
    """Of a convex outline (n, 2), across that of its sides from which it reaches least far [m]."""
    sides = np.roll(outline, -1, axis=0) - outline
    sides = sides[np.linalg.norm(sides, axis=1) > 0.0]
    if len(sides) == 0:
        return 0.0
    across = np.stack([-sides[:, 1], sides[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    return float(np.ptp(outline @ across.T, axis=0).min())


def with_platforms(heights: Heights | None, platforms: Sequence[Obstacle]) -> Heights:
    """The heights of the ground and of the platforms on it, seen from a height."""

    def seen(places: Array, top: float) -> Array:
        found = np.full(len(places), GROUND) if heights is None else heights(places, top)
        for platform in platforms:
            if platform.high < top:
                is_on = distances_to(platform.outline, places) == 0.0
                found = np.where(is_on, np.fmax(found, platform.high), found)
        return found

    return seen


def feel_near(biped: Biped, place: Array) -> None:
    """Have a walker that is near a platform feel all of them as ground from now on."""
    near = NEAR * biped.leg
    if not any(distances_to(found.outline, place) < near for found in biped.platforms):
        return
    biped.ground_heights = with_platforms(biped.ground_heights, biped.platforms)
    biped.terrain = TerrainSensing(biped, biped.ground_heights, None)
    biped.platforms = ()

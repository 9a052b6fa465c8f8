"""The ground under a body that lies, kneels or leans, as a plane.

A plane is (3,): its height at the origin [m], and its gradient along x and y.
"""

from __future__ import annotations

import math

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.rotation import Array

LEVEL = np.zeros(3)
STEEPEST = 0.5  # rise over run: anything steeper is a wall or an edge, not the ground
FEWEST = 3  # places that define a plane


def plane_through(places: Array, heights: Array) -> Array:
    """(3,) least squares plane through heights (n,) [m] at places (n, 2) [m]; NaN is left out."""
    seen = np.isfinite(heights)
    if seen.sum() < FEWEST:
        return LEVEL
    places, heights = places[seen], heights[seen]
    middle = places.mean(axis=0)
    gradient = np.linalg.lstsq(places - middle, heights - heights.mean(), rcond=None)[0]
    gradient *= min(1.0, STEEPEST / max(float(np.linalg.norm(gradient)), STEEPEST))
    return np.array([heights.mean() - gradient @ middle, *gradient])


@compiled
def height_of(plane: Array, x: float, y: float) -> float:
    """Height [m] of the ground at a place."""
    return plane[0] + plane[1] * x + plane[2] * y


@compiled
def slant(plane: Array) -> float:
    """Length of the normal with upward component 1: vertical over perpendicular distance."""
    return math.sqrt(1.0 + plane[1] ** 2 + plane[2] ** 2)

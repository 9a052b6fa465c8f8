"""Random poses of a body, within the ranges of its hinges."""

from __future__ import annotations

import numpy as np

from footfall.simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body

INNER = 0.8  # of a range: so that a joint does not reach its end at once


def random_quaternion(random: np.random.Generator) -> np.ndarray:
    drawn = random.normal(size=4)
    return drawn / np.linalg.norm(drawn)


def random_positions(body: Body, random: np.random.Generator) -> np.ndarray:
    """Flat joint positions, as in `Body`."""
    parts = []
    for i, kind in enumerate(body.joint_type):
        if kind == SPHERICAL:
            parts.append(random_quaternion(random))
        elif kind in (HINGE, UNIVERSAL):
            axes = [1] if kind == HINGE else [1, 0]
            low, high = body.low[i, axes], body.high[i, axes]
            middle, half = (low + high) / 2, INNER * (high - low) / 2
            parts.append(random.uniform(middle - half, middle + half))
    return np.concatenate(parts)

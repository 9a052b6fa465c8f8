"""Places on the ground that keep their distance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidInput

Array = NDArray[np.float64]
MOST_TRIES = 2000  # for one place


def scatter(
    count: int, area: tuple[float, float], spacing: float, random: np.random.Generator
) -> Array:
    """(count, 2) random places [m] in a rectangle around the origin, apart from each other.

    Args:
        area: its length along x and y [m].
        spacing: least distance of two places [m].

    Raises InvalidInput where so many do not fit.
    """
    places = np.empty((0, 2))
    half = np.array(area, float) / 2
    for _ in range(count):
        for _ in range(MOST_TRIES):
            place = random.uniform(-half, half)
            if (np.linalg.norm(places - place, axis=1) >= spacing).all():
                break
        else:
            raise InvalidInput(
                f"Only {len(places)} of {count} members fit on {area[0]:g} x {area[1]:g} m at "
                f"{spacing:g} m from each other: give them more room or less spacing."
            )
        places = np.vstack([places, place])
    return places

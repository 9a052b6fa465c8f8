"""Random places on the ground with a minimum distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from .surfaces import Surface

Array = NDArray[np.float64]
MOST_TRIES = 2000  # to find one place


def scatter(
    count: int,
    surface: Surface,
    spacing: float,
    random: np.random.Generator,
    kept: Mapping[int, Sequence[float]],
) -> Array:
    """Random places (count, 2) [m] on a surface, apart from each other.

    Args:
        spacing: smallest distance between two places [m].
        kept: given places [m], by number.

    Raises InvalidInput where so many places do not fit.
    """
    places = {number: np.array(kept[number], float) for number in kept if number < count}
    for number in range(count):
        if number not in places:
            places[number] = _free_place(list(places.values()), count, surface, spacing, random)
    return np.array([places[number] for number in range(count)])


def _free_place(
    taken: list[Array], count: int, surface: Surface, spacing: float, random: np.random.Generator
) -> Array:
    others = np.array(taken).reshape(-1, 2)
    for _ in range(MOST_TRIES):
        place = surface.place(random)
        if (np.linalg.norm(others - place, axis=1) >= spacing).all():
            return place
    raise InvalidInput(
        f"Only {len(taken)} of {count} members fit on {surface.name} at {spacing:g} m from each "
        "other: give them more room or less spacing."
    )

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
    surface: Surface,
    spacings: Sequence[float],
    random: np.random.Generator,
    kept: Mapping[int, Sequence[float]],
) -> Array:
    """Random places (n, 2) [m] on a surface, apart from each other.

    Args:
        spacings: of each of the n [m]; two are apart by the mean of theirs at least.
        kept: given places [m], by number.

    Raises InvalidInput where so many places do not fit.
    """
    apart = np.array(spacings, float)
    places = {number: np.array(kept[number], float) for number in kept if number < len(apart)}
    for number in range(len(apart)):
        if number not in places:
            least = (apart[list(places)] + apart[number]) / 2.0
            place = _free_place(list(places.values()), least, surface, random)
            if place is None:
                raise InvalidInput(
                    f"Only {len(places)} of {len(apart)} members fit on {surface.name} at "
                    f"{apart[number]:g} m from each other: give them more room or less spacing."
                )
            places[number] = place
    return np.array([places[number] for number in range(len(apart))])


def _free_place(
    taken: list[Array], least: Array, surface: Surface, random: np.random.Generator
) -> Array | None:
    """A place (2,) [m] that is away from all that are taken, by the least distance from each [m];
    None where none is found.
    """
    others = np.array(taken).reshape(-1, 2)
    for _ in range(MOST_TRIES):
        place = surface.place(random)
        if (np.linalg.norm(others - place, axis=1) >= least).all():
            return place
    return None

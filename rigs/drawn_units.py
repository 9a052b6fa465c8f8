"""The length unit of a rig, estimated from the height of its body."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Sizes(NamedTuple):
    """Heights of a kind of body, from which the unit of a rig is estimated.

    Attributes:
        in_metres: smallest and largest [m]: the unit of a rig with such a height is the metre.
        likely: smallest and largest likely height of a rig in another unit [m].
        units: metres of each common unit, the likeliest first.
        usual: height assumed where no unit fits [m].
    """

    in_metres: tuple[float, float]
    likely: tuple[float, float]
    units: Sequence[float]
    usual: float


HUMANS = Sizes(
    in_metres=(0.3, 4.0),  # humans, trolls and gnomes
    likely=(1.4, 2.1),
    # Centimetres, decimetres, inches, millimetres, feet, CMU's unit, and rigs scaled down by those.
    units=(0.01, 0.1, 0.0254, 0.001, 0.3048, 0.0564444, 100.0, 10.0, 39.3701, 1000.0, 3.28084),
    usual=1.75,
)


def choose_unit(height: float, sizes: Sizes = HUMANS) -> float:
    """Metres per unit of the scene, for a body of a given height in that unit."""
    smallest, largest = sizes.in_metres
    if smallest <= height <= largest:
        return 1.0
    short, tall = sizes.likely
    for factor in sizes.units:
        if short <= factor * height <= tall:
            return factor
    return sizes.usual / height if 0.0 < height < math.inf else 1.0

"""The unit in which a rig is drawn, told by how high its body stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Sizes(NamedTuple):
    """How high bodies of a kind stand, by which the unit is told in which a rig is drawn.

    Attributes:
        in_metres: smallest and largest [m]: a rig of such a height is drawn in metres.
        likely: of a rig that is drawn in something else [m].
        units: metres for each of the usual units, the likeliest first.
        usual: where none of them fits [m].
    """

    in_metres: tuple[float, float]
    likely: tuple[float, float]
    units: Sequence[float]
    usual: float


HUMANS = Sizes(
    in_metres=(0.3, 4.0),  # humans, trolls and gnomes
    likely=(1.4, 2.1),
    # Centimetres, decimetres, inches, millimetres, feet, CMU's, and rigs shrunk by those.
    units=(0.01, 0.1, 0.0254, 0.001, 0.3048, 0.0564444, 100.0, 10.0, 39.3701, 1000.0, 3.28084),
    usual=1.75,
)


def choose_unit(height: float, sizes: Sizes = HUMANS) -> float:
    """Metres for one unit of the scene, for a body that stands so high in it."""
    smallest, largest = sizes.in_metres
    if smallest <= height <= largest:
        return 1.0
    short, tall = sizes.likely
    for factor in sizes.units:
        if short <= factor * height <= tall:
            return factor
    return sizes.usual / height if 0.0 < height < math.inf else 1.0

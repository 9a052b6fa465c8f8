"""State of a gallop between time steps, beside that of the four-legged body."""

from __future__ import annotations

from typing import Annotated, TypedDict

import numpy as np

from ..program.contacts import EDGES
from ..program.record import Reals, Rows, dtype_of

KNOTS = 16  # intervals of a horizon, which is a stride long
LEGS = 4


class GallopMemory(TypedDict):
    """State that a gallop keeps between time steps."""

    age: float  # of the plan [s]
    over_hips: float  # recent mean height of the center of mass over all hips [m]; 0: not known yet
    astray: Annotated[Reals, (2,)]  # recent way too far ahead, and to the left of the heading [m]
    planned: Annotated[Reals, (LEGS, 3)]  # forces on the feet now, in the world [N]
    bar: Annotated[Reals, (2,)]  # the middle of what the feet are to pass over [m]
    bar_half: float  # half of its depth along the heading [m]
    bar_top: float  # its height in the world [m]; NaN where there is none
    edges: Annotated[Reals, (KNOTS, LEGS, EDGES)]  # last plan, along the pyramids' edges [weight]


GALLOP = dtype_of(GallopMemory)


def make_gallop() -> Rows[GallopMemory]:
    """(1,) record of a gallop that has no plan yet."""
    gallops: Rows[GallopMemory] = np.zeros(1, dtype=GALLOP)
    gallops[0]["age"], gallops[0]["bar_top"] = np.inf, np.nan
    return gallops

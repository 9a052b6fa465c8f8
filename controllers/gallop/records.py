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
    aside: float  # recent way to the left of the heading [m]
    planned: Annotated[Reals, (LEGS, 3)]  # forces on the feet now, in the world [N]
    edges: Annotated[Reals, (KNOTS, LEGS, EDGES)]  # last plan, along the pyramids' edges [weight]


GALLOP = dtype_of(GallopMemory)


def make_gallop() -> Rows[GallopMemory]:
    """(1,) record of a gallop that has no plan yet."""
    gallops: Rows[GallopMemory] = np.zeros(1, dtype=GALLOP)
    gallops[0]["age"] = np.inf
    return gallops

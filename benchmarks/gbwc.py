"""Everything that GBWC's paper claims, beside its authors' code: all groups of figures in turn.

Coros, Beaudoin, van de Panne 2010, "Generalized biped walking control". A group alone:
`footfall bench gbwc_pushes`. All take about an hour on two cores; plots go to docs/.
"""

from __future__ import annotations

from . import (
    gbwc_ablations,
    gbwc_bodies,
    gbwc_clean,
    gbwc_clip,
    gbwc_pushes,
    gbwc_speeds,
    gbwc_styles,
    gbwc_turns,
)
from .groups import measure_groups
from .table import Row

GROUPS = (
    gbwc_speeds, gbwc_turns, gbwc_pushes, gbwc_bodies, gbwc_styles, gbwc_clip, gbwc_clean,
    gbwc_ablations,
)  # fmt: skip


def measure() -> list[Row]:
    """The rows of all groups."""
    return measure_groups(GROUPS)

"""Four-legged bodies: gaits and pushes, sitting and lying down, getting up, rigs.

Jones 2011, Chapter 5, which shows its motions and gives no figures of success. A group alone:
`footfall bench quadruped_gaits`.
"""

from __future__ import annotations

from . import quadruped_fallen, quadruped_gaits, quadruped_postures, quadruped_rigs
from .groups import measure_groups
from .table import Row

GROUPS = (quadruped_gaits, quadruped_postures, quadruped_rigs, quadruped_fallen)


def measure() -> list[Row]:
    """The rows of all groups."""
    return measure_groups(GROUPS)

"""Four-legged bodies: gaits and pushes, sitting and lying down, getting up, rigs.

Jones 2011, Chapter 5, which shows its motions and gives no figures of success. A group alone:
`footfall bench quadruped_gaits`.
"""

from __future__ import annotations

import sys
import time

from . import quadruped_fallen, quadruped_gaits, quadruped_postures, quadruped_rigs
from .table import Row

GROUPS = (quadruped_gaits, quadruped_postures, quadruped_rigs, quadruped_fallen)


def measure() -> list[Row]:
    """The rows of all groups; a word on stderr as each is done."""
    rows: list[Row] = []
    for group in GROUPS:
        start = time.perf_counter()
        found = group.measure()
        minutes = (time.perf_counter() - start) / 60
        name = group.__name__.rpartition(".")[2]
        print(f"{name}: {len(found)} figures in {minutes:.1f} min", file=sys.stderr, flush=True)
        rows += found
    return rows

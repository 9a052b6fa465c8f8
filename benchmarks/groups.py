"""Benchmarks of several groups, one after the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from types import ModuleType

from .table import Row


def measure_groups(groups: Sequence[ModuleType]) -> list[Row]:
    """The rows of all groups; a word on stderr as each is done."""
    rows: list[Row] = []
    for group in groups:
        start = time.perf_counter()
        found: list[Row] = group.measure()
        minutes = (time.perf_counter() - start) / 60
        name = group.__name__.rpartition(".")[2]
        print(f"{name}: {len(found)} figures in {minutes:.1f} min", file=sys.stderr, flush=True)
        rows += found
    return rows

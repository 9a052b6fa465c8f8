"""Dogs of several sizes and shapes gallop straight on, turn, stop, and pass over bars."""

from __future__ import annotations

from .parts.asymmetrical_gaits import Case, rows_of
from .parts.table import Row


def measure() -> list[Row]:
    return rows_of(Case("gallop", froude=1.6), bars="must")

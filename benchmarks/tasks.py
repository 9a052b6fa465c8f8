"""All of Section 5.4 of Coros, Beaudoin, van de Panne 2010: what hands do, and what feet do.

A group alone: `footfall bench tasks_hands`, `footfall bench tasks_feet`.
"""

from __future__ import annotations

from . import tasks_feet, tasks_hands
from .groups import measure_groups
from .table import Row


def measure() -> list[Row]:
    """The rows of both groups."""
    return measure_groups((tasks_hands, tasks_feet))

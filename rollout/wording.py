"""Wording of numbers in messages to the artist."""

from __future__ import annotations

LOADING, SIMULATING = "Loading the simulation", "Simulating"
COMPILING = "Compiling, for this first time only"


def about(seconds: float) -> str:
    """A rough time in words."""
    step = 1 if seconds < 20 else 5
    return f"about {max(step * round(seconds / step), 1)} s"


def count(number: int, what: str) -> str:
    """A number with its noun, in the plural where needed."""
    return f"{number} {what}{'' if number == 1 else 's'}"

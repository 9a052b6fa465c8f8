"""What an artist is told, in words."""

from __future__ import annotations

LOADING, SIMULATING = "Loading the simulation", "Simulating"
COMPILING = "Compiling, for this first time only"


def about(seconds: float) -> str:
    """A time that nobody knows to the second."""
    step = 1 if seconds < 20 else 5
    return f"about {max(step * round(seconds / step), 1)} s"


def count(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"

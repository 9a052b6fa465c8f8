"""The human that tests of several skills share."""

from __future__ import annotations

from footfall import Character


def human() -> Character:
    """The paper's human by mass, of average height."""
    return Character.humanoid(height=1.75, mass=70.4)

"""Where a body is over the ground, and how fast it moves there."""

from __future__ import annotations

from .body import Motion
from .records import Rows, views_of
from .rotation import Array


def place_of(motion: Rows[Motion]) -> Array:
    """(2,) place of a body's center of mass on the ground [m], from its record of motion."""
    place: Array = views_of(Motion, motion).com[:2]
    return place


def velocity_of(motion: Rows[Motion]) -> Array:
    """(2,) velocity of a body's center of mass over the ground [m/s]."""
    velocity: Array = views_of(Motion, motion).com_velocity[:2]
    return velocity

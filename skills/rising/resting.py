"""Rests of a body that gets up, by its style."""

from __future__ import annotations

from dataclasses import replace

from ...catalogue.movements import movements
from ...catalogue.rising_styles import RisingStyle
from ...simulation.dynamics import ROOT_SIZE
from .body import Movement, RisingBody

ABOUT_Y = 1  # of a ball joint's rotation vector


def rested(b: RisingBody, movement: Movement, style: RisingStyle) -> Movement:
    """The movement with the rest that a style takes after it, the head hanging meanwhile."""
    rest = next((t for name, t in style.rests.items() if movements()[name] is movement.data), 0.0)
    if rest == 0.0:
        return movement
    pose, neck = movement.pose.copy(), b.index["head"]
    pose[ROOT_SIZE + int(b.body.velocity_index[neck]) + ABOUT_Y] += style.neck
    return replace(movement, pose=pose, data=replace(movement.data, hold=movement.data.hold + rest))

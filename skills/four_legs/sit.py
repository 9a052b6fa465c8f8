"""Sit down on the haunches (Jones 2011, Section 5.1.2)."""

from __future__ import annotations

from ..behaviour import Behaviour
from .quadruped import Quadruped, stand_still
from .rising import stand_then
from .sitting_down import sit_down


class Sit(Behaviour[Quadruped]):
    may_touch = None

    def enter(self) -> None:
        quadruped = self.body
        if quadruped.posture != "sitting" or quadruped.is_rising:
            stand_then(quadruped, _sit)
        elif quadruped.routine is None:
            quadruped.events.append("seated")


def _sit(quadruped: Quadruped) -> None:
    stand_still(quadruped)
    sit_down(quadruped)

"""Lie down on the belly (Jones 2011, Section 5.1.3)."""

from __future__ import annotations

from ..behaviour import Behaviour
from .quadruped import Quadruped, stand_still
from .rising import stand_then
from .sitting_down import lie_down


class LieDown(Behaviour[Quadruped]):
    may_touch = None

    def enter(self) -> None:
        quadruped = self.body
        if quadruped.posture in ("standing", "fallen") or quadruped.is_rising:
            stand_then(quadruped, _lie)
        else:
            lie_down(quadruped)


def _lie(quadruped: Quadruped) -> None:
    stand_still(quadruped)
    lie_down(quadruped)

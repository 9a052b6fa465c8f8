"""Come to a stop and stand, stepping when balance asks for it; rise first from sitting or lying."""

from __future__ import annotations

from functools import partial

from ..behaviour import Behaviour, Values
from .quadruped import PAWS, Quadruped, set_heading, stand_still
from .rising import stand_then


class Stand(Behaviour[Quadruped]):
    may_touch = PAWS

    def enter(self) -> None:
        stand_then(self.body, stand_still)

    def command(self, values: Values) -> None:
        if self.body.is_rising:
            self.body.follows = partial(_stand_facing, heading=values["heading"])
        else:
            set_heading(self.body, values["heading"])


def _stand_facing(quadruped: Quadruped, heading: float | None) -> None:
    stand_still(quadruped)
    set_heading(quadruped, heading)

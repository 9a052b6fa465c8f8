"""Stand on the hands, and step with them when a push requires it: Wu and Zordan 2010, Section 6."""

from __future__ import annotations

from ..catalogue.styles import NATURAL
from .behaviour import Behaviour, Values
from .biped import HANDS, Biped
from .gait_command import set_gait, stand_still

UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}


class Handstand(Behaviour[Biped]):
    may_touch = HANDS

    def enter(self) -> None:
        stand_still(self.body)

    def command(self, values: Values) -> None:
        set_gait(self.body, UNSTYLED)

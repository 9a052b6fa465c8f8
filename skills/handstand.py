"""Stand on the hands, and step with them when a push asks for it: Wu and Zordan 2010, Section 6."""

from __future__ import annotations

from ..catalogue.styles import NATURAL
from .biped import HANDS, Biped, Values, keep_heading, set_gait, stop_walking

MAY_TOUCH = HANDS
UNSTYLED: Values = {"style": NATURAL, "style_blend": 1.0, "stance_knee": None}


def begin(biped: Biped) -> None:
    """Called once when a cue starts."""
    keep_heading(biped)
    stop_walking(biped)


def command(biped: Biped, values: Values) -> None:
    """Set what the cue's parameters say now: it has none."""
    set_gait(biped, UNSTYLED)

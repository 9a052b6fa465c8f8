"""The speeds that a body of its size goes at where none is given.

The catalogue's speeds are those of an adult, and of a dog for what four legs alone do. Gaits of
different sizes are similar at equal Froude numbers v^2 / (g leg): another body goes as fast times
the root of the ratio of their legs (Alexander 1984, as in `catalogue/gaits.py`).
"""

from __future__ import annotations

import math

from ..bodies.character import Character
from ..bodies.strength import ADULT_LEG
from ..catalogue import CUES, Parameter
from ..catalogue.four_legs import OWN_SKILLS
from .cue import Cue

DOG_LEG = 0.44  # [m], hip to ground, of the usual body on four legs


def usual_speeds(skill: str, body: Character) -> dict[str, float]:
    """The parameters that are speeds, in tenths of m/s, where they differ from their defaults."""
    usual_leg = DOG_LEG if CUES[skill] in OWN_SKILLS else ADULT_LEG
    factor, found = math.sqrt(body.leg_length / usual_leg), dict[str, float]()
    for parameter in CUES[skill].parameters:
        if isinstance(parameter, Parameter) and parameter.unit == "m/s" and parameter.default:
            own = parameter.default * factor
            own = min(max(round(own, 1) or own, parameter.low), parameter.high)
            if own != parameter.default:
                found[parameter.name] = own
    return found


def at_usual_speed(cue: Cue, body: Character) -> Cue:
    """The cue, with the usual speeds of its body for those that it does not name."""
    speeds = usual_speeds(cue.skill, body)
    return Cue(cue.skill, cue.start, **{**speeds, **cue.parameters}) if speeds else cue

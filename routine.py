"""A ready-made list of cues as cues of a performer."""

from __future__ import annotations

import math
from typing import Any

from .catalogue.routines import Routine
from .cue import Cue


def cues_of(routine: Routine, heading: float) -> list[Cue]:
    """The cues for a character that faces `heading` [rad] at the start."""
    return [
        Cue(cue.skill, cue.start, **_in_world(dict(cue.parameters), heading))
        for cue in routine.cues
    ]


def _in_world(parameters: dict[str, Any], heading: float) -> dict[str, Any]:
    if "force" in parameters:
        forward, left, up = parameters["force"]
        cosine, sine = math.cos(heading), math.sin(heading)
        level = (forward * cosine - left * sine, forward * sine + left * cosine)
        parameters["force"] = (round(level[0], 6), round(level[1], 6), up)
    return parameters

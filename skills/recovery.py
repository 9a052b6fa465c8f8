"""The cue that the runtime inserts where a performer falls and recovers."""

from __future__ import annotations

from ..bodies.kinds import BIPED
from ..shots.cue import Cue

BRISK = 1.4  # factor of the usual pace of getting up, where other cues follow


def falling() -> Cue:
    return Cue("fall")


def rising(kind: str, heading: float | None) -> Cue:
    """A cue for a lying body to get up and face the direction [rad] from before the fall."""
    return Cue("get_up", heading=heading, pace=BRISK) if kind == BIPED else Cue("get_up")

"""What is inserted among a performer's cues where it falls and recovers."""

from __future__ import annotations

from ..bodies.kinds import BIPED
from ..shots.cue import Cue

BRISK = 1.4  # factor of the usual pace of getting up, for a performer with cues to go on with


def falling() -> Cue:
    return Cue("fall")


def rising(kind: str, heading: float | None) -> Cue:
    """To get up from where a body of a kind lies, and face a direction [rad] as before the fall."""
    return Cue("get_up", heading=heading, pace=BRISK) if kind == BIPED else Cue("get_up")

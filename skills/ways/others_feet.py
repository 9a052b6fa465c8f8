"""Keeping footholds off the feet of others: who steps on a foot, or meets it, may fall."""

from __future__ import annotations

import math

import numpy as np

from ...simulation.rotation import Array
from ..biped import Biped

# Numbers without a source: tuned by hand, judged by bench crowd_plaza.
ROOM = 0.14  # of the height, between the middles of two soles
FURTHEST = 0.13  # of the leg: how far a foothold is moved
LATEST = 0.75  # phase from which a foot comes down where it is to


def keep_off_feet(biped: Biped, feet: Array) -> None:
    """Move the coming foothold off others' feet (n, 2), the middles of their soles [m]."""
    memory, anatomy = biped.memory, biped.anatomy
    if not biped.is_on_level or memory["directed"]:
        return
    if memory["phase"] > LATEST:
        return
    swing, heading = 1 - int(memory["stance"]), float(memory["heading"])
    ahead = 0.5 * float(anatomy["ball"][swing] - anatomy["heel"][swing])
    sole = memory["planned"] + ahead * np.array([math.cos(heading), math.sin(heading)])
    away, room = sole - feet, ROOM * biped.character.height
    apart = np.maximum(np.linalg.norm(away, axis=1), 1e-3)
    move = ((np.maximum(room - apart, 0.0) / apart)[:, None] * away).sum(axis=0)
    size = float(np.linalg.norm(move))
    most = FURTHEST * biped.leg
    biped.command["off_feet"][:] = move * min(1.0, most / max(size, 1e-9))

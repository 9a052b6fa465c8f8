"""The feet of a four-legged body: the round ends of its legs."""

from __future__ import annotations

from ...simulation.body import Motion
from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from .records import QuadrupedAnatomy


@compiled
def paw(motion: Motion, anatomy: QuadrupedAnatomy, leg: int) -> Array:
    """(3,) middle of a foot's round end [m]."""
    foot = anatomy["foot"][leg]
    return motion.origin[foot] - anatomy["tip"][leg] * motion.rotation[foot][:, 2]

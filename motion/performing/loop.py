"""A cycle of a clip as a reference that goes on in a loop."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ..biped_frames import Placed, X, Y
from .clip import PerformedClip
from .cycle import find_cycle, repeated
from .reference import PerformedReference, reference_of
from .track import RATE, Placing

Array = NDArray[np.float64]
CLEARANCE = 0.03  # [m] of swinging feet, at least
CYCLES, OWN = 5, 2  # that are made consistent one after another, and which of them is the loop's


@dataclass(frozen=True, eq=False)
class LoopReference:
    """
    Attributes:
        reference: one cycle; it begins over the origin, and faces along x there.
        travel: (2,) way over the ground [m] of a cycle; turn: of the body over a cycle [rad].
    """

    reference: PerformedReference
    travel: Array
    turn: float


def loop_of(
    clip: PerformedClip, character: Character, gravity: float, begin: float = 0.0,
    tempo: float = 1.0, mirrored: bool = False,
) -> LoopReference:  # fmt: skip
    """The loop of a clip's cycle on a body, over the plane z = 0.

    Args:
        begin: time [s] of the clip before which the cycle does not begin.
        tempo: seconds of the clip that pass in a second, nearly.
    """
    cycle = find_cycle(clip, begin)
    frames = cycle.last - cycle.first
    period = round(frames / clip.rate / tempo * RATE)  # [frames of a track]
    several = replace(repeated(clip, cycle, CYCLES), rate=frames * RATE / period)
    placing = Placing((0.0, 0.0), 0.0, OWN * period / RATE, 1.0, mirrored)
    whole = reference_of(several, character, placing, gravity, clearance=CLEARANCE)
    facing = whole.placed.axes[[0, period], 0, :, X]
    headings = np.arctan2(facing[:, Y], facing[:, X])
    return LoopReference(
        _part(whole, period),
        (whole.placed.com[period] - whole.placed.com[0])[:2],
        float(headings[1] - headings[0]) if cycle.turn else 0.0,
    )


def _part(whole: PerformedReference, frames: int) -> PerformedReference:
    """The first frames of a reference."""
    arrays = {
        field.name: getattr(whole, field.name)[:frames]
        for field in fields(whole)
        if isinstance(getattr(whole, field.name), np.ndarray)
    }
    placed = whole.placed
    own = Placed(
        placed.origins[:frames], placed.centers[:frames], placed.axes[:frames], placed.com[:frames]
    )
    return replace(whole, placed=own, **arrays)

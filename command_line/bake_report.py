"""The report of `footfall bake --json` on each rig."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..shots.shortfalls import shortfalls
from ..shots.take import Performance, Take

STEP = 1.0  # [s] between two points of the path, so that swaying adds nothing to its length


@dataclass
class Record:
    """The report on one rig; None for steps that were not reached.

    Attributes:
        rig: as typed.
        file: the written file.
        armature: its name.
        bones: role -> bone.
        missing: roles without a bone.
        frames: first and last keyed frame.
        contacts: of the feet and hands of what it performs, as text; see --contact-marks.
        fell_at: [s].
        unfinished: a sentence for each unfinished cue.
        speed: [m/s], mean over the ground.
        seconds: duration of the bake.
        error: one sentence.
    """

    rig: str
    file: str | None = None
    armature: str | None = None
    bones: dict[str, str] | None = None
    missing: list[str] | None = None
    frames: tuple[int, int] | None = None
    contacts: str | None = None
    fell_at: float | None = None
    unfinished: list[str] | None = None
    speed: float | None = None
    seconds: float | None = None
    error: str | None = None

    def note_take(self, take: Take) -> None:
        performance = take.performances[0]
        self.fell_at = performance.fell_at
        self.unfinished = [shortfall.sentence for shortfall in shortfalls(take)]
        self.speed = mean_speed(take, performance)


def mean_speed(take: Take, performance: Performance) -> float:
    """Mean speed of the body along its path over the ground [m/s], curved or straight."""
    times = take.times
    if len(times) < 2:
        return 0.0
    stops = [*np.arange(times[0], times[-1] - STEP / 2, STEP), times[-1]]
    places = [
        [np.interp(stop, times, performance.root_position[:, axis]) for axis in (0, 1)]
        for stop in stops
    ]
    way = sum(float(np.hypot(*np.subtract(b, a))) for a, b in pairwise(places))
    return way / float(times[-1] - times[0])

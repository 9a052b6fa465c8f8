"""Runs from clips that fell as they were read, after a short search.

Kwon and Hodgins 2010, Section 6.
"""

from __future__ import annotations

import os

from ..learning.learn_run import check, improve, make_task, usual_durations
from ..motion.reference import ReferenceMotion
from ..motion.tuning import UNTUNED
from .parts.changed_clips import CHANGES, changed_clip
from .parts.table import Row

MINUTES, WITHIN = 10.0, 0.1  # of search, with all cores; of the asked speed


def measure() -> list[Row]:
    """A row for each clip that stands in for a captured one."""
    return [improved_row(changed_clip(change)) for change in CHANGES]


def improved_row(clip: ReferenceMotion) -> Row:
    """From how many starts a clip's own body runs it before and after a search."""
    task = make_task(clip, clip.character, clip.speed)
    lasting = usual_durations(task, clip)[-1]
    best = improve(task, clip, lambda improvement: None, MINUTES, os.cpu_count() or 1)
    before, after = (check(task, tuning, lasting) for tuning in (UNTUNED, best.reference.tuning))
    return Row(
        f"{clip.name} at {clip.speed:.2f} m/s on its own body for {lasting:.0f} s, kicked every "
        f"4 s: upright as read -> after {MINUTES:g} minutes, of {after.starts}; speed",
        "462 minutes on 64 cores", "", f"{before.lasted} -> {after.lasted}; {after.speed:.2f}",
        after.lasted > after.starts // 2 and abs(after.speed / clip.speed - 1.0) < WITHIN,
        "must: 1 of 3 clips, aim: all",
    )  # fmt: skip

"""The search for a better run in the background: one at a time."""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from ..base.errors import FootfallError
from ..jobs.learner_process import ImproverProcess
from .sidebars import redraw_sidebars

INTERVAL = 0.5  # [s] between two polls
DONE = "Improved {name}"


@dataclass
class Improving:
    """The state of the search. It is kept in Python and not in the file, as `run_state` is.

    Attributes:
        name: of the reference motion that is being improved, or was last.
        note: what the search is doing, or how it ended.
        progress: the share of its time that has passed, 0 to 1.
        failed: whether the search ended with an error.
        process: the process that searches; None where none does.
    """

    name: str = ""
    note: str = ""
    progress: float = 0.0
    failed: bool = False
    process: ImproverProcess | None = None


IMPROVING = Improving()


def begin_improving(name: str, process: ImproverProcess) -> None:
    """Poll a process until it is done or `end_improving` is called."""
    IMPROVING.name, IMPROVING.process = name, process
    IMPROVING.note, IMPROVING.progress, IMPROVING.failed = process.note, 0.0, False
    if not bpy.app.timers.is_registered(poll):
        bpy.app.timers.register(poll, first_interval=INTERVAL, persistent=True)


def poll() -> float | None:
    """Read the process's progress; returns the time until the next poll [s], None at the end."""
    process = IMPROVING.process
    if process is None:
        return None
    try:
        done = process.poll()
        IMPROVING.note, IMPROVING.progress = process.note, process.progress
        if done is not None:
            end_improving(DONE.format(name=IMPROVING.name))
    except FootfallError as error:
        end_improving(str(error))
        IMPROVING.failed = True
    redraw_sidebars(bpy.context)
    return INTERVAL if IMPROVING.process is not None else None


def end_improving(note: str = "") -> None:
    """Stop the search; its best result is saved already, and the next search continues from it."""
    if IMPROVING.process is not None:
        IMPROVING.process.close()
    IMPROVING.process, IMPROVING.note = None, note
    if bpy.app.timers.is_registered(poll):
        bpy.app.timers.unregister(poll)

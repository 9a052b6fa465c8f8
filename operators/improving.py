"""The search for a better run that goes on while the artist works: one at a time."""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from ..base.errors import FootfallError
from ..jobs.learner_process import ImproverProcess
from .sidebars import redraw_sidebars

INTERVAL = 0.5  # [s] between two looks at it
DONE = "Improved {name}"


@dataclass
class Improving:
    """What goes on. It lives in Python and not in the file, as `run_state` does.

    Attributes:
        name: of the reference motion that is improved, or was last.
        note: what it is doing, or how it ended.
        progress: the share of its time that is over, 0 to 1.
        failed: whether it ended with an error.
        process: that searches; None where none does.
    """

    name: str = ""
    note: str = ""
    progress: float = 0.0
    failed: bool = False
    process: ImproverProcess | None = None


IMPROVING = Improving()


def begin_improving(name: str, process: ImproverProcess) -> None:
    """Look at a process now and then, until it is done or `end_improving` is called."""
    IMPROVING.name, IMPROVING.process = name, process
    IMPROVING.note, IMPROVING.progress, IMPROVING.failed = process.note, 0.0, False
    if not bpy.app.timers.is_registered(look):
        bpy.app.timers.register(look, first_interval=INTERVAL, persistent=True)


def look() -> float | None:
    """Take note of how far it is; the time until the next look [s], None where it is over."""
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
    """Stop; what it found until now stays saved, and the next search goes on from there."""
    if IMPROVING.process is not None:
        IMPROVING.process.close()
    IMPROVING.process, IMPROVING.note = None, note
    if bpy.app.timers.is_registered(look):
        bpy.app.timers.unregister(look)

"""The check of the installation in the background, and its report."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy

from ..base.errors import FootfallError
from ..jobs.doctor_process import DoctorProcess
from .preferences import compiled_folder

INTERVAL = 0.2  # [s] between two polls


@dataclass
class Check:
    """The present check or the last one.

    Attributes:
        lines: its report, as far as it is known.
        note: what it is looking at.
        process: the process that looks; None where none does.
    """

    lines: list[str] = field(default_factory=list)
    note: str = ""
    process: DoctorProcess | None = None


CHECK = Check()


def begin_check() -> None:
    """Start a check and poll it until it is done. Raises FootfallError."""
    end_check()
    CHECK.process = DoctorProcess(compiled_folder())
    CHECK.lines = [_blender()]
    if not bpy.app.timers.is_registered(poll):
        bpy.app.timers.register(poll, first_interval=INTERVAL, persistent=True)


def poll() -> float | None:
    """Read what the check has found; returns the time until the next poll [s], None at the end."""
    process = CHECK.process
    if process is None:
        return None
    try:
        is_done = process.poll() is not None
        CHECK.note = process.note
        CHECK.lines = [_blender(), *process.lines]
    except FootfallError as error:
        is_done = True
        CHECK.lines = [_blender(), *process.lines, f"{process.note}: {error}"]
    if is_done:
        end_check()
    _redraw_preferences()
    return None if is_done else INTERVAL


def end_check() -> None:
    """Stop the check; its report stays."""
    if CHECK.process is not None:
        CHECK.process.close()
    CHECK.process = None
    if bpy.app.timers.is_registered(poll):
        bpy.app.timers.unregister(poll)


def _blender() -> str:
    return f"Blender {bpy.app.version_string}"


def _redraw_preferences() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PREFERENCES":
                area.tag_redraw()

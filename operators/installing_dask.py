"""The installation of dask.distributed into the extension's user folder, in the background."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import distributions

import bpy

from ..base.errors import FootfallError
from ..jobs.dask_installation import DaskInstallation
from .preferences import dask_folder

INTERVAL = 0.2  # [s] between two polls
INSTALLED = "Dask is installed"
AGAIN = "Dask is installed: start Blender again, which has loaded another one"


@dataclass
class Install:
    """The present installation or the last one.

    Attributes:
        note: what pip does, or how it ended.
        process: pip's; None where none runs.
    """

    note: str = ""
    process: DaskInstallation | None = None


INSTALL = Install()


def withdraw_dask() -> None:
    """End a present installation, and take the folder out of Python's path."""
    end_install()
    folder = str(dask_folder())
    if folder in sys.path:
        sys.path.remove(folder)


def installed_dask() -> str:
    """The version that is imported: Python's own, or else what was installed; "" without one."""
    found = distributions(name="distributed", path=[*sys.path, str(dask_folder())])
    return next((str(each.version) for each in found), "")


def begin_install(version: str) -> None:
    """Start an installation and poll it until it is done. Raises FootfallError."""
    end_install()
    INSTALL.process = DaskInstallation(dask_folder(), version)
    INSTALL.note = INSTALL.process.note
    if not bpy.app.timers.is_registered(poll):
        bpy.app.timers.register(poll, first_interval=INTERVAL, persistent=True)


def poll() -> float | None:
    """Look whether pip is done; returns the time until the next poll [s], None at the end."""
    process = INSTALL.process
    if process is None:
        return None
    try:
        INSTALL.note = process.note
        is_done = process.poll()
        if is_done:
            INSTALL.note = AGAIN if "distributed" in sys.modules else INSTALLED
    except FootfallError as error:
        is_done = True
        INSTALL.note = str(error)
    if is_done:
        end_install()
    _redraw_preferences()
    return None if is_done else INTERVAL


def end_install() -> None:
    """Stop an installation that is not done; the folder stays as it was."""
    if INSTALL.process is not None:
        INSTALL.process.close()
    INSTALL.process = None
    if bpy.app.timers.is_registered(poll):
        bpy.app.timers.unregister(poll)


def _redraw_preferences() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "PREFERENCES":
                area.tag_redraw()

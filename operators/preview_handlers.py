"""Handlers that keep a preview out of saved files and undo steps; an undo ends any run."""

from __future__ import annotations

import bpy
from bpy.app.handlers import persistent

from ..rigs.blender.live_state import restore_rigs
from .previewing import active_preview, end_preview
from .run_state import CURRENT

UNDONE = "An undo or redo ended the {run}, since the scene is another one then. Start it again."


@persistent
def _hide(*arguments: object) -> None:
    preview = active_preview()
    if preview is not None:
        preview.hide()


@persistent
def _show(*arguments: object) -> None:
    preview = active_preview()
    if preview is not None:
        preview.show()


@persistent
def _end(*arguments: object) -> None:
    end_preview()
    CURRENT.forget_result()  # it was about the file that is closed


@persistent
def _interrupt(*arguments: object) -> None:
    """End the run, since after an undo its references to the scene may be invalid."""
    CURRENT.stop(UNDONE.format(run="bake"))
    end_preview(UNDONE.format(run="preview"))


@persistent
def _restore(*arguments: object) -> None:
    """Restore the rigs in an undo step or autosave that was made during a preview."""
    if active_preview() is None:
        restore_rigs()


HANDLERS = {
    "save_pre": _hide,
    "save_post": _show,
    "save_post_fail": _show,
    "load_pre": _end,
    "undo_pre": _interrupt,
    "redo_pre": _interrupt,
    "load_post": _restore,
    "undo_post": _restore,
    "redo_post": _restore,
}


def register() -> None:
    for moment, handler in HANDLERS.items():
        getattr(bpy.app.handlers, moment).append(handler)


def unregister() -> None:
    end_preview()
    for moment, handler in HANDLERS.items():
        getattr(bpy.app.handlers, moment).remove(handler)

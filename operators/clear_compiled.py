"""Clear Compiled Code: the next simulation compiles it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import bpy

from ..compiling.ledger import LEDGER
from .preferences import compiled_folder
from .standby import dismiss_worker

PATTERNS = ("*.nbi", "*.nbc", LEDGER)  # of the files of numba and of the ledger


class FOOTFALL_OT_clear_compiled(bpy.types.Operator):
    """Remove the compiled control laws; the next simulation compiles them again"""

    bl_idname = "footfall.clear_compiled"
    bl_label = "Clear Compiled Code"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        if context.window_manager.footfall.running:
            cls.poll_message_set("A bake is running: wait for it or press Esc")
            return False
        folder = compiled_folder()
        if folder is None or not any(compiled_files(folder)):
            cls.poll_message_set("There is no compiled code")
            return False
        return True

    def execute(self, context):
        dismiss_worker()
        files = list(compiled_files(compiled_folder()))
        size = sum(path.stat().st_size for path in files)
        for path in files:
            path.unlink(missing_ok=True)
        self.report({"INFO"}, f"Removed {size / 1e6:.1f} MB of compiled code")
        return {"FINISHED"}


def compiled_files(folder: Path) -> Iterator[Path]:
    """Only files of numba's, since the artist may have chosen any folder."""
    for pattern in PATTERNS:
        yield from folder.rglob(pattern)

"""The end of a process in which Blender may be loaded."""

from __future__ import annotations

import os
import shutil
import sys


def leave_blender(status: int) -> None:
    """Exit at once when Blender is loaded: its own exit may hang or crash after all is done."""
    if "bpy" in sys.modules:
        # What that exit would have cleaned up.
        shutil.rmtree(sys.modules["bpy"].app.tempdir, ignore_errors=True)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

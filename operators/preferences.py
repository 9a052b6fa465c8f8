"""What the artist set in Blender's preferences; without an add-on's entry there, the defaults."""

from __future__ import annotations

from pathlib import Path

import bpy

PACKAGE = __package__.rpartition(".")[0]


def keeps_worker() -> bool:
    """Whether a worker is to wait from when the panel is first shown."""
    found = _preferences()
    return found is None or found.keep_worker


def compiled_folder() -> Path | None:
    """The chosen folder or the extension's own; None lets a checkout take the user's cache."""
    found = _preferences()
    if found is not None and found.compiled_folder:
        return Path(bpy.path.abspath(found.compiled_folder))
    if not PACKAGE.startswith("bl_ext."):
        return None
    return Path(bpy.utils.extension_path_user(PACKAGE, path="compiled", create=True))


def _preferences() -> bpy.types.AddonPreferences | None:
    entry = bpy.context.preferences.addons.get(PACKAGE)
    return entry.preferences if entry is not None else None

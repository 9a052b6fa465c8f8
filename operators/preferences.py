"""What the artist set in Blender's preferences; without an add-on's entry there, the defaults."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..base.errors import InvalidInput

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


def scheduler() -> str | None:
    """Address of the cluster that simulates crowds; None: this computer. Raises InvalidInput."""
    found = _preferences()
    if found is None or not found.scheduler.strip():
        return None
    if not bpy.app.online_access:
        raise InvalidInput(
            "A crowd that is simulated on other computers needs the network: switch Allow Online "
            "Access on in Blender's preferences (System), or clear the scheduler in Footfall's."
        )
    return str(found.scheduler).strip()


def take_folder() -> Path | None:
    """Where simulated crowds are kept, so that none is simulated twice; None: nowhere."""
    found = _preferences()
    if found is None or not found.take_folder:
        return None
    return Path(bpy.path.abspath(found.take_folder))


def _preferences() -> bpy.types.AddonPreferences | None:
    entry = bpy.context.preferences.addons.get(PACKAGE)
    return entry.preferences if entry is not None else None

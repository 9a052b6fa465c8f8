"""The extension's preferences; the defaults where Blender has no entry for it."""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

from ..base.errors import InvalidInput
from ..base.files import user_folder
from ..search.scheduler import Certificates, Scheduler

PACKAGE = __package__.rpartition(".")[0]


def keeps_worker() -> bool:
    """Whether a worker waits from when the panel is first shown."""
    found = _preferences()
    return found is None or found.keep_worker


def uses_asset_library() -> bool:
    """Whether the Asset Browser shows Footfall's styles and routines."""
    found = _preferences()
    return found is None or found.use_asset_library


def compiled_folder() -> Path | None:
    """The chosen folder, or the extension's own; None: a checkout uses the user's cache."""
    found = _preferences()
    if found is not None and found.compiled_folder:
        return Path(bpy.path.abspath(found.compiled_folder))
    if not PACKAGE.startswith("bl_ext."):
        return None
    return Path(bpy.utils.extension_path_user(PACKAGE, path="compiled", create=True))


def scheduler() -> Scheduler | None:
    """The cluster that simulates crowds; None: this computer. Raises InvalidInput."""
    found = _preferences()
    if found is None or not found.scheduler.strip():
        return None
    if not bpy.app.online_access:
        raise InvalidInput(
            "A crowd that is simulated on other computers needs the network: switch Allow Online "
            "Access on in Blender's preferences (System), or clear the scheduler in Footfall's."
        )
    _offer_dask()
    return Scheduler(
        str(found.scheduler).strip(), _certificates(found), bool(found.allow_unencrypted)
    )


def dask_folder() -> Path:
    """The folder of Install Dask, which need not exist; a checkout's is in the user's data."""
    if not PACKAGE.startswith("bl_ext."):
        return user_folder("dask", "FOOTFALL_DASK")
    return Path(bpy.utils.extension_path_user(PACKAGE, path="dask"))


def take_folder() -> Path | None:
    """The folder of simulated crowds, so that none is simulated twice; None: none."""
    found = _preferences()
    if found is None or not found.take_folder:
        return None
    return Path(bpy.path.abspath(found.take_folder))


def _offer_dask() -> None:
    """Let Python find what Install Dask has installed, after all that Python has itself."""
    folder = dask_folder()
    if folder.is_dir() and str(folder) not in sys.path:
        sys.path.append(str(folder))


def _certificates(found: bpy.types.AddonPreferences) -> Certificates | None:
    """Those of the preferences; None if they name none."""
    named = (found.tls_ca, found.tls_certificate, found.tls_key)
    ca, certificate, key = (bpy.path.abspath(name.strip()) for name in named)
    if not (ca or certificate or key):
        return None
    return Certificates(ca=ca, certificate=certificate, key=key)


def _preferences() -> bpy.types.AddonPreferences | None:
    entry = bpy.context.preferences.addons.get(PACKAGE)
    return entry.preferences if entry is not None else None

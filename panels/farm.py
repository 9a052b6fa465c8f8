"""The part of Footfall's preferences that is about a render farm."""

from __future__ import annotations

from ..operators.installing_dask import INSTALL, installed_dask


def draw_farm(layout, preferences):
    """Where crowds are simulated, with which certificates, and whether dask is there."""
    layout.prop(preferences, "scheduler")
    if not preferences.scheduler.strip():
        return
    for name in ("ca_file", "certificate", "key", "allow_unencrypted"):
        layout.prop(preferences, name)
    if preferences.allow_unencrypted:
        warning = layout.row()
        warning.alert = True
        warning.label(text="Anybody on the network can run programs on the farm", icon="ERROR")
    version = installed_dask()
    row = layout.split(factor=0.4)
    row.alignment = "RIGHT"
    row.label(text="Dask")
    row.label(text=version or "not installed", translate=not version)
    layout.prop(preferences, "dask_version")
    layout.operator("footfall.install_dask", icon="IMPORT").version = preferences.dask_version
    if INSTALL.process is not None:
        layout.label(text=INSTALL.note, icon="SORTTIME", translate=False)
    elif INSTALL.note:
        layout.label(text=INSTALL.note, icon="INFO", translate=False)

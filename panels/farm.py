"""The part of Footfall's preferences that is about a render farm."""

from __future__ import annotations

from ..operators.installing_dask import INSTALL, installed_dask


def draw_farm(layout, preferences):
    """The scheduler; once there is one, how it is spoken to, and whether dask is there."""
    layout.prop(preferences, "scheduler")
    if not preferences.scheduler.strip():
        return
    farm = layout.column()
    for name in ("tls_ca", "tls_certificate", "tls_key", "allow_unencrypted"):
        farm.prop(preferences, name)
    draw_dask(farm, preferences)


def draw_dask(layout, preferences):
    """The version that is there, and the button that installs one, with how it is going."""
    version = installed_dask()
    row = layout.split(factor=0.4)
    row.alignment = "RIGHT"
    row.label(text="Dask")
    row.label(text=version or "not installed", translate=not version)
    layout.prop(preferences, "dask_version")
    layout.operator("footfall.install_dask", icon="IMPORT").version = preferences.dask_version
    if INSTALL.note:
        icon = "INFO" if INSTALL.process is None else "SORTTIME"
        layout.label(text=INSTALL.note, icon=icon, translate=False)

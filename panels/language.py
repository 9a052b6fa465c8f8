"""The panels in the language that Blender speaks, where there is a table for it."""

from __future__ import annotations

import bpy

from ..operators.preferences import PACKAGE
from ..translations import load_tables


def register() -> None:
    bpy.app.translations.register(PACKAGE, load_tables())


def unregister() -> None:
    bpy.app.translations.unregister(PACKAGE)

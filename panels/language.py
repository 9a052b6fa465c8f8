"""Translations of the panels, for languages that have a table."""

from __future__ import annotations

import bpy

from ..operators.preferences import PACKAGE
from ..translations import load_tables


def register() -> None:
    bpy.app.translations.register(PACKAGE, load_tables())


def unregister() -> None:
    bpy.app.translations.unregister(PACKAGE)

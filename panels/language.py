"""Translations of the panels, for languages that have a table, and sentences with parts."""

from __future__ import annotations

import bpy

from ..operators.preferences import PACKAGE
from ..translations import load_tables


def translated(sentence: str, **parts: object) -> str:
    """A sentence in the language of Blender's interface, filled with parts, as in `{rig}`.

    Parts that are words are translated as well.
    """
    say = bpy.app.translations.pgettext_iface
    told = {name: say(part) if isinstance(part, str) else part for name, part in parts.items()}
    return str(say(sentence)).format(**told)


def register() -> None:
    bpy.app.translations.register(PACKAGE, load_tables())


def unregister() -> None:
    bpy.app.translations.unregister(PACKAGE)

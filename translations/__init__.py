"""What the panels say in other languages: one JSON file for each, from English to that language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..base.files import read_json

FOLDER = Path(__file__).parent
CONTEXTS = ("*", "Operator")  # Blender looks up a button's label in a context of its own

Tables = dict[str, dict[tuple[str, str], str]]


def load_tables() -> Tables:
    """As Blender's register takes them: language -> (context, English) -> translation."""
    return {path.stem: _table(read_json(path, "translation")) for path in FOLDER.glob("*.json")}


def _table(translated: Any) -> dict[tuple[str, str], str]:
    return {(context, said): text for context in CONTEXTS for said, text in translated.items()}

"""Reference motions that the artist improved and saved."""

from __future__ import annotations

from pathlib import Path

from ...base.errors import InvalidInput
from ..saved_files import SavedFiles
from . import list_references

REFERENCES = SavedFiles("reference motion", "references", "FOOTFALL_REFERENCES", list_references)


def content_of(text: str) -> str:
    """What a shot stores for a reference motion: its content, or the name of a shipped one."""
    if text in list_references() or text.lstrip().startswith("{"):
        return text
    path = REFERENCES.path_of(text) if text in REFERENCES.names() else Path(text)
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else text
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The reference motion {text!r} cannot be read: {error}.") from error

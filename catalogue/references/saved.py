"""Reference motions that the artist improved, kept by name among the user's data."""

from __future__ import annotations

from pathlib import Path

from ...errors import InvalidInput
from ...files import make_folder, user_folder
from . import list_references


def reference_folder() -> Path:
    """FOOTFALL_REFERENCES, else a place of ours among the user's data."""
    return user_folder("references", "FOOTFALL_REFERENCES")


def list_saved() -> tuple[str, ...]:
    """Names of the saved reference motions."""
    return tuple(sorted(path.stem for path in reference_folder().glob("*.json")))


def path_for(name: str) -> Path:
    """Where a reference motion is kept under a name that a user may give; its folder is made."""
    if name in list_references():
        raise InvalidInput(
            f"The name {name!r} is that of a shipped reference motion: choose another."
        )
    if not name or any(letter in name for letter in "/\\{"):
        raise InvalidInput(
            f"A reference motion needs a name without slashes and braces, got {name!r}."
        )
    return make_folder(reference_folder(), "folder of reference motions") / f"{name}.json"


def content_of(text: str) -> str:
    """What a shot holds of a reference motion: its content, or the name of a shipped one."""
    if text in list_references() or text.lstrip().startswith("{"):
        return text
    path = reference_folder() / f"{text}.json" if text in list_saved() else Path(text)
    return path.read_text(encoding="utf-8") if path.is_file() else text

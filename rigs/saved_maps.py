"""Bone maps that the artist saved, one file each, found again by the bone names of a rig."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base.errors import InvalidInput
from ..base.files import check_format, make_folder, read_json, user_folder, write_json

FORMAT = 1
LONGEST_NAME = 60


@dataclass(frozen=True)
class SavedMap:
    """Role -> bone, for every rig with exactly these bones."""

    name: str
    bones: frozenset[str]
    roles: Mapping[str, str]


def map_folder() -> Path:
    """The folder of saved maps: FOOTFALL_MAPS, else Footfall's folder in the user's data."""
    return user_folder("maps", "FOOTFALL_MAPS")


def list_maps() -> tuple[SavedMap, ...]:
    """All saved maps by name; invalid files are skipped."""
    return tuple(_read_all())


def _read_all() -> Iterator[SavedMap]:
    for path in sorted(map_folder().glob("*.json")):
        try:
            yield load_map(path)
        except InvalidInput:
            continue  # one broken file must not prevent the mapping of every rig


def load_map(path: Path | str) -> SavedMap:
    """A map from its file; raises InvalidInput where the file is invalid."""
    data = read_json(path, "bone map")
    try:
        check_format("bone map", int(data["format"]), FORMAT)
        return _checked(data["name"], data["bones"], data["roles"])
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"The file {str(path)!r} holds no saved bone map.") from error


def _checked(name: Any, bones: Iterable[str], roles: Mapping[str, str]) -> SavedMap:
    checked = SavedMap(check_name(name), frozenset(map(str, bones)), dict(roles))
    strangers = [bone for bone in checked.roles.values() if bone not in checked.bones]
    if strangers:
        raise InvalidInput(f"The map {name!r} names {strangers[0]!r}, which is none of its bones.")
    return checked


def check_name(name: Any) -> str:
    """Return the name if it is valid as a file name; raise InvalidInput otherwise."""
    if not isinstance(name, str) or not re.fullmatch(r"\w[\w .\-]*", name):
        raise InvalidInput(
            f"A map's name must be letters, digits, spaces, dots, - or _, got {name!r}."
        )
    if len(name) > LONGEST_NAME:
        raise InvalidInput(f"A map's name must have up to {LONGEST_NAME} letters, got {name!r}.")
    return name


def find_map(bones: Iterable[str]) -> SavedMap | None:
    """The map that was saved for a rig with these bones, independent of the rig's name."""
    names = frozenset(bones)
    return next((saved for saved in _read_all() if saved.bones == names), None)


def save_map(name: str, bones: Iterable[str], roles: Mapping[str, str]) -> Path:
    """Save a map, replacing one of the same name and one for the same bones."""
    saved = _checked(name, bones, roles)
    folder = make_folder(map_folder(), "folder of maps")
    path = folder / f"{name}.json"
    data = {
        "format": FORMAT, "name": name, "roles": dict(saved.roles), "bones": sorted(saved.bones),
    }  # fmt: skip
    write_json(path, "bone map", data)
    for other in list_maps():
        if other.bones == saved.bones and other.name != name:
            remove_map(other.name)
    return path


def remove_map(name: str) -> None:
    """Delete a saved map; raises InvalidInput where none has that name."""
    path = map_folder() / f"{check_name(name)}.json"
    if not path.is_file():
        known = ", ".join(repr(saved.name) for saved in list_maps()) or "none"
        raise InvalidInput(f"There is no saved map {name!r}; saved are {known}.")
    path.unlink()

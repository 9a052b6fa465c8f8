"""Bone maps that the artist saved: one file for each, found again by the names of a rig's bones."""

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
    """Role -> bone for every rig that has just these bones."""

    name: str
    bones: frozenset[str]
    roles: Mapping[str, str]


def map_folder() -> Path:
    """Where saved maps are kept: FOOTFALL_MAPS, else a place of ours among the user's data."""
    return user_folder("maps", "FOOTFALL_MAPS")


def list_maps() -> tuple[SavedMap, ...]:
    """All saved maps by name; a file that holds none is passed over."""
    return tuple(_read_all())


def _read_all() -> Iterator[SavedMap]:
    for path in sorted(map_folder().glob("*.json")):
        try:
            yield load_map(path)
        except InvalidInput:
            continue  # one broken file must not keep every rig from being mapped


def load_map(path: Path | str) -> SavedMap:
    """A map's file; raises InvalidInput where it holds none."""
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
    """A name that can be a file's."""
    if not isinstance(name, str) or not re.fullmatch(r"\w[\w .\-]*", name):
        raise InvalidInput(
            f"A map's name must be letters, digits, spaces, dots, - or _, got {name!r}."
        )
    if len(name) > LONGEST_NAME:
        raise InvalidInput(f"A map's name must have up to {LONGEST_NAME} letters, got {name!r}.")
    return name


def find_map(bones: Iterable[str]) -> SavedMap | None:
    """The map that was saved for a rig with these bones, whatever the rig is called."""
    names = frozenset(bones)
    return next((saved for saved in _read_all() if saved.bones == names), None)


def save_map(name: str, bones: Iterable[str], roles: Mapping[str, str]) -> Path:
    """Keep a map; one of the same name is replaced, and one for the same bones as well."""
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
    """Forget a saved map; raises InvalidInput where there is none of that name."""
    path = map_folder() / f"{check_name(name)}.json"
    if not path.is_file():
        known = ", ".join(repr(saved.name) for saved in list_maps()) or "none"
        raise InvalidInput(f"There is no saved map {name!r}; saved are {known}.")
    path.unlink()

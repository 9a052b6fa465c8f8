"""Controllers that the artist learned, kept by name among the user's data."""

from __future__ import annotations

import json
from pathlib import Path

from ...errors import InvalidInput
from ...files import make_folder, user_folder
from . import Data, list_controllers, load_controller, save_controller


def controller_folder() -> Path:
    """FOOTFALL_CONTROLLERS, else a place of ours among the user's data."""
    return user_folder("controllers", "FOOTFALL_CONTROLLERS")


def list_saved() -> tuple[str, ...]:
    """Names of the saved controllers."""
    return tuple(sorted(path.stem for path in controller_folder().glob("*.json")))


def check_new_name(name: str) -> str:
    """A name that a user may give to a controller."""
    if name in list_controllers():
        raise InvalidInput(f"The name {name!r} is that of a shipped controller: choose another.")
    if not name or any(letter in name for letter in "/\\{"):
        raise InvalidInput(f"A controller needs a name without slashes and braces, got {name!r}.")
    return name


def keep_controller(controller: Data, name: str) -> Path:
    """Save it under a name; one of the same name is replaced."""
    folder = make_folder(controller_folder(), "folder of controllers")
    path = folder / f"{check_new_name(name)}.json"
    save_controller({**controller, "name": name}, path)
    return path


def content_of(text: str) -> str:
    """What a shot holds of a controller: a saved one by its content, others as they are."""
    if text in list_controllers() or text not in list_saved():
        return text
    return json.dumps(load_controller(controller_folder() / f"{text}.json"))

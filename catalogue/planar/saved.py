"""Controllers that the artist learned."""

from __future__ import annotations

import json
from pathlib import Path

from ..saved_files import SavedFiles
from . import Data, list_controllers, load_controller, save_controller

CONTROLLERS = SavedFiles("controller", "controllers", "FOOTFALL_CONTROLLERS", list_controllers)


def keep_controller(controller: Data, name: str) -> Path:
    """Save it under a name; one of the same name is replaced."""
    path = CONTROLLERS.path_for(name)
    save_controller({**controller, "name": name}, path)
    return path


def content_of(text: str) -> str:
    """What a shot holds of a controller: a saved one by its content, others as they are."""
    if text in list_controllers() or text not in CONTROLLERS.names():
        return text
    return json.dumps(load_controller(CONTROLLERS.path_of(text)))

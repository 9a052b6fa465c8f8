"""Controllers learned on this computer and saved among the user's data."""

from __future__ import annotations

import json
from pathlib import Path

from ..saved_files import SavedFiles
from . import Data, list_controllers, load_controller, save_controller

CONTROLLERS = SavedFiles("controller", "controllers", "FOOTFALL_CONTROLLERS", list_controllers)


def keep_controller(controller: Data, name: str) -> Path:
    """Save a controller under a name, replacing one of the same name."""
    path = CONTROLLERS.path_for(name)
    save_controller({**controller, "name": name}, path)
    return path


def content_of(text: str) -> str:
    """What a shot stores for a controller: the content of a saved one, any other text unchanged."""
    if text in list_controllers() or text not in CONTROLLERS.names():
        return text
    return json.dumps(load_controller(CONTROLLERS.path_of(text)))

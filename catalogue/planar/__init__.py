"""Planar walks as data: keyframed styles, and the controllers learned from them.

A style names its planar character, the slope of the ground [degrees], the number of nodes of a
step, and the keyframes of one step; the other step mirrors these. A keyframe has a pose (angles
[rad] of the root's pitch, "root", and of joints by name) and its duration until the next keyframe,
`lasts` [s]. At the first keyframe the left foot has just touched down.

A controller holds the character, the style it was learned from, the command that made it, the
start pose and the nodes of one step; the other half of the nodes mirrors them (Sharon 2004, Chapter
4).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ...base.files import read_json, write_json
from .checks import FORMAT_VERSION, check_controller, check_planar_style
from .given import given_by

__all__ = [
    "Data",
    "check_controller",
    "check_planar_style",
    "controller_of",
    "list_controllers",
    "list_planar_styles",
    "load_controller",
    "load_planar_style",
    "save_controller",
]

Data = Mapping[str, Any]
FOLDER = Path(__file__).parent
STYLES, CONTROLLERS = FOLDER / "styles", FOLDER / "controllers"



@cache
def list_controllers() -> tuple[str, ...]:
    """Names of the shipped controllers."""
    return tuple(sorted(path.stem for path in CONTROLLERS.glob("*.json")))


@cache
def list_planar_styles() -> tuple[str, ...]:
    """Names of the shipped keyframed styles."""
    return tuple(sorted(path.stem for path in STYLES.glob("*.json")))


def controller_of(text: str) -> Data:
    """A shipped controller by name, or a controller given as the content of its file."""
    return given_by(text, "controller", list_controllers(), _shipped, check_controller)


@cache
def _shipped(name: str) -> Data:
    return load_controller(CONTROLLERS / f"{name}.json")


def load_controller(path: str | Path) -> Data:
    return check_controller(read_json(path, "controller"))


def save_controller(controller: Data, path: str | Path) -> None:
    write_json(path, "controller", {"version": FORMAT_VERSION, **controller})


def load_planar_style(path: str | Path) -> Data:
    """A style from a file, or a shipped style by its name."""
    shipped = str(path) in list_planar_styles()
    return check_planar_style(
        read_json(STYLES / f"{path}.json" if shipped else path, "planar style")
    )

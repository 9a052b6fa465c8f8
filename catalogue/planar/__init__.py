"""Planar walks as data: styles that were keyframed, and the controllers that were learned of them.

A style says which planar character walks, the ground's slope [degrees], how many nodes a step
has, and the keyframes of one step; the other step mirrors it. A keyframe has a pose, angles [rad]
of the root's pitch ("root") and of joints by name, and how long it `lasts` until the next [s]. At
the first keyframe the left foot has just come down.

A controller holds the character, the style it was learned of, the command that made it, the pose
to start in and the nodes of one step; the other half mirrors them (Sharon 2004, Chapter 4).
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
    """Names of the controllers that every Footfall has."""
    return tuple(sorted(path.stem for path in CONTROLLERS.glob("*.json")))


@cache
def list_planar_styles() -> tuple[str, ...]:
    """Names of the keyframed styles that every Footfall has."""
    return tuple(sorted(path.stem for path in STYLES.glob("*.json")))


def controller_of(text: str) -> Data:
    """A shipped controller by its name, or one that is given as the content of its file."""
    return given_by(text, "controller", list_controllers(), _shipped, check_controller)


@cache
def _shipped(name: str) -> Data:
    return load_controller(CONTROLLERS / f"{name}.json")


def load_controller(path: str | Path) -> Data:
    return check_controller(read_json(path, "controller"))


def save_controller(controller: Data, path: str | Path) -> None:
    write_json(path, "controller", {"version": FORMAT_VERSION, **controller})


def load_planar_style(path: str | Path) -> Data:
    """A style's file; a name alone is one that is shipped."""
    shipped = str(path) in list_planar_styles()
    return check_planar_style(
        read_json(STYLES / f"{path}.json" if shipped else path, "planar style")
    )

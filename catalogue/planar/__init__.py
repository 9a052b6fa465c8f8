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

from ...base.errors import InvalidInput
from ...base.files import check_format, read_json, write_json
from .given import given_by

Data = Mapping[str, Any]
FORMAT_VERSION = 1
FOLDER = Path(__file__).parent
STYLES, CONTROLLERS = FOLDER / "styles", FOLDER / "controllers"
STYLE_PARTS = ("name", "character", "slope", "nodes", "keyframes")
CONTROLLER_PARTS = ("name", "character", "style", "command", "start", "gains", "nodes")
NODE_PARTS = ("center", "action", "touching", "stance", "next")


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


def check_planar_style(data: Any) -> Data:
    """The same style; raises InvalidInput where it is none."""
    _check_parts("planar style", data, STYLE_PARTS)
    if len(data["keyframes"]) < 2:
        raise InvalidInput(
            f"A planar style needs at least 2 keyframes, got {len(data['keyframes'])}."
        )
    for keyframe in data["keyframes"]:
        _check_parts("keyframe", keyframe, ("lasts", "pose"))
    return dict(data)


def check_controller(data: Any) -> Data:
    """The same controller; raises InvalidInput where it is none."""
    _check_parts("controller", data, CONTROLLER_PARTS)
    for node in data["nodes"]:
        _check_parts("controller's node", node, NODE_PARTS)
    return dict(data)


def _check_parts(what: str, data: Any, parts: tuple[str, ...]) -> None:
    if not isinstance(data, Mapping):
        raise InvalidInput(f"A {what} must be an object of JSON, got {data!r}.")
    check_format(what, data.get("version", FORMAT_VERSION), FORMAT_VERSION)
    missing = [part for part in parts if part not in data]
    if missing:
        raise InvalidInput(f"A {what} needs {', '.join(parts)}; missing: {', '.join(missing)}.")

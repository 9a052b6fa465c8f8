"""The walking styles: those shipped beside this file, and those saved by the artist.

Dances, in a folder of their own, are styles too, for stepping in place.

`content.py` describes the content of a style file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ...base.errors import InvalidInput
from ...base.files import make_folder, read_json, user_folder, write_whole
from .content import Style, check_name, check_style

NATURAL = "natural"  # the default style; its curves fill what a style leaves out
SHIPPED = Path(__file__).parent
DANCES = SHIPPED / "dances"


def list_styles() -> tuple[str, ...]:
    """Names of the walking styles, shipped and saved; natural comes first."""
    shipped = shipped_styles()
    saved = sorted(name for name in _names(style_folder()) if name not in shipped)
    return (*shipped, *saved)


@cache
def shipped_styles() -> tuple[str, ...]:
    """Names of the shipped styles."""
    names = sorted(_names(SHIPPED))
    return (NATURAL, *(name for name in names if name != NATURAL))


@cache
def list_dances() -> tuple[str, ...]:
    """Names of the dance styles."""
    return tuple(sorted(_names(DANCES)))


def is_shipped(name: str) -> bool:
    """Whether a walking style or dance of this name is shipped."""
    return name in shipped_styles() or name in list_dances()


def _names(folder: Path) -> Iterator[str]:
    for path in folder.glob("*.json"):
        try:
            yield check_name(path.stem)
        except InvalidInput:
            continue  # the file name is not a valid style name


def style_folder() -> Path:
    """The folder of saved styles: FOOTFALL_STYLES, else Footfall's folder in the user's data."""
    return user_folder("styles", "FOOTFALL_STYLES")


def load_style(name: str) -> Style:
    """A shipped or saved style; raises InvalidInput where there is none or its file is broken."""
    if is_shipped(name):
        return _load_shipped(name)
    if name not in list_styles():
        raise InvalidInput(f"Unknown style {name!r}; allowed: {', '.join(list_styles())}.")
    return _load(style_folder() / f"{name}.json")


@cache
def _load_shipped(name: str) -> Style:
    return _load((DANCES if name in list_dances() else SHIPPED) / f"{name}.json")


def _load(path: Path) -> Style:
    data = read_json(path, "style")
    try:
        style = check_style(data)
    except InvalidInput as error:
        raise InvalidInput(f"The style file {str(path)!r} cannot be used: {error}") from error
    if style["name"] != path.stem:
        raise InvalidInput(
            f"The style file {str(path)!r} holds the style {style['name']!r}: "
            "give the file the style's name."
        )
    return style


def save_style(style: Mapping[str, Any]) -> Path:
    """Save a style among the user's, replacing one of the same name, but never a shipped one."""
    whole = check_style(style)
    check_own_name(whole["name"])
    folder = make_folder(style_folder(), "folder of styles")
    path = folder / f"{whole['name']}.json"
    write_style(whole, path)
    return path


def check_own_name(name: Any) -> str:
    """Return the name if a user may give it to a style; raise InvalidInput otherwise."""
    if is_shipped(check_name(name)):
        raise InvalidInput(f"The name {name!r} is that of a shipped style: give the style another.")
    return str(name)


def write_style(style: Mapping[str, Any], path: Path | str) -> None:
    """Write a style to a file of any name, replacing an existing file."""
    whole = check_style(style)
    write_whole(path, "style", lambda file: file.write(_written(whole).encode("utf-8")))


def _written(style: Style) -> str:
    """JSON with one line for each curve, for editing by hand."""
    head = {name: value for name, value in style.items() if name != "curves"}
    opened = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    curves = style["curves"].items()
    lines = ",\n".join(f'  "{name}": {json.dumps(list(knots))}' for name, knots in curves)
    return f'{opened},\n "curves": {{\n{lines}\n }}\n}}\n'

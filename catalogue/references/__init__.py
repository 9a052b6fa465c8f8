"""The shipped reference motions: cycles of a run and of a skip, as data.

`tools/make_references.py` makes the files; `motion/reference.py` describes their content.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ...base.files import parse_json, read_json

FOLDER = Path(__file__).parent


@cache
def list_references() -> tuple[str, ...]:
    """Names of the shipped reference motions."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def reference_data(name_or_path: str) -> Mapping[str, Any]:
    """A shipped reference motion by its name, one saved in a file, or a file's content."""
    if name_or_path.lstrip().startswith("{"):
        given: Mapping[str, Any] = parse_json(name_or_path, "reference motion")
        return given
    shipped = name_or_path in list_references()
    path = FOLDER / f"{name_or_path}.json" if shipped else Path(name_or_path)
    data: Mapping[str, Any] = read_json(path, "reference motion")
    return data

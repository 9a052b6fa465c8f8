"""Ways to rise in a plane as data: support graphs of Jones 2011, Chapter 6.

A riser has ways for several slopes and sizes of its trunk. A way is a graph of 67 numbers: when
each limb changes its mode [s], where its swings land ahead of hip or shoulder and how high they go
[m], seven knots each of the hips' and the shoulders' heights ([s], [m]), ten of the time warp, and
the last phase [s]. Arms are idle, swing, stand, swing, stand and are idle again; legs are idle,
kneel, swing and stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ...base.errors import InvalidInput
from ...base.files import check_format, read_json, write_json
from .given import given_by

Data = Mapping[str, Any]
FORMAT_VERSION = 1
FOLDER = Path(__file__).parent / "risers"
RISER_PARTS = ("name", "character", "command", "ways")
WAY_PARTS = ("slope", "torso", "numbers")
# The numbers in their order, and how many there are of each.
LAYOUT: Mapping[str, int] = {
    "changes of arms": 10, "offsets of arms": 4, "lifts of arms": 4,
    "changes of legs": 6, "offsets of legs": 2, "lifts of legs": 2,
    "hips, times": 7, "hips, heights": 7, "shoulders, times": 7, "shoulders, heights": 7,
    "warp": 10, "end": 1,
}  # fmt: skip
USUAL = "by_hand"  # calm; who is in a hurry asks for "quick"


@cache
def list_risers() -> tuple[str, ...]:
    """Names of the risers that every Footfall has."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def riser_of(text: str) -> Data:
    """A shipped riser by its name, or one that is given as the content of its file."""
    return given_by(text or USUAL, "riser", list_risers(), _shipped, check_riser)


@cache
def _shipped(name: str) -> Data:
    return load_riser(FOLDER / f"{name}.json")


def load_riser(path: str | Path) -> Data:
    return check_riser(read_json(path, "riser"))


def save_riser(riser: Data, path: str | Path) -> None:
    write_json(path, "riser", {"version": FORMAT_VERSION, **riser})


def check_riser(data: Any) -> Data:
    """The same riser; raises InvalidInput where it is none."""
    _check_parts("riser", data, RISER_PARTS)
    if not data["ways"]:
        raise InvalidInput("A riser needs at least one way, got none.")
    for way in data["ways"]:
        _check_parts("riser's way", way, WAY_PARTS)
        counts = {name: len(numbers) for name, numbers in way["numbers"].items()}
        if counts != dict(LAYOUT):
            raise InvalidInput(f"A riser's way needs numbers as in {dict(LAYOUT)}, got {counts}.")
    return dict(data)


def _check_parts(what: str, data: Any, parts: Sequence[str]) -> None:
    if not isinstance(data, Mapping):
        raise InvalidInput(f"A {what} must be an object of JSON, got {data!r}.")
    check_format(what, data.get("version", FORMAT_VERSION), FORMAT_VERSION)
    missing = [part for part in parts if part not in data]
    if missing:
        raise InvalidInput(f"A {what} needs {', '.join(parts)}; missing: {', '.join(missing)}.")


def nearest_way(riser: Data, slope: float, torso: float) -> Data:
    """The way for the nearest slope [degrees] and size of the trunk.

    A tenth of the trunk's size counts as much as two degrees.
    """
    ways: Sequence[Data] = riser["ways"]
    return min(
        ways, key=lambda way: abs(way["slope"] - slope) + 20.0 * abs(way["torso"] - torso)
    )

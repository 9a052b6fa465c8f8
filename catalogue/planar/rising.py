"""Plans to rise in a plane as data: support graphs of Jones 2011, Chapter 6.

A riser has plans ("ways") for several slopes and trunk sizes. A plan is a graph of 67 numbers: when
each limb changes its mode [s]; where its swings land ahead of the hip or shoulder, and how high
they go [m]; seven knots each of the heights of hips and shoulders ([s], [m]); ten knots of the time
warp; and the phase at which the plan ends [s]. The modes of an arm are idle, swing, stand, swing,
stand, idle; those of a leg are idle, kneel, swing, stand.

`by_hand` was written by hand. `quick` was learned by the command in its file, from a way
(benchmarks/hurried_riser.json) of an older search whose code is gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ...base.checks import check_list, check_name, check_number
from ...base.errors import InvalidInput
from ...base.files import read_json, write_json
from .checks import FORMAT_VERSION, STEEPEST, check_file
from .given import given_by

Data = Mapping[str, Any]
FOLDER = Path(__file__).parent / "risers"
RISER_PARTS = ("name", "character", "command", "ways")
LARGEST = 1e3  # of a plan's numbers [s], [m]
WAY_PARTS = ("slope", "torso", "numbers")
# The numbers of a plan in order, with the count of each.
LAYOUT: Mapping[str, int] = {
    "changes of arms": 10, "offsets of arms": 4, "lifts of arms": 4,
    "changes of legs": 6, "offsets of legs": 2, "lifts of legs": 2,
    "hips, times": 7, "hips, heights": 7, "shoulders, times": 7, "shoulders, heights": 7,
    "warp": 10, "end": 1,
}  # fmt: skip
USUAL = "by_hand"  # calm; "quick" is the fast alternative


@cache
def list_risers() -> tuple[str, ...]:
    """Names of the shipped risers."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def riser_of(text: str) -> Data:
    """A shipped riser by name, or a riser given as the content of its file."""
    return given_by(text or USUAL, "riser", list_risers(), _shipped, check_riser)


@cache
def _shipped(name: str) -> Data:
    return load_riser(FOLDER / f"{name}.json")


def load_riser(path: str | Path) -> Data:
    return check_riser(read_json(path, "riser"))


def save_riser(riser: Data, path: str | Path) -> None:
    write_json(path, "riser", {"version": FORMAT_VERSION, **riser})


def check_riser(data: Any) -> Data:
    """Return the riser; raise InvalidInput where the data is not a riser."""
    riser = check_file("riser", data, RISER_PARTS)
    for part in ("name", "character"):
        check_name(f"a riser's {part}", riser[part])
    check_list("a riser's ways", riser["ways"])
    if not riser["ways"]:
        raise InvalidInput("A riser needs at least one way, got none.")
    for way in riser["ways"]:
        _check_way(way)
    return riser


def _check_way(data: Any) -> None:
    way = check_file("riser's way", data, WAY_PARTS)
    check_number("the slope of a riser's way", way["slope"], "degrees", -STEEPEST, STEEPEST)
    check_number("the torso of a riser's way", way["torso"], "", 0.1, 10.0)
    numbers = way["numbers"]
    if not isinstance(numbers, Mapping):
        raise InvalidInput(f"A riser's way needs numbers by name, got {numbers!r}.")
    for name, values in numbers.items():
        check_list(f"the {name} of a riser's way", values)
    counts = {name: len(values) for name, values in numbers.items()}
    if counts != dict(LAYOUT):
        raise InvalidInput(f"A riser's way needs numbers as in {dict(LAYOUT)}, got {counts}.")
    for name, values in numbers.items():
        for value in values:
            check_number(f"a number of the {name} of a riser's way", value, "", -LARGEST, LARGEST)


def nearest_plan(riser: Data, slope: float, torso: float) -> Data:
    """The plan for the nearest slope [degrees] and trunk size.

    In this distance a tenth of the trunk's size counts as much as two degrees.
    """
    ways: Sequence[Data] = riser["ways"]
    return min(
        ways, key=lambda way: abs(way["slope"] - slope) + 20.0 * abs(way["torso"] - torso)
    )

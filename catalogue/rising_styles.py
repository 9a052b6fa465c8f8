"""The styles in which a body gets up, as data: `rising_styles.json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..base.checks import check_name, check_number, check_parts
from ..base.errors import InvalidInput
from ..base.files import read_json
from .movements import LONGEST, movement
from .tables import Table, check_table

FILE = Path(__file__).parent / "rising_styles.json"
TABLE = Table("styles of getting up", "style", "styles", version=1)
USUAL = "usual"
SIDES = ("left", "right")


@dataclass(frozen=True, kw_only=True)
class RisingStyle:
    """One style.

    Attributes:
        sentence: how the body moves.
        pace: of all movements, relative to the usual one.
        rests: how long the body stays after a movement, by its name [s].
        neck: how far the head hangs at those rests [rad].
        first: the side of the foot that comes forward first.
        over_first: how far the weight comes over the first foot, as a share of its distance from
            between both.
    """

    sentence: str
    pace: float = 1.0
    rests: Mapping[str, float] = field(default_factory=dict)
    neck: float = 0.0
    first: str = "right"
    over_first: float = 0.0


def rising_style(name: str) -> RisingStyle:
    """A style by its name, one of `rising_styles`."""
    return rising_styles()[name]


@cache
def rising_styles() -> Mapping[str, RisingStyle]:
    """All shipped styles by name."""
    return MappingProxyType(check_rising_styles(read_json(FILE, "file of styles of getting up")))


def check_rising_styles(data: Any) -> dict[str, RisingStyle]:
    """The styles in a file's data; raise InvalidInput where the data is none."""
    return check_table(data, TABLE, _check_style)


def _check_style(what: str, data: Any) -> RisingStyle:
    parts = check_parts(what, data, RisingStyle)
    check_name(f"the sentence of {what}", parts["sentence"])
    for name, low, high in (("pace", 0.3, 2.0), ("neck", -1.0, 1.0), ("over_first", 0.0, 0.8)):
        check_number(f"the {name!r} of {what}", parts.get(name, low), "", low, high)
    rests = parts.get("rests", {})
    if not isinstance(rests, Mapping):
        raise InvalidInput(f"The rests of {what} must be times by movement, got {rests!r}.")
    for name, lasts in rests.items():
        movement(name)
        check_number(f"the rest after {name!r} of {what}", lasts, "s", 0.0, LONGEST)
    if parts.get("first", SIDES[0]) not in SIDES:
        got = parts["first"]
        raise InvalidInput(f"The first foot of {what} must be left or right, got {got!r}.")
    return RisingStyle(**{**parts, "rests": MappingProxyType(dict(rests))})

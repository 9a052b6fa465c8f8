"""Checks of plain values; each message says what was checked, what it got and what is allowed."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from .errors import InvalidInput


def check_number(
    what: str, value: Any, unit: str, low: float, high: float, above: bool = False
) -> None:
    """Raise InvalidInput unless the value is from `low` (or above it) to `high`."""
    inside = is_number(value) and low <= value <= high and not (above and value == low)
    if not inside:
        span = f"above {low:g} up to {high:g}" if above else f"{low:g} to {high:g}"
        raise InvalidInput(
            f"{capital(what)} must be {span}{' ' * bool(unit)}{unit}, got {value!r}."
        )


def check_list(what: str, value: Any) -> None:
    """Raise InvalidInput unless the value is a list or a tuple."""
    if not isinstance(value, (tuple, list)):
        raise InvalidInput(f"{capital(what)} must be a list, got {value!r}.")


def check_name(what: str, value: Any) -> None:
    """Raise InvalidInput unless the value is a non-empty text."""
    if not isinstance(value, str) or not value:
        raise InvalidInput(f"{capital(what)} must be a name, got {value!r}.")


def check_bool(what: str, value: Any) -> None:
    """Raise InvalidInput unless the value is True or False."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{capital(what)} must be True or False, got {value!r}.")


def check_data(what: str, data: Any, needed: Iterable[str]) -> None:
    """Raise InvalidInput unless the data is a JSON object with all the needed names."""
    if not isinstance(data, Mapping):
        raise InvalidInput(f"This is not a {what}: it must be an object of JSON, got {data!r}.")
    for name in needed:
        if name not in data:
            raise InvalidInput(f"This is not a {what}: {name!r} is missing.")


def check_parts(what: str, data: Any, kind: Any) -> dict[str, Any]:
    """The fields of the dataclass `kind` in plain data.

    Raises InvalidInput where a field without a default is missing, or for an unknown name.
    """
    known = {f.name: f for f in fields(kind)}
    if not isinstance(data, Mapping):
        raise InvalidInput(f"{capital(what)} must have {', '.join(known)} by name, got {data!r}.")
    for name, part in known.items():
        optional = part.default is not MISSING or part.default_factory is not MISSING
        if not optional and name not in data:
            raise InvalidInput(f"{capital(what)} needs {', '.join(known)}; {name!r} is missing.")
    for name in data:
        if name not in known:
            raise InvalidInput(f"{capital(what)} has no {name!r}; allowed: {', '.join(known)}.")
    return dict(data)


def check_numbers(
    what: str, value: Any, unit: str, low: float, high: float, size: int = 3, above: bool = False
) -> None:
    """Raise InvalidInput unless the value is `size` numbers, each within a range."""
    check_vector(what, value, size)
    for number in value:
        check_number(what, number, unit, low, high, above)


def check_vector(what: str, value: Any, size: int = 3) -> None:
    """Raise InvalidInput unless the value is `size` finite numbers."""
    if not isinstance(value, (tuple, list)) or len(value) != size:
        raise InvalidInput(f"{capital(what)} must be {size} numbers, got {value!r}.")
    if not all(is_number(n) for n in value):
        raise InvalidInput(f"{capital(what)} must be finite numbers, got {value!r}.")


def check_orientation(what: str, value: Any) -> None:
    """Raise InvalidInput unless the value is a quaternion (w, x, y, z) of length 1."""
    check_vector(what, value, 4)
    if not math.isclose(math.hypot(*value), 1.0, abs_tol=1e-3):
        raise InvalidInput(f"{capital(what)} must be a quaternion of length 1, got {value!r}.")


def is_number(value: Any) -> bool:
    """Whether a value is a finite number; True and False are not numbers here."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) <= sys.float_info.max  # False for NaN and beyond floats


def title_of(skill: str) -> str:
    """The name of a skill as it appears in a sentence for the artist."""
    return capital(skill.replace("_", " "))


def capital(text: str) -> str:
    """The text with its first letter in upper case, to begin a sentence."""
    return text[:1].upper() + text[1:]

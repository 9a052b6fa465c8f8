"""Data of planar bodies, given by the name of a shipped file or as its content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...base.errors import InvalidInput
from ...base.files import parse_json

Data = Mapping[str, Any]


def given_by(
    text: str, what: str, names: Sequence[str], shipped: Callable[[str], Data],
    check: Callable[[Any], Data],
) -> Data:  # fmt: skip
    """The shipped data of a name, or data given as JSON; raises InvalidInput for anything else."""
    if text in names:
        return shipped(text)
    if not text.lstrip().startswith("{"):
        raise InvalidInput(
            f"Unknown {what} {text!r}; allowed: {', '.join(names)}, or the content of a {what}'s "
            "file."
        )
    return check(parse_json(text, what))

"""Data of planar bodies that is told by the name of a shipped file, or by its own content."""

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
    """What is shipped under a name, or given as JSON; raises InvalidInput where it is neither."""
    if text in names:
        return shipped(text)
    if not text.lstrip().startswith("{"):
        raise InvalidInput(
            f"Unknown {what} {text!r}; allowed: {', '.join(names)}, or the content of a {what}'s "
            "file."
        )
    return check(parse_json(text, what))

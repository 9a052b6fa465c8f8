"""Numbers of members as an artist writes them: "1-20, 35", counted from 1."""

from __future__ import annotations

from collections.abc import Collection

from ..base.errors import InvalidInput


def read_numbers(text: str, present: Collection[int]) -> list[int]:
    """Members' numbers, counted from 0, among those that are present; no text means all of them.

    Raises InvalidInput for another text, or where none of those meant are present.
    """
    if not text.strip():
        return sorted(present)
    meant: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        try:
            meant.update(range(int(first) - 1, int(last or first)))
        except ValueError:
            raise InvalidInput(
                f"Numbers of members are written as in 1-20, 35, got {text!r}."
            ) from None
    found = sorted(meant.intersection(present))
    if not found:
        raise InvalidInput(f"None of the members {text} is there and selected.")
    return found

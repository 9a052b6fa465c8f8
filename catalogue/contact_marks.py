"""Contacts of a clip as text: "foot.L 0-0.42, foot.L 0.8-1.1, hand.R none", in seconds of the clip.

A part that is named has these contacts and no others. The feet go with their toes, the hands with
their wrists.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ..base.errors import InvalidInput

Spans = Sequence[tuple[float, float]]  # first and last second of each contact
MARKED = ("foot.L", "foot.R", "hand.L", "hand.R")  # what is planted where it bears
PAWS = ("foot.FL", "foot.FR", "foot.BL", "foot.BR")  # and of a four-legged body
NEVER = "none"
DECIMALS = 3  # of a second
EXAMPLE = "foot.L 0.42-0.80, or foot.L none where it has none"


def read_marks(text: str) -> dict[str, list[tuple[float, float]]]:
    """The contacts by part; raises InvalidInput with one sentence for the first error."""
    marks: dict[str, list[tuple[float, float]]] = {}
    for item in filter(None, (item.strip() for item in text.split(","))):
        part, _, span = item.partition(" ")
        own = marks.setdefault(part, [])
        if span.strip() != NEVER:
            own.append(_span(item, span))
    return {part: sorted(own) for part, own in marks.items()}


def write_marks(marks: Mapping[str, Spans]) -> str:
    """The inverse of `read_marks`."""
    items = [
        f"{part} {_number(begin)}-{_number(end)}"
        for part, spans in marks.items()
        for begin, end in spans
    ]
    never = [f"{part} {NEVER}" for part, spans in marks.items() if not spans]
    return ", ".join([*items, *never])


def checked_marks(text: str) -> str:
    """The same contacts, as `write_marks` writes them; raises InvalidInput."""
    return write_marks(read_marks(text))


def check_parts(marks: Mapping[str, Spans], known: Iterable[str]) -> None:
    """Raise InvalidInput for a part that cannot touch the ground."""
    allowed = tuple(dict.fromkeys(known))
    for part in marks:
        if part not in allowed:
            raise InvalidInput(
                f"A contact is marked for {part!r}, which is no part of this body that touches the "
                f"ground; allowed: {', '.join(allowed)}."
            )


def check_within(marks: Mapping[str, Spans], duration: float, slack: float) -> None:
    """Raise InvalidInput for a contact outside a clip.

    Args:
        duration: of the clip [s]; slack: by which a contact may end after it [s].
    """
    for part, spans in marks.items():
        for begin, end in spans:
            if begin < 0.0 or end > duration + slack:
                raise InvalidInput(
                    f"The contact {part} {_number(begin)}-{_number(end)} is outside the clip, "
                    f"which goes from 0 to {_number(duration)} s."
                )


def _span(item: str, text: str) -> tuple[float, float]:
    begin, _, end = text.rpartition("-")
    try:
        span = float(begin), float(end)
    except ValueError as error:
        raise InvalidInput(
            f"{item!r} is no contact: write a part and its seconds, as in {EXAMPLE}."
        ) from error
    if not all(map(math.isfinite, span)):
        raise InvalidInput(f"The contact {item!r} needs seconds that are numbers.")
    if span[0] >= span[1]:
        raise InvalidInput(f"The contact {item!r} ends before it begins.")
    return span


def _number(seconds: float) -> str:
    return f"{round(seconds, DECIMALS):g}"

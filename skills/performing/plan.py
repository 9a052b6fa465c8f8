"""A plan as text: the offsets by which a body keeps to a clip, window by window."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput

Array = NDArray[np.float64]
WORD = "perform"  # with which a plan begins
UNTIL = "until"  # in place of a window's number, before the window that was not searched
UNIT = 1e4  # of the numbers in the text, for one


class Plan(NamedTuple):
    """
    Attributes:
        offsets: by window; windows without any follow the clip alone.
        until: the first window for which no search was made; None where it goes to the clip's end.
    """

    offsets: Mapping[int, Array]
    until: int | None = None


def write_plan(key: str, plan: Plan) -> str:
    """A plan as one line for a cue; `read_plan` is the inverse.

    Args:
        key: of what is performed: see `key_of`.
    """
    windows = [
        f"{window}:" + ",".join(str(round(number * UNIT)) for number in offsets.tolist())
        for window, offsets in sorted(plan.offsets.items())
        if offsets.any()
    ]
    end = [] if plan.until is None else [f"{UNTIL}:{plan.until}"]
    return " ".join([WORD, key, *windows, *end])


def read_plan(text: str, size: int) -> Plan:
    """A plan with offsets (size,); raises InvalidInput where the text is no such plan."""
    try:
        word, _, *windows = text.split()
        if word != WORD:
            raise ValueError
        until = None
        if windows and windows[-1].startswith(f"{UNTIL}:"):
            until = int(windows.pop().removeprefix(f"{UNTIL}:"))
        plan = {}
        for part in windows:
            window, numbers = part.split(":")
            plan[int(window)] = np.array([int(number) / UNIT for number in numbers.split(",")])
        if any(len(offsets) != size for offsets in plan.values()):
            raise ValueError
    except ValueError as error:
        raise InvalidInput(
            f"The plan {text[:30]!r} does not fit this body: leave it out, so that one is searched "
            "for."
        ) from error
    return Plan(plan, until)


def is_plan(text: str) -> bool:
    """Whether a text is a plan to perform a clip."""
    return text.startswith(WORD)


def plans_for(key: str, plans: Iterable[str]) -> list[str]:
    """The plans among some that are for what has a key."""
    return [plan for plan in plans if plan.split()[:2] == [WORD, key]]


def key_of(values: Mapping[str, Any]) -> str:
    """A short key of what a cue performs: its clip, and how."""
    named = [values[name] for name in ("clip", "begin", "tempo", "timing", "mirrored")]
    named += filter(None, [values["contact_marks"]])  # plans of before contacts could be marked fit
    return f"{zlib.crc32(repr(named).encode()):08x}"

"""A plan as text: the offsets by which a body keeps to a clip, window by window."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput

Array = NDArray[np.float64]
WORD = "perform"  # with which a plan begins
UNIT = 1e4  # of the numbers in the text, for one


def write_plan(plan: Mapping[int, Array]) -> str:
    """A plan as one line for a cue; `read_plan` is the inverse."""
    windows = [
        f"{window}:" + ",".join(str(round(number * UNIT)) for number in offsets.tolist())
        for window, offsets in sorted(plan.items())
        if offsets.any()
    ]
    return " ".join([WORD, *windows])


def read_plan(text: str, size: int) -> dict[int, Array]:
    """The offsets (size,) by window; raises InvalidInput where the text is no such plan."""
    word, *windows = text.split()
    try:
        if word != WORD:
            raise ValueError
        plan = {}
        for part in windows:
            window, numbers = part.split(":")
            plan[int(window)] = np.array([int(number) / UNIT for number in numbers.split(",")])
    except ValueError:
        plan = {0: np.empty(0)}
    if any(len(offsets) != size for offsets in plan.values()):
        raise InvalidInput(
            f"The plan {text[:30]!r} does not fit this body: leave it out, so that one is searched "
            "for."
        )
    return plan


def is_plan(text: str) -> bool:
    """Whether a text is a plan to perform a clip."""
    return text.startswith(WORD)

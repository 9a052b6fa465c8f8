"""The order of the cues in the panel's list: by frames, and each that follows behind another."""

from __future__ import annotations

from typing import Any

from ..catalogue import CUES


def head_of(cues: Any, index: int) -> int:
    """Place in the list of the cue with a frame that this one follows, over any between; its own
    where it has a frame, or none is before it.
    """
    if cues[index].is_event or not cues[index].follows:
        return index
    before = previous_skill(cues, index)
    return index if before is None else head_of(cues, before)


def previous_skill(cues: Any, index: int) -> int | None:
    """Place of the cue before in the list that says what is done; None: there is none."""
    return next((i for i in reversed(range(index)) if not cues[i].is_event), None)


def in_time(cues: Any) -> list[int]:
    """Places in the list, by rising frames; what follows a cue stays behind it."""

    def order(index: int) -> tuple[int, int, int]:
        head = head_of(cues, index)
        return cues[head].frame, head, index

    return sorted(range(len(cues)), key=order)


def can_be_followed(cue: Any) -> bool:
    """Whether a cue of the list has an end."""
    ending = CUES[cue.skill].ending
    if ending is None:
        return False
    return not ending.along or getattr(cue.parameters, ending.along) is not None

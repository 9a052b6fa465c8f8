"""The order of the panel's cues: by frames, and following cues behind the one that they follow."""

from __future__ import annotations

from typing import Any

from ..catalogue import CUES


def head_of(cues: Any, index: int) -> int:
    """Index of the cue with a frame that this one follows, possibly through others; the cue's own
    index if it has a frame, or if there is none before it.
    """
    if cues[index].is_event or not cues[index].follows:
        return index
    before = previous_skill(cues, index)
    return index if before is None else head_of(cues, before)


def previous_skill(cues: Any, index: int) -> int | None:
    """Index of the previous cue of a skill; None where there is none."""
    return next((i for i in reversed(range(index)) if not cues[i].is_event), None)


def in_time(cues: Any) -> list[int]:
    """Indices by rising frames; a cue that follows another one stays behind that."""

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

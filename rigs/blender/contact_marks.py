"""Contacts of a clip as pose markers of its Action: "foot.L down" and "foot.L up", on frames."""

from __future__ import annotations

import re
from collections import defaultdict

import bpy

from ...base.errors import RigError
from ...catalogue.contact_marks import MARKED, Spans, read_marks, write_marks

DOWN, UP = "down", "up"
NAME = re.compile(rf"\s*(\S+)\s+({DOWN}|{UP})\s*(?:\.\d+)?", re.IGNORECASE)


def is_marked(action: bpy.types.Action | None) -> bool:
    """Whether an Action has markers of contacts."""
    return bool(markers_on(action))


def markers_on(action: bpy.types.Action | None) -> tuple[tuple[int, str, str], ...]:
    """Frame, part, and "down" or "up" of each marker of a contact, by frame."""
    found = []
    for marker in action.pose_markers if action is not None else ():
        match = NAME.fullmatch(marker.name)
        if match:
            found.append((int(marker.frame), match[1], match[2].lower()))
    return tuple(sorted(found))


def marks_on(action: bpy.types.Action | None, first: int, frames: int, rate: float) -> str:
    """The contacts that an Action's markers show, as text; "" where there are no markers.

    Feet and hands without markers then have no contact. What is not lifted stays down to the end,
    and what is lifted first was down from the beginning.

    Args:
        first: the clip's first frame; frames: their number; rate: frames a second.
    """
    markers = markers_on(action)
    if not markers:
        return ""
    marks: dict[str, list[tuple[float, float]]] = {part: [] for part in MARKED}
    own = defaultdict(list)
    for frame, part, what in markers:
        own[part].append((min(max(frame - first, 0), frames - 1), what))
    for part, events in own.items():
        spans = _spans(events, frames - 1)
        marks[part] = [(a / rate, b / rate) for a, b in spans]
    return write_marks(marks)


def _spans(events: list[tuple[int, str]], last: int) -> Spans:
    """First and last frame of each contact among sorted frames with "down" and "up"."""
    spans, down = [], 0 if events[0][1] == UP else None
    for frame, what in [*events, (last, UP)]:
        if what == DOWN and down is None:
            down = frame
        elif what == UP and down is not None:
            spans.append((down, frame))
            down = None
    return [(a, b) for a, b in spans if a < b]


def mark(action: bpy.types.Action, text: str, first: int, frames: int, rate: float) -> int:
    """Replace an Action's markers of contacts by those of a text; return how many contacts.

    Raises RigError for an Action of another file.
    """
    clear(action)
    marks = read_marks(text)
    for part, spans in marks.items():
        for begin, end in spans:
            down, up = (first + round(seconds * rate) for seconds in (begin, end))
            _add(action, f"{part} {DOWN}", down)
            if up < first + frames - 1:
                _add(action, f"{part} {UP}", max(up, down + 1))
    return sum(map(len, marks.values()))


def clear(action: bpy.types.Action) -> None:
    """Remove an Action's markers of contacts. Raises RigError for an Action of another file."""
    if not action.is_editable:
        raise RigError(
            f"The Action {action.name!r} is linked from another file: make it local, so that its "
            "contacts can be marked."
        )
    for marker in list(action.pose_markers):
        if NAME.fullmatch(marker.name):
            action.pose_markers.remove(marker)


def _add(action: bpy.types.Action, name: str, frame: int) -> None:
    action.pose_markers.new(name).frame = frame

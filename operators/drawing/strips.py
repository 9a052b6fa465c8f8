"""Cues as strips over frames: where each one lies, which one is under a place, and what a drag does
to their frames. No window is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..cue_order import head_of, in_time

BODY, END = "body", "end"  # parts of a strip


class CueTime(NamedTuple):
    """When one cue of the panel's list begins.

    Attributes:
        frame: its own frame, which counts where it follows no other cue.
        is_event: whether it is a moment beside the cues of skills.
        follows: whether it begins when the cue before it is done.
        usual: how many frames it usually takes; None where it has no end.
        begun: the frame on which it began in the preview or the bake; None where that is unknown.
    """

    frame: int
    is_event: bool = False
    follows: bool = False
    usual: float | None = None
    begun: float | None = None


class Strip(NamedTuple):
    """A cue over the timeline; an event has no length.

    Attributes:
        index: of the cue in the list.
        first, last: frames.
        is_event: whether it is drawn as a moment.
        has_end: whether its end can be dragged: not where the next cue begins when it is done, nor
            at the end of a shot that is as long as its cues.
    """

    index: int
    first: float
    last: float
    is_event: bool
    has_end: bool


class Layout(NamedTuple):
    """Where strips lie in a region [pixel].

    Attributes:
        origin, per_frame: place of frame 0, and width of a frame.
        bottom, height: of the band of skills; events lie above it, or on its edge if it is thin.
        reach: how near to an end or an event the pointer must be.
    """

    origin: float
    per_frame: float
    bottom: float
    height: float
    reach: float

    def x(self, frame: float) -> float:
        return self.origin + self.per_frame * frame

    def event_y(self) -> float:
        """The middle of the events."""
        top = self.bottom + self.height
        return top + self.reach if self.height > self.reach else top


class Grip(NamedTuple):
    """What the pointer holds: a strip by its body or its end."""

    index: int
    part: str


class Drag(NamedTuple):
    """The result of a drag: new frames of cues by index, and the shot's last frame if it moves."""

    frames: Mapping[int, int]
    last: int | None = None


def strips_of(times: Sequence[CueTime], last: int, is_open: bool = False) -> list[Strip]:
    """The strips of all cues, by rising frames; events come last, since they are drawn on top.

    Args:
        last: the shot's last frame.
        is_open: whether the shot is as long as its cues, so that its last frame cannot be dragged.
    """
    order = [index for index in in_time(times) if not times[index].is_event]
    firsts = _first_frames(times, order)
    bounds = [*firsts, float(max(last, *firsts))] if firsts else []
    strips = []
    for place, (first, end) in enumerate(pairwise(bounds)):
        following = order[place + 1] if place + 1 < len(order) else None
        has_end = not is_open if following is None else head_of(times, following) == following
        strips.append(Strip(order[place], first, end, False, has_end))
    events = [i for i, time in enumerate(times) if time.is_event]
    return strips + [Strip(i, *[float(times[i].frame)] * 2, True, False) for i in events]


def _first_frames(times: Sequence[CueTime], order: Sequence[int]) -> list[float]:
    """When each cue of a skill begins, with estimates for those that follow another one."""
    frames: list[float] = []
    for place, index in enumerate(order):
        time = times[index]
        if head_of(times, index) == index:
            frames.append(float(time.frame))
            continue
        later = [times[i].frame for i in order[place:] if head_of(times, i) == i]
        began = time.begun
        if began is None or began < frames[-1]:
            began = frames[-1] + (times[order[place - 1]].usual or 0.0)
        frames.append(min([began, *map(float, later)]))
    return frames


def grip_at(strips: Sequence[Strip], layout: Layout, x: float, y: float) -> Grip | None:
    """What is under a place [pixel]: an event, the end of a strip or its body; None: nothing."""
    events = [s for s in strips if s.is_event]
    near = [s for s in events if abs(layout.x(s.first) - x) <= layout.reach]
    if near and abs(y - layout.event_y()) <= layout.reach:
        return Grip(min(near, key=lambda s: abs(layout.x(s.first) - x)).index, BODY)
    if not layout.bottom <= y <= layout.bottom + layout.height:
        return None
    skills = [s for s in strips if not s.is_event]
    widths = [_grip_width(s, layout) for s in skills]
    for strip, before, after in zip(skills, widths, [*widths[1:], layout.reach], strict=True):
        if strip.has_end and -before <= x - layout.x(strip.last) <= after:
            return Grip(strip.index, END)
    inside = [s for s in skills if layout.x(s.first) <= x <= layout.x(s.last)]
    return Grip(inside[-1].index, BODY) if inside else None


def _grip_width(strip: Strip, layout: Layout) -> float:
    """How far the grip of an end reaches into a strip: a short one keeps a body between its ends.
    """
    return min(layout.reach, layout.per_frame * (strip.last - strip.first) / 3)


def dragged(
    times: Sequence[CueTime], grip: Grip, by: int, start: int, last: int
) -> Drag:  # fmt: skip
    """What a drag by whole frames does; no two cues of skills begin on one frame.

    Args:
        grip: as `grip_at` returns it for the same times.
        start, last: the shot's first and last frame before the drag.
    """
    if grip.part == BODY:
        return _move(times, head_of(times, grip.index), by, start)
    order = [i for i in in_time(times) if not times[i].is_event]
    heads = [i for i in order if head_of(times, i) == i]
    own = heads.index(head_of(times, grip.index))
    first = times[heads[own]].frame
    if own + 1 == len(heads):
        return Drag({}, max(last + by, first + 1, start + 1))
    following = heads[own + 1]
    frame = max(times[following].frame + by, first + 1)
    if own + 2 < len(heads):
        frame = min(frame, times[heads[own + 2]].frame - 1)
    return Drag({following: max(frame, first + 1)})


def _move(times: Sequence[CueTime], index: int, by: int, start: int) -> Drag:
    """Move a cue with all that follow it; it may pass others, and not leave the shot."""
    frame = max(times[index].frame + by, min(start, times[index].frame))
    if not times[index].is_event:
        heads = [i for i, t in enumerate(times) if not t.is_event and head_of(times, i) == i]
        taken = {times[i].frame for i in heads if i != index}
        while frame in taken:
            frame += 1
    return Drag({index: frame})

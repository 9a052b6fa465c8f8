"""Contacts that an artist has marked, in place of those that a clip shows; and those it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...bodies.kinds import BIPED
from ...catalogue.contact_marks import MARKED, PAWS, Spans, check_parts, check_within, read_marks
from ..biped_frames import Figure
from .clip import PerformedClip
from .support import OFF_GROUND, Flags, Touches, runs_in
from .track import RATE, Placing, other_side, seconds_of

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Marked:
    """Marked contacts of a body's points, over the frames of a track.

    Attributes:
        parts: index of the part of each of k points; bears: (frames, parts), in the same order.
        is_given: (parts,) whether a part's contacts are marked.
    """

    parts: NDArray[np.int64]
    bears: Flags
    is_given: Flags

    def of_points(self) -> Flags:
        """(k,) whether a point's contacts are marked."""
        given: Flags = self.is_given[self.parts]
        return given

    def in_place_of(self, found: Flags, heights: Array, size: float) -> Flags:
        """(frames, k) which points bear: in a marked contact those that were found to, else the
        lowest ones of the part.

        Args:
            found: (frames, k); heights: (frames, k) [m].
            size: of the body, relative to an adult.
        """
        bears = found.copy()
        for part in np.flatnonzero(self.is_given):
            own = self.parts == part
            lowest = heights[:, own].min(axis=1, keepdims=True) + OFF_GROUND * size
            shows = found[:, own].any(axis=1, keepdims=True)
            stands = np.where(shows, found[:, own], heights[:, own] < lowest)
            bears[:, own] = stands & self.bears[:, part, None]
        return bears


def marked_on(
    text: str, clip: PerformedClip, figure: Figure, touches: Touches, placing: Placing
) -> Marked | None:  # fmt: skip
    """What a text marks (see `catalogue.contact_marks`) over the frames of a clip's track; None
    where that is nothing. Raises InvalidInput.
    """
    marks = read_marks(text)
    if not marks:
        return None
    names = parts_of(figure, touches)
    check_within(marks, clip.duration, 1.0 / clip.rate)
    check_parts(marks, names)
    if placing.mirrored:
        marks = {other_side(part): own for part, own in marks.items()}
    known = list(dict.fromkeys(names))
    seconds, half = seconds_of(clip.duration, placing), placing.tempo / RATE / 2
    bears = np.zeros((len(seconds), len(known)), dtype=bool)
    for part, spans in marks.items():
        for begin, end in spans:
            inside = (seconds > begin - half) & (seconds < end + half)
            bears[inside, known.index(part)] = True
    parts = np.array([known.index(name) for name in names])
    return Marked(parts, bears, np.isin(known, list(marks)))


def contacts_in(
    figure: Figure, touches: Touches, bears: Flags, tempo: float
) -> Mapping[str, Spans]:  # fmt: skip
    """The contacts of feet and hands [s of the clip] by part; empty where a part has none.

    Args:
        bears: (frames, k) of the whole clip, not mirrored; tempo: at which it was tracked.
    """
    names = np.array(parts_of(figure, touches))
    return {
        part: [
            (first / RATE * tempo, (end - 1) / RATE * tempo)
            for first, end in runs_in(bears[:, names == part].any(axis=1))
        ]
        for part in (MARKED if figure.character.kind == BIPED else PAWS)
    }


def parts_of(figure: Figure, touches: Touches) -> list[str]:
    """The part of each point by which it is marked: the foot for toes, the hand for a wrist."""
    parts = []
    for segment, on_hands in zip(touches.segments, touches.on_hands, strict=True):
        name = figure.names[segment]
        base, dot, side = name.partition(".")
        base = "hand" if on_hands else "foot" if base == "toes" else base
        parts.append(f"{base}{dot}{side}")
    return parts

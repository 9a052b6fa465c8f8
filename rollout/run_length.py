"""The length of a run: the shot's, or that of its cues."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..shots.cue import skills_among
from ..shots.schedule import TAIL, longest, usual_end
from ..shots.shot import Shot

NEARLY = 0.9  # of a run as long as its cues: fraction done at their usual end


class RunLength:
    """The length of a run, and the fraction that is done."""

    def __init__(self, shot: Shot) -> None:
        self._is_given = shot.duration is not None
        if shot.duration is not None:
            self._usual = most = shot.duration
        else:
            # The shot has checked that some performer's last cue has an end.
            self._usual = (usual_end(shot.performers, shot.props) or 0.0) + TAIL
            most = longest(self._usual)
        self.most_frames = math.floor(most * shot.frame_rate + 1e-9) + 1
        self._last = (self.most_frames - 1) / shot.frame_rate
        self._pushed = max((p.time + p.duration for p in shot.all_pushes()), default=0.0)
        self._counts = [
            any(cue.ending is not None for cue in skills_among(performer.cues)[-1:])
            for performer in shot.performers
        ]

    def is_over(self, time: float, over_since: Sequence[float | None]) -> bool:
        """Whether a run that is as long as its cues may end.

        Args:
            over_since: as in `Timeline`, of each performer; None of one that has not entered.
        """
        if self._is_given:
            return False
        ends = [end for end, counts in zip(over_since, self._counts, strict=True) if counts]
        last = max(math.inf if end is None else end for end in ends)
        return time >= max(last, self._pushed) + TAIL

    def done(self, time: float) -> float:
        """The fraction of the run that is done; an estimate where the length is unknown."""
        if self._is_given:
            return time / self._last
        share = time / self._usual
        return NEARLY * share if share < 1.0 else 1.0 - (1.0 - NEARLY) / share

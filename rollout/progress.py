"""Reports the progress and the present activity of a run; the callbacks may cancel the run."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from ..base.errors import Cancelled
from .wording import about

Progress = Callable[[float], object]
Report = Callable[[str], object]
SEARCHING = "Searching how to {skill}{where}, try {tries}"
WHERE = " at {second:.1f} of {end:.1f} s"
AT_MOST = "{sentence}, at most {left} left"
LONGEST_SHOWN = 600.0  # [s]: most searches end long before their limit
INTERRUPTED = 1.0  # [s] between two calls of a search: a longer gap is other work, as compiling


class ProgressReport:
    """Called at every frame, and often during a search."""

    def __init__(self, progress: Progress | None = None, report: Report | None = None) -> None:
        """
        Args:
            progress: called with the fraction done; returning False cancels the run.
            report: called with a description of a search, and with "" after the search.
        """
        self._progress = progress
        self._report = report
        self._fraction = 0.0
        self._took = self._tried = 0.0  # wall time of the search, and its simulated time [s]
        self._last = (math.inf, math.inf)  # wall and simulated time of the last report [s]

    def frame_done(self, fraction: float) -> None:
        """Report the fraction done; raises Cancelled."""
        self._fraction = fraction
        goes_on = None if self._progress is None else self._progress(float(fraction))
        if isinstance(goes_on, bool | np.bool_) and not goes_on:
            raise Cancelled("The simulation was cancelled.")

    def search_goes_on(
        self, skill: str, tries: int, spent: float, most: float,
        at: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """Report a search's number of tries, simulated time and limit [s]; raises Cancelled.

        Args:
            at: where in a movement it is, and the movement's end [s].
        """
        now, (then, before) = time.monotonic(), self._last
        if then < now < then + INTERRUPTED:
            self._took += now - then
            self._tried += spent - before
        self._last = (now, spent)
        where = "" if at is None else WHERE.format(second=at[0], end=at[1])
        sentence = SEARCHING.format(skill=skill.replace("_", " "), where=where, tries=tries)
        if self._tried > 0.0:
            left = max(most - spent, 0.0) * self._took / self._tried
            if left < LONGEST_SHOWN:
                sentence = AT_MOST.format(sentence=sentence, left=about(left))
        self._say(sentence)
        self.frame_done(self._fraction)

    def search_ended(self) -> None:
        """The search is over."""
        self._took = self._tried = 0.0
        self._last = (math.inf, math.inf)
        self._say("")

    def _say(self, sentence: str) -> None:
        if self._report is not None:
            self._report(sentence)

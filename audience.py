"""Whoever waits for a take: hears how far it is and what it is doing, and may call it off."""

from __future__ import annotations

from collections.abc import Callable

from .errors import Cancelled

Progress = Callable[[float], object]
Tell = Callable[[str], object]
SEARCHING = "Searching how to get up, try {tries}: {spent:.0f} s of at most {most:.0f} s are tried"


class Audience:
    """Asked at every frame, and all the time while a way to do something is searched for."""

    def __init__(self, progress: Progress | None = None, tell: Tell | None = None) -> None:
        """
        Args:
            progress: called with the fraction done; returning False calls the run off.
            tell: called with what is being done where that is a search, with "" after it.
        """
        self._progress = progress
        self._tell = tell
        self._fraction = 0.0

    def hear(self, fraction: float) -> None:
        """So much is done; raises Cancelled."""
        self._fraction = fraction
        if self._progress is not None and self._progress(fraction) is False:
            raise Cancelled("The simulation was cancelled.")

    def hear_of_search(self, tries: int, spent: float, most: float) -> None:
        """A search has begun so many tries and simulated so long [s]; raises Cancelled."""
        self._say(SEARCHING.format(tries=tries, spent=spent, most=most))
        self.hear(self._fraction)

    def hear_of_its_end(self) -> None:
        """The search is over."""
        self._say("")

    def _say(self, sentence: str) -> None:
        if self._tell is not None:
            self._tell(sentence)

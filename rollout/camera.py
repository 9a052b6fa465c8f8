"""Frames of what a search has found so far, for those who watch it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ..shots.frame_stream import Records
from ..simulation.actor import Actor
from .recorder import Moment, Recorder

ROUNDING = 1e-6  # of a frame, in which sums of time steps may differ from a frame's time

# Called with the number of the first frame, and a performer's records from it on.
Show = Callable[[int, Sequence[Records]], object]


class Camera:
    """Films a performer of whom a search simulates one stretch after another, some of them anew."""

    def __init__(
        self, recorder: Recorder, rate: float, frames: int, time: float, show: Show
    ) -> None:
        """
        Args:
            recorder: of the simulated body; it keeps nothing else.
            rate: frames a second.
            frames: of the whole run, beyond whose end a search may simulate.
            time: when the search begins [s].
        """
        self._recorder, self._rate, self._show = recorder, rate, show
        self._all = frames
        self._first, self._frames = self._after(time), list[Records]()

    def cut(self, time: float) -> None:
        """Forget the frames after a time [s]: others follow."""
        del self._frames[self._after(time) - self._first :]

    def moment(self) -> Moment:
        """The present state of the body, for `take`."""
        return self._recorder.moment()

    def take(self, before: Moment, start: float, end: float) -> None:
        """Take the frames within a time step.

        Args:
            before: what was at its start; start, end: of the step [s].
        """
        while self._first + len(self._frames) < min(self._after(end), self._all):
            time = (self._first + len(self._frames)) / self._rate
            share = min(max((time - start) / (end - start), 0.0), 1.0)
            self._frames.append(self._recorder.sample(before, share))

    def show(self) -> None:
        """Show all frames since the search began."""
        self._show(self._first, self._frames)

    def _after(self, time: float) -> int:
        """The number of the first frame after a time [s]."""
        return math.floor(time * self._rate + ROUNDING) + 1


Film = Callable[[Actor, Recorder, float], Camera]  # as in `make_film`


def make_film(gravity: float, rate: float, frames: int, show: Show) -> Film:
    """A function that makes a camera for a search: for a body in the search's world, the recorder
    of its performer, and the time when the search begins [s].

    Args:
        gravity: downwards [m/s2]; rate: frames a second; frames: of the whole run.
    """

    def film(actor: Actor, recorder: Recorder, time: float) -> Camera:
        own = Recorder(actor, gravity, ())
        own.go_on_from(recorder)
        return Camera(own, rate, frames, time, show)

    return film

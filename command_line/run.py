"""Simulating in this process, with progress on standard error."""

from __future__ import annotations

import math
import sys
import time
from types import TracebackType
from typing import TextIO

from ..rollout.stop import Stop
from ..rollout.wording import COMPILING, SIMULATING, about
from ..shots.shortfalls import shortfalls
from ..shots.shot import Shot
from ..shots.take import RunFailed, Take
from ..simulation.silence_output import silence_output
from .interrupts import first_interrupt
from .outputs import say

STOPPING = "Stopping: what is found so far is kept; Ctrl-C again ends at once"
STEP = 0.1  # share of the work between two lines where the output is not a terminal
BLINK, PAUSE = 0.2, 10.0  # [s] between two lines about a search, on a terminal and elsewhere


def run_shot(shot: Shot, workers: int) -> Take:
    """Simulate the shot, reporting progress and falls; returns the partial take of a failed run,
    and of one in which Ctrl-C ended a search.

    Args:
        workers: as in `simulate`.
    """
    # Imported here: commands that do not simulate need neither PyBullet nor numba.
    with silence_output():
        from ..compiling.forecast import the_forecast
        from ..rollout.simulate import simulate

    forecast = the_forecast()
    forecast.expect(shot)
    if not forecast.is_done:
        print(f"{COMPILING}, {about(forecast.left())}", file=sys.stderr, flush=True)
    stop = Stop()
    with ProgressLine(SIMULATING, sys.stderr) as progress:
        try:
            with first_interrupt(stop.ask, STOPPING):
                take = simulate(
                    shot, progress=progress, report=progress.report, workers=workers, stop=stop
                )
        except RunFailed as failed:
            take = failed.take
    say_who_fell(take)
    if take.failure:
        say(f"The simulation ended early: the {len(take.times)} frames until then are kept.")
    say_what_is_unfinished(take)
    return take


def say_who_fell(take: Take, where: str = "") -> None:
    """Print a line on standard error for each performer that fell; `where` begins the line."""
    for number, performance in enumerate(take.performances):
        if performance.fell_at is not None:
            who = f"Performer {number}" if len(take.performances) > 1 else "The character"
            print(f"{where}{who} fell at {performance.fell_at:.2f} s.", file=sys.stderr)


def say_what_is_unfinished(take: Take, where: str = "") -> None:
    """Print a line on standard error for each unfinished cue."""
    for number in range(len(take.performances)):
        who = f"Performer {number}: " if len(take.performances) > 1 else ""
        for shortfall in shortfalls(take, number):
            print(f"{where}{who}{shortfall.sentence}.", file=sys.stderr)


class ProgressLine:
    """Progress callback; rewrites one line on a terminal, else prints a line at every tenth.

    `report` shows a sentence, at a limited rate.
    """

    def __init__(self, what: str, stream: TextIO) -> None:
        self.what = what
        self.stream = stream
        self.shown = -STEP
        self._told_at = -math.inf
        self._length = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.stream.isatty():
            self.stream.write("\n")

    def __call__(self, fraction: float) -> bool:
        if fraction - self.shown >= (0.01 if self.stream.isatty() else STEP) or fraction == 1.0:
            self.shown = fraction
            self._show(f"{self.what}: {round(100 * fraction)} %")
        return True

    def report(self, sentence: str) -> None:
        """Show what is being searched for; "" ends it."""
        now = time.monotonic()
        if sentence and now - self._told_at >= (BLINK if self.stream.isatty() else PAUSE):
            self._told_at = now
            self._show(sentence)

    def _show(self, line: str) -> None:
        if self.stream.isatty():
            self.stream.write(f"\r{line.ljust(self._length)}")
            self._length = len(line)
        else:
            self.stream.write(f"{line}\n")
        self.stream.flush()

"""Simulates in this process, with progress on standard error."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TextIO

from ..quiet import silence
from ..shot import Shot
from ..take import Take
from ..worker import COMPILING, SIMULATING, compiles_first

STEP = 0.1  # share of the work between two lines where the output is no terminal


def run_shot(shot: Shot) -> Take:
    """Simulate the shot, saying how far it is and who fell."""
    # Here and not above: commands that do not simulate need neither PyBullet nor numba.
    with silence():
        from ..rollout import simulate

    if compiles_first():
        print(COMPILING, file=sys.stderr, flush=True)
    with ProgressLine(SIMULATING, sys.stderr) as progress:
        take = simulate(shot, progress=progress)
    say_who_fell(take)
    return take


def say_who_fell(take: Take, where: str = "") -> None:
    """A line on standard error for each who fell; `where` begins it."""
    for number, performance in enumerate(take.performances):
        if performance.fell_at is not None:
            who = f"Performer {number}" if len(take.performances) > 1 else "The character"
            print(f"{where}{who} fell at {performance.fell_at:.2f} s.", file=sys.stderr)


class ProgressLine:
    """Called with a fraction; rewrites one line on a terminal, else prints every tenth."""

    def __init__(self, what: str, stream: TextIO) -> None:
        self.what = what
        self.stream = stream
        self.shown = -STEP

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
        on_terminal = self.stream.isatty()
        if fraction - self.shown >= (0.01 if on_terminal else STEP) or fraction == 1.0:
            self.shown = fraction
            line = f"{self.what}: {round(100 * fraction)} %"
            self.stream.write(f"\r{line}" if on_terminal else f"{line}\n")
            self.stream.flush()
        return True

"""Simulates a crowd's groups with one line of progress; Ctrl-C may keep those that are finished."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING

from ..base.errors import Cancelled
from ..rollout.wording import SIMULATING, count
from ..shots.take import Take
from .run import ProgressLine
from .scheduler import scheduler_of

if TYPE_CHECKING:
    from ..rigs.blender.crowd_scene import Group

KEEPING = "Stopping: the groups that are finished are kept; Ctrl-C again ends at once"


def simulate_groups(arguments: Namespace, groups: Sequence[Group]) -> list[Take | None]:
    """The Take of each group; None for one that Ctrl-C left out, where finished ones are kept.

    Raises Cancelled where Ctrl-C came before any was finished, and as `simulate_many` does.
    """
    # Imported here: commands that do not simulate do not need it.
    from ..jobs.batch import finished_takes, kept_takes, simulate_in_steps
    from ..jobs.group_progress import GroupProgress

    shots, kept = [group.shot for group in groups], kept_takes(arguments.cache)
    progress = GroupProgress([len(group.numbers) for group in groups])
    with ProgressLine(SIMULATING, sys.stderr) as line, _interrupts(arguments) as asked:

        def follow(fraction: float, done: Sequence[bool], note: str) -> None:
            percent = f"{SIMULATING}: {round(100 * fraction)} %"
            line.report(f"{percent}, {progress.sentence(fraction, done, note)}")

        steps = simulate_in_steps(
            shots, arguments.workers, scheduler_of(arguments), kept, follow, compiled=None
        )
        with closing(steps):
            while not asked.is_set():
                try:
                    next(steps)
                except StopIteration as done:
                    line(1.0)
                    return list(done.value)
    found = finished_takes(shots, kept)
    if not any(found):
        raise Cancelled("No group was finished: nothing is written.")
    return found


def say_missing(groups: Sequence[Group], takes: Sequence[Take | None], out: str) -> bool:
    """Print how many members are missing, and how to get them; returns whether any is."""
    sizes = [len(group.numbers) for group in groups]
    missing = sum(n for n, take in zip(sizes, takes, strict=True) if take is None)
    if missing:
        print(
            f"{missing} of {count(sum(sizes), 'member')} are missing in {out}: Complete Crowd in "
            "Blender simulates them; the same line with the same --cache begins with what is kept.",
            file=sys.stderr,
        )
    return missing > 0


@contextmanager
def _interrupts(arguments: Namespace) -> Iterator[Event]:
    """An event that the first Ctrl-C sets where finished groups are kept; the next one interrupts.
    """
    asked, usual = Event(), signal.getsignal(signal.SIGINT)

    def interrupt(number: int, frame: FrameType | None) -> None:
        asked.set()
        signal.signal(signal.SIGINT, usual)
        print(KEEPING, file=sys.stderr, flush=True)

    if not arguments.keep_finished or usual is not signal.default_int_handler:
        yield asked  # it is not wanted, or Ctrl-C is ignored or somebody else's
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, usual)

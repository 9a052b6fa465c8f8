"""Simulates a crowd's groups with one line of progress; Ctrl-C may keep those that are finished."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

from ..rollout.wording import SIMULATING, count
from ..shots.take import Take
from .farm_options import scheduler_of
from .interrupts import first_interrupt
from .run import ProgressLine

if TYPE_CHECKING:
    from ..rigs.blender.crowd_scene import Group

KEEPING = "Stopping: the groups that are finished are kept; Ctrl-C again ends at once"


class Wish:
    """Whether Ctrl-C has asked to end with what is finished."""

    is_asked = False

    def ask(self) -> bool:
        """Ask; returns whether this is the first time."""
        first, self.is_asked = not self.is_asked, True
        return first


def simulate_groups(arguments: Namespace, groups: Sequence[Group]) -> Mapping[str, Take]:
    """The Takes by the keys of the groups: of all, or of those finished before Ctrl-C.

    Raises FootfallError as `simulate_in_steps` does.
    """
    # Imported here: commands that do not simulate do not need it.
    from ..jobs.batch import kept_takes, simulate_in_steps
    from ..jobs.group_progress import GroupProgress

    kept, wish = kept_takes(arguments.cache), Wish()
    progress = GroupProgress([len(group.numbers) for group in groups])
    keeping = first_interrupt(wish.ask, KEEPING) if arguments.keep_finished else nullcontext()
    with ProgressLine(SIMULATING, sys.stderr) as line, keeping:

        def follow(fraction: float, done: Sequence[bool], note: str) -> None:
            said = progress.sentence(fraction, done, note)
            line.report(f"{SIMULATING}: {round(100 * fraction)} %, {said}")

        steps = simulate_in_steps(
            [group.shot for group in groups], arguments.workers, scheduler_of(arguments), kept,
            follow, compiled=None,
        )  # fmt: skip
        with closing(steps):
            for _ in steps:
                if wish.is_asked:
                    return kept
        line(1.0)
    return kept


def say_missing(left: Sequence[int], total: int, arguments: Namespace) -> None:
    """Print how many members are missing, and how to get them."""
    if not left:
        return
    how = "Complete Crowd in Blender simulates them"
    if arguments.cache:
        how += "; the same line again begins with the takes in --cache"
    print(
        f"{len(left)} of {count(total, 'member')} are missing in {arguments.out}: {how}.",
        file=sys.stderr,
    )

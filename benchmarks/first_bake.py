"""What an artist is told while a first bake compiles: how often it changes, and how true it is.

A walk, a run and a trot are simulated in a worker, as operators do it, with an empty folder of
compiled code; then all three again, which compiles nothing.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ..bodies.character import Character
from ..compiling.ledger import LEDGER
from ..evaluation.worker_progress import Said, error_after_a_third, longest_still
from ..jobs.worker_process import WorkerProcess
from ..shots.shot import Cue, Performer, Shot
from .parts.table import Row

DURATION = 10.0  # [s] of each shot
LOOK = 0.05  # [s] between two looks at the worker, as operators take them
LONGEST_STILL, MOST_WRONG = 3.0, 0.30  # [s]; of the total, after its first third


def measure() -> list[Row]:
    """Rows of each bake and of what was compiled again; takes five minutes of an idle computer."""
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        cache = Path(scratch)
        rows = [row for name, shot in shots() for row in _rows(name, shot, cache)]
        first = _count_compiled(cache)
        for _, shot in shots():
            list(_bake(shot, cache))
        again = _count_compiled(cache) - first
    rows.append(Row("functions compiled by all three at first", "", "", str(first)))
    rows.append(Row("the same, the second time", "", "", str(again), again == 0, "must: 0"))
    return rows


def shots() -> Iterator[tuple[str, Shot]]:
    """What is baked, one after another."""
    human, dog = Character.humanoid(), Character.quadruped()
    for name, body, cue in (
        ("walk", human, Cue("walk")),
        ("run", human, Cue("run")),
        ("trot", dog, Cue("trot")),
    ):
        yield name, Shot([Performer(body, [cue])], duration=DURATION)


def _rows(name: str, shot: Shot, cache: Path) -> Iterator[Row]:
    said = list(_bake(shot, cache))
    total = said[-1].time
    still = longest_still(said)
    wrong = error_after_a_third(said)
    yield Row(f"{name}: total [s]", "", "", f"{total:.0f}")
    yield Row(
        f"{name}: longest time without a change of the text [s]", "", "", f"{still:.1f}",
        still <= LONGEST_STILL, f"must: at most {LONGEST_STILL:g}",
    )  # fmt: skip
    yield Row(
        f"{name}: largest error of the total that is foreseen after the first third [%]", "", "",
        f"{100 * wrong:.0f}", wrong <= MOST_WRONG, f"must: at most {100 * MOST_WRONG:g}",
    )  # fmt: skip


def _bake(shot: Shot, cache: Path) -> Iterator[Said]:
    worker = WorkerProcess(shot, cache=cache)
    began = time.monotonic()
    try:
        while worker.poll() is None:
            yield Said(time.monotonic() - began, worker.note, worker.progress, worker.left)
            time.sleep(LOOK)
        yield Said(time.monotonic() - began, "", 1.0, 0.0)
    finally:
        worker.close()


def _count_compiled(cache: Path) -> int:
    return sum(len(path.read_bytes().splitlines()) for path in cache.rglob(LEDGER))

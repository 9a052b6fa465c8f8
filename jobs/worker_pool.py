"""Worker processes on this computer that share a pile of shots."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

from ..base.errors import SimulationError, WorkerDied
from ..shots.shot import Shot
from ..shots.take import Take
from .worker_process import WorkerProcess

MOST_TRIES = 3  # of a shot whose worker dies
PAUSE = 0.02  # [s] between two looks at the workers
Finished = tuple[str, Take]


def run_here(
    work: Mapping[str, Shot],
    report: Callable[[float, str], object],
    workers: int,
    compiled: Path | None = None,
) -> Generator[Finished | None, None, None]:
    """Simulate every shot in one of some processes; yields names and takes as they are done, and
    None between two looks at them.

    Args:
        report: called with how many shots are done, with the shares of those at work, and with
            what one of the processes is doing.
        compiled: where compiled control laws are kept; None: the user's cache folder.

    Raises SimulationError where a shot fails, or ends its worker again and again.
    """
    pool = WorkerPool(work, workers, compiled)
    try:
        while not pool.is_done:
            pool.hand_out()
            finished = list(pool.collect())
            report(pool.progress, pool.note)
            yield from finished
            yield None
            time.sleep(PAUSE)
    finally:
        pool.close()


class WorkerPool:
    """Some processes, what each of them does, and what is still to be done."""

    def __init__(self, work: Mapping[str, Shot], workers: int, compiled: Path | None) -> None:
        self._work, self._workers, self._compiled = work, workers, compiled
        self._waiting = deque(work)
        self._tries = Counter[str]()
        self._done = 0
        self._idle: list[WorkerProcess] = []
        self._busy: dict[WorkerProcess, str] = {}

    @property
    def is_done(self) -> bool:
        return not self._waiting and not self._busy

    @property
    def progress(self) -> float:
        """How many shots are done, with the shares of those at work."""
        return self._done + sum(worker.progress for worker in self._busy)

    @property
    def note(self) -> str:
        """What the process is doing that has been at work longest."""
        return next((worker.note for worker in self._busy), "")

    def hand_out(self) -> None:
        """Give every process something to do, and start those that are missing."""
        while self._waiting and len(self._busy) < self._workers:
            worker = self._idle.pop() if self._idle else WorkerProcess(cache=self._compiled)
            name = self._waiting.popleft()
            self._busy[worker] = name
            worker.begin(self._work[name])

    def collect(self) -> Iterator[Finished]:
        """What has been finished since; the shot of a process that died waits again."""
        for worker, name in list(self._busy.items()):
            try:
                take = worker.poll()
            except WorkerDied as death:
                del self._busy[worker]
                worker.close()
                self._try_again(name, death)
                continue
            if take is not None:
                del self._busy[worker]
                self._idle.append(worker)
                self._done += 1
                yield name, take

    def _try_again(self, name: str, death: WorkerDied) -> None:
        self._tries[name] += 1
        if self._tries[name] == MOST_TRIES:
            number = list(self._work).index(name) + 1
            raise SimulationError(
                f"Shot {number} of those to simulate ended its process {MOST_TRIES} times: {death}"
            ) from death
        self._waiting.appendleft(name)

    def close(self) -> None:
        """End all processes; may be called again."""
        for worker in [*self._idle, *self._busy]:
            worker.close()

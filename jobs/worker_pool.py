"""A pool of worker processes on this computer that share a queue of shots."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

from ..base.errors import SimulationError, WorkerDied
from ..shots.shot import Shot
from ..shots.take import Take
from .worker_process import WorkerProcess

MOST_TRIES = 3  # attempts at a shot whose worker dies
PAUSE = 0.02  # [s] between two polls of the workers
Finished = tuple[str, Take]


def run_here(
    work: Mapping[str, Shot],
    report: Callable[[float, str], object],
    workers: int,
    compiled: Path | None = None,
) -> Generator[Finished | None, None, None]:
    """Simulate every shot in a pool of processes; yields names and takes as they are done, and None
    between two polls.

    Args:
        report: called with the number of shots done, the shares of running ones included, and with
            what one of the processes is doing.
        compiled: folder of compiled control laws; None: the user's cache folder.

    Raises SimulationError where a shot fails, or its workers die repeatedly.
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
    """The worker processes, their present shots, and the shots that are waiting."""

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
        """The number of shots done, the shares of running ones included."""
        return self._done + sum(worker.progress for worker in self._busy)

    @property
    def note(self) -> str:
        """What the process is doing that has worked longest on its shot."""
        return next((worker.note for worker in self._busy), "")

    def hand_out(self) -> None:
        """Give every idle process a shot, and start missing processes."""
        while self._waiting and len(self._busy) < self._workers:
            worker = self._idle.pop() if self._idle else self._start()
            name = self._waiting.popleft()
            self._busy[worker] = name
            worker.begin(self._work[name])

    def _start(self) -> WorkerProcess:
        """A process, which has for its searches the share that the number of shots leaves it."""
        share = max(self._workers // len(self._work), 1)
        return WorkerProcess(cache=self._compiled, workers=share)

    def collect(self) -> Iterator[Finished]:
        """Names and takes finished since the last call; the shot of a dead process waits again."""
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

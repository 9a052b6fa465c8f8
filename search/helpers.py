"""Tasks evaluated side by side: in this process and in helpers, processes that start meanwhile.

A result must depend on its task alone. Then the results are the same for any number of helpers,
whoever evaluates which task and in whatever order.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from ..base.errors import SimulationError, WorkerDied
from .helper_process import Failure, packed, receive, write
from .own_process import own_command

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2  # tasks that a helper has, so that it need not wait while this process evaluates one
MOST_USUAL = 8  # processes where nobody asks for more: each takes some 0.3 GB
PATIENCE = 0.1  # [s] between two calls of `wait`


def usual_workers() -> int:
    """Number of processes for a search where nobody asks for another one."""
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return min(max(processors - 1, min(processors, 2)), MOST_USUAL)


class Helpers(Generic[Task, Result]):
    """A number of helpers that end with this object, or with this process."""

    def __init__(
        self, evaluate: Callable[[Task], Result],
        make: Callable[[Any], Callable[[Task], Result]], content: Any, count: int,
        wait: Callable[[], object],
    ) -> None:  # fmt: skip
        """
        Args:
            evaluate: evaluates a task in this process.
            make: called with `content` in each helper; returns what evaluates a task there. Both
                must be picklable: a function of a module, and plain data.
            wait: called often while only helpers work; an exception that it raises ends the work.
        """
        self._evaluate, self._wait = evaluate, wait
        self._answers = SimpleQueue[tuple[_Helper, bytes | None]]()
        self._helpers: list[_Helper] = []
        first = packed((make, content))
        try:
            for _ in range(count):
                self._helpers.append(_Helper(self._answers, first))
        except BaseException:
            self.close()
            raise

    def evaluate_all(self, tasks: Sequence[Task]) -> list[Result]:
        """The results of tasks, in their order.

        Raises WorkerDied where a helper dies, and SimulationError where it reports a failure.
        """
        results: dict[int, Result] = {}
        waiting = deque(range(len(tasks)))
        while len(results) < len(tasks):
            self._collect(results, waits=not waiting)
            for helper in self._helpers:
                while helper.may_have_more and len(waiting) > 1:  # one is for this process
                    number = waiting.popleft()
                    helper.begin(number, tasks[number])
            if waiting:
                number = waiting.popleft()
                results[number] = self._evaluate(tasks[number])
        return [results[number] for number in range(len(tasks))]

    def _collect(self, results: dict[int, Result], waits: bool) -> None:
        """Take over the answers that have come; where it waits, at least one."""
        while True:
            try:
                helper, data = self._answers.get(timeout=PATIENCE if waits else 0.0)
            except Empty:
                if not waits:
                    return
                self._wait()
                continue
            self._take(results, helper, data)
            waits = False

    def _take(self, results: dict[int, Result], helper: _Helper, data: bytes | None) -> None:
        if data is None:
            raise WorkerDied(
                f"A process that helped a search died ({helper.cause_of_death()}): try again, with "
                "fewer workers where memory is short."
            )
        answer = pickle.loads(data)
        if isinstance(answer, Failure):
            raise SimulationError(str(answer))
        if helper.is_ready:
            results[helper.numbers.popleft()] = answer
        helper.is_ready = True

    def close(self) -> None:
        """End all helpers; may be called again."""
        for helper in self._helpers:
            helper.close()

    def __enter__(self) -> Helpers[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Helper:
    """One helper.

    Attributes:
        is_ready: whether it has loaded what it needs.
        numbers: of the tasks that it has, in order.
    """

    def __init__(self, answers: SimpleQueue[tuple[_Helper, bytes | None]], first: bytes) -> None:
        self.is_ready, self.numbers = False, deque[int]()
        # What is sent names functions of modules: the helper finds them where this process does.
        # Matrices of one character are too small for several threads.
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            own_command("search.helper_process"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, args=(first, answers), daemon=True)
        self._reader.start()

    @property
    def may_have_more(self) -> bool:
        return self.is_ready and len(self.numbers) < AHEAD

    def begin(self, number: int, task: Any) -> None:
        """Hand over a task."""
        self.numbers.append(number)
        self._write(packed(task))

    def cause_of_death(self) -> str:
        status = self._process.wait()
        names = {s.value: s.name for s in signal.Signals}
        return f"exit status {status}" if status >= 0 else f"signal {names.get(-status, -status)}"

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()

    def _write(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # the helper may have died: its reader notices
            write(self._process.stdin, message)

    def _read(self, first: bytes, answers: SimpleQueue[tuple[_Helper, bytes | None]]) -> None:
        """Send the first message, for which a starting process keeps one waiting, and read on."""
        assert self._process.stdout is not None
        self._write(first)
        data: bytes | None = b""
        while data is not None:
            data = receive(self._process.stdout)
            answers.put((self, data))

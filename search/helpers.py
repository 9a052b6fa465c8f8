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
from typing import Any, Generic, NamedTuple, TypeVar

from ..base.errors import SimulationError, WorkerDied
from .helper_process import Failure, packed, receive, write
from .own_process import own_command

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2  # tasks that a helper has, so that it need not wait for this process; near the end one
MOST_USUAL = 8  # processes where nobody asks for more: each takes some 0.3 GB
PATIENCE = 0.1  # [s] between two calls of `wait`


def _unchanged(task: Any) -> Any:
    return task


def _ignore(task: Any, result: Any) -> None:
    """Default for `note`: does nothing."""


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
        wait: Callable[[], object], started: Started | None = None,
    ) -> None:  # fmt: skip
        """
        Args:
            evaluate: evaluates a task in this process.
            make: called with `content` in each helper; returns what evaluates a task there. Both
                must be picklable: a function of a module, and plain data.
            wait: called often while only helpers work; an exception that it raises ends the work.
            started: helpers that were started for `make` before.
        """
        self._evaluate, self._wait = evaluate, wait
        self._answers = SimpleQueue[_Answer]()
        self._queue = _Queue()
        self._helpers = started.take(count) if started is not None else []
        first = packed(content)
        try:
            while len(self._helpers) < count:
                self._helpers.append(_Helper(make))
            for helper in self._helpers:
                helper.prepare(first, self._answers, self._queue)
        except BaseException:
            self.close()
            raise

    def evaluate_all(
        self, tasks: Sequence[Task], renewed: Callable[[Task], Task] = _unchanged,
        note: Callable[[Task, Result], object] = _ignore,
    ) -> list[Result]:  # fmt: skip
        """The results of tasks, in their order.

        Raises WorkerDied where a helper dies, and SimulationError where it reports a failure.

        Args:
            renewed: what becomes of a task as it begins, in any thread.
            note: called with each task and its result as it comes.
        """
        results: dict[int, Result] = {}
        queue = self._queue
        queue.fill(tasks, renewed, sum(helper.is_ready for helper in self._helpers) + 1)
        try:
            for helper in self._helpers:
                helper.begin_more()
            while len(results) < len(tasks):
                number = queue.next()
                if number is None:
                    found = self._answered(waits=True)
                else:
                    found = {number: self._evaluate(renewed(tasks[number]))}
                    found |= self._answered(waits=False)
                for number, result in found.items():
                    note(tasks[number], result)
                results |= found
        finally:
            queue.clear()
        return [results[number] for number in range(len(tasks))]

    def _answered(self, waits: bool) -> dict[int, Result]:
        """The results that have come from helpers; where it waits, at least one."""
        results: dict[int, Result] = {}
        while True:
            try:
                helper, number, data = self._answers.get(timeout=PATIENCE if waits else 0.0)
            except Empty:
                if not waits:
                    return results
                self._wait()
                continue
            result = _checked(helper, data)
            if number is not None:
                results[number] = result
                waits = False

    def close(self) -> None:
        """End all helpers; may be called again."""
        for helper in self._helpers:
            helper.close()

    def __enter__(self) -> Helpers[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Started:
    """Helpers that load what they need before their content is known; for the first who asks."""

    def __init__(self, make: Callable[[Any], Callable[[Any], Any]], count: int) -> None:
        self._helpers: list[_Helper] = []
        try:
            for _ in range(count):
                self._helpers.append(_Helper(make))
        except BaseException:
            self.close()
            raise

    def take(self, count: int) -> list[_Helper]:
        """Up to a number of the helpers, for who closes them."""
        taken, self._helpers = self._helpers[:count], self._helpers[count:]
        return taken

    def close(self) -> None:
        """End the helpers that nobody took."""
        for helper in self.take(len(self._helpers)):
            helper.close()

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Queue:
    """The tasks of a batch that nobody has begun yet; for all threads."""

    def __init__(self) -> None:
        self._lock, self._waiting = threading.Lock(), deque[int]()
        self._tasks: Sequence[Any] = ()
        self._renewed: Callable[[Any], Any] = _unchanged
        self._hands = 1

    def fill(self, tasks: Sequence[Any], renewed: Callable[[Any], Any], hands: int) -> None:
        """Begin a batch, for so many processes."""
        with self._lock:
            self._tasks, self._renewed, self._hands = tasks, renewed, hands
            self._waiting = deque(range(len(tasks)))

    def clear(self) -> None:
        with self._lock:
            self._waiting.clear()

    def next(self, has: int = 0) -> int | None:
        """The number of the next task for a process that has so many already; None: it must wait.
        """
        with self._lock:
            most = AHEAD if len(self._waiting) > self._hands else 1
            return self._waiting.popleft() if self._waiting and has < most else None

    def task(self, number: int) -> Any:
        """A task as it begins."""
        return self._renewed(self._tasks[number])


class _Helper:
    """One helper. Its own thread hands it the next task as an answer comes.

    Attributes:
        is_ready: whether it has loaded what it needs.
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.is_ready, self._numbers = False, deque[int]()
        self._queue, self._reader = _Queue(), threading.Thread()
        self._lock = threading.Lock()  # tasks are written in the order of their numbers
        # What is sent names functions of modules: the helper finds them where this process does.
        # Matrices of one character are too small for several threads.
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            own_command("search.helper_process"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        self._write(packed(make))

    def prepare(self, content: bytes, answers: SimpleQueue[_Answer], queue: _Queue) -> None:
        """Hand over what it is made with, packed; its answers will be put, and tasks taken."""
        self._queue = queue
        self._reader = threading.Thread(target=self._read, args=(content, answers), daemon=True)
        self._reader.start()

    def begin_more(self) -> None:
        """Hand over tasks as long as it may have more."""
        with self._lock:
            while self.is_ready:
                number = self._queue.next(len(self._numbers))
                if number is None:
                    return
                self._numbers.append(number)
                self._write(packed(self._queue.task(number)))

    def cause_of_death(self) -> str:
        status = self._process.wait()
        names = {s.value: s.name for s in signal.Signals}
        return f"exit status {status}" if status >= 0 else f"signal {names.get(-status, -status)}"

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._reader.ident is not None:
            self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()

    def _write(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # the helper may have died: its reader notices
            write(self._process.stdin, message)

    def _read(self, content: bytes, answers: SimpleQueue[_Answer]) -> None:
        """Send the content, for which a starting process keeps one waiting, and read on."""
        assert self._process.stdout is not None
        self._write(content)
        data: bytes | None = b""
        while data is not None:
            data = receive(self._process.stdout)
            with self._lock:
                number = self._numbers.popleft() if self._numbers else None
                self.is_ready = data is not None
            answers.put(_Answer(self, number, data))
            self.begin_more()


class _Answer(NamedTuple):
    """What came from a helper.

    Attributes:
        number: of the task that it is for; None as the helper is ready.
        data: the pickled result; None where the helper died.
    """

    helper: _Helper
    number: int | None
    data: bytes | None


def _checked(helper: _Helper, data: bytes | None) -> Any:
    """A helper's result; raises where it died, or reports a failure."""
    if data is None:
        raise WorkerDied(
            f"A process that helped a search died ({helper.cause_of_death()}): try again, with "
            "fewer workers where memory is short."
        )
    answer = pickle.loads(data)
    if isinstance(answer, Failure):
        raise SimulationError(str(answer))
    return answer

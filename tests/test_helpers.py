"""Helpers: the same results for any number of them, one sentence where one dies, and none left."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from footfall.base.errors import SimulationError, WorkerDied
from footfall.search.helpers import Helpers

NUMBERS = [float(number) for number in range(40)]
SECONDS = 60.0  # that a test waits for what must come

# `partial(math.sqrt)` is what evaluates tasks in a helper: a function of a module that it finds.
def helpers(there: Callable[..., Any], count: int, here: Callable[..., Any]) -> Helpers[Any, Any]:
    return Helpers(here, partial, there, count, lambda: None)


def slow_root(number: float) -> float:
    """Slow enough for the helpers to do some too, once they have started."""
    time.sleep(0.02)
    return math.sqrt(number)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_results_are_in_the_order_of_the_tasks_for_any_number_of_helpers(count: int) -> None:
    with helpers(math.sqrt, count, slow_root) as pool:
        for _ in range(5):
            assert pool.evaluate_all(NUMBERS) == [math.sqrt(number) for number in NUMBERS]


@pytest.mark.parametrize("count", [0, 2])
def test_a_task_is_renewed_as_it_begins_by_what_is_known_then(count: int) -> None:
    """Each is evaluated as the largest result so far, and one: by hand, one after the other."""
    known = [0.0]

    def renewed(task: float) -> float:
        return (known[-1] + task) ** 2

    def note(task: float, result: float) -> None:
        known.append(max(known[-1], result))

    with helpers(math.sqrt, count, slow_root) as pool:
        results = pool.evaluate_all([1.0] * 20, renewed, note)
    assert sorted(known) == known
    assert len(known) == 21
    assert results[0] == 1.0
    assert max(results) == known[-1] > 20 / (1 + 2 * count + 1)
    if count == 0:
        assert results == [float(number) for number in range(1, 21)]


def evaluated_there(there: Callable[..., Any], task: Any) -> list[Any]:
    """The results of the first tasks of which a helper evaluates one."""
    here = object()
    ends_at = time.monotonic() + SECONDS
    with helpers(there, 1, lambda task: here) as pool:
        while time.monotonic() < ends_at:
            results = [result for result in pool.evaluate_all([task] * 4) if result is not here]
            if results:
                return results
    raise AssertionError("no helper came to help")


def test_a_helper_evaluates_what_this_process_would() -> None:
    assert set(evaluated_there(math.sqrt, 2.0)) == {math.sqrt(2.0)}


def test_a_helper_that_dies_is_one_sentence() -> None:
    with pytest.raises(WorkerDied, match=r"died \(exit status 3\): try again, with fewer"):
        evaluated_there(os._exit, 3)


def test_a_task_that_fails_there_is_one_sentence() -> None:
    with pytest.raises(SimulationError, match=r"ValueError: math domain error\."):
        evaluated_there(math.sqrt, -1.0)


PARENT = """
import math, sys, time
from functools import partial
from footfall.search.helpers import Helpers
pool = Helpers(math.sqrt, partial, time.sleep, 2, lambda: None)
print(*(helper._process.pid for helper in pool._helpers), flush=True)
while True:
    pool.evaluate_all([60.0] * 6)
"""


@pytest.mark.skipif(os.name != "posix", reason="asks POSIX whether a process is there")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
def test_helpers_end_with_the_process_that_they_help(ending: signal.Signals) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    assert parent.stdout is not None
    with parent.stdout:
        pids = [int(pid) for pid in parent.stdout.readline().split()]
    time.sleep(2.0)  # they may work on a task by then, or still be starting
    parent.send_signal(ending)
    parent.wait()
    ends_at = time.monotonic() + SECONDS
    while time.monotonic() < ends_at and any(map(is_there, pids)):
        time.sleep(0.1)
    assert len(pids) == 2
    assert not any(map(is_there, pids))


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_nothing_else_waits_for_the_input_that_a_process_reads() -> None:
    """On Windows a library that asks for its kind would wait until the other process writes."""
    source = """
import os
from footfall.search.own_streams import own_input
own = own_input()
print(os.read(0, 9), own.read(9))
"""
    line = [sys.executable, "-c", source]
    done = subprocess.run(line, input=b"a message", stdout=subprocess.PIPE, check=True)
    assert done.stdout.split(maxsplit=1) == [b"b''", b"b'a message'\n"]

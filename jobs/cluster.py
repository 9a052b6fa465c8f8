"""Shots on a dask.distributed cluster: other computers, or other processes of this one.

dask is an optional dependency. Each worker of the cluster must have the same version of Footfall
installed.
"""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future as Waiting
from typing import TYPE_CHECKING, Any

from ..base.errors import FootfallError, SimulationError
from ..search.dask_client import connect
from ..search.scheduler import Scheduler
from ..shots.shot import Shot
from ..shots.shot_key import program, shot_text
from ..shots.take import RunFailed, Take, whole_take

if TYPE_CHECKING:
    from distributed import Client, Future

PAUSE = 0.05  # [s] between two polls of the cluster
CONNECTING = "Connecting to the scheduler"
Result = tuple[str, str | bytes]  # "take" and its file's content, or "error" and a sentence


def run_on_cluster(
    work: Mapping[str, Shot], report: Callable[[float, str], object], scheduler: str | Scheduler
) -> Generator[tuple[str, Take] | None, None, None]:
    """Simulate every shot on the cluster; yields names and takes as they are done, and None between
    two polls of the cluster.

    The scheduler gives the shots of a worker that dies to another one.

    Args:
        report: called with the number of shots done, and with what goes on, "" while
            simulating.
        scheduler: it, or its address alone, such as "tls://farm:8786".

    Raises InvalidInput without dask or if the scheduler may not be connected to, SimulationError if
    no scheduler answers or a shot fails.
    """
    client = yield from _connected(scheduler, report)
    try:
        waiting = _submit(client, work)
        while waiting:
            for name in [name for name, future in waiting.items() if future.done()]:
                take = _take(waiting.pop(name))
                yield name, take
            report(len(work) - len(waiting), "")
            yield None
            time.sleep(PAUSE)
    finally:
        client.close()  # unfinished shots are cancelled with the client


def _connected(
    scheduler: str | Scheduler, report: Callable[[float, str], object]
) -> Generator[None, None, Client]:
    """Connect in a thread of its own, since a scheduler that does not answer takes seconds."""
    waiting: Waiting[Client] = Waiting()

    def work() -> None:
        try:
            waiting.set_result(connect(scheduler))
        except BaseException as error:
            waiting.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    try:
        while not waiting.done():
            report(0.0, CONNECTING)
            yield None
            time.sleep(PAUSE)
    except BaseException:  # this generator is closed, or the run is cancelled
        waiting.add_done_callback(_close)
        raise
    return waiting.result()


def _close(waiting: Waiting[Client]) -> None:
    if waiting.exception() is None:
        waiting.result().close()


def _submit(client: Client, work: Mapping[str, Shot]) -> dict[str, Future]:
    task = _far_task()
    return {
        # A new key for each attempt: a cluster remembers what failed under the old one.
        name: client.submit(task, shot_text(shot), program(), pure=False)
        for name, shot in work.items()
    }


def _far_task() -> Callable[[str, str], Result]:
    """A function pickled by content, since in Blender this package has another name."""

    def simulate_far_away(text: str, wanted: str) -> Result:
        from importlib import import_module

        simulate_packed: Callable[[str, str], Result]
        simulate_packed = import_module("footfall.jobs.cluster").simulate_packed
        return simulate_packed(text, wanted)

    return simulate_far_away


def simulate_packed(text: str, wanted: str) -> Result:
    """Simulate a shot in a worker of the cluster.

    Args:
        text: the shot as JSON.
        wanted: digest of the program of the sender, which the worker's must equal.
    """
    from ..rollout.simulate import simulate

    if wanted != program():
        return "error", "A worker of the cluster has another Footfall: install the same one there."
    try:
        take = simulate(Shot.from_data(json.loads(text)))
    except RunFailed as failed:
        take = failed.take
    except FootfallError as error:
        return "error", str(error)
    file = io.BytesIO()
    take.write(file)
    return "take", file.getvalue()


def _take(future: Future) -> Take:
    try:
        kind, content = future.result()
    except Exception as error:  # any failure of the cluster becomes one sentence for the artist
        raise SimulationError(
            f"The cluster could not simulate a shot: {type(error).__name__}: {error}."
        ) from error
    if kind == "error":
        raise SimulationError(str(content))
    return whole_take(Take.load(io.BytesIO(_bytes(content))))


def _bytes(content: Any) -> bytes:
    assert isinstance(content, bytes)
    return content

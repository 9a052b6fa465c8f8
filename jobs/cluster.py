"""Shots on a dask.distributed cluster: other computers, or other processes of this one.

dask is an optional dependency. Each worker of the cluster must have the same version of Footfall
installed.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Generator, Mapping
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
Result = tuple[str, str | bytes]  # "take" and its file's content, or "error" and a sentence


def run_on_cluster(
    work: Mapping[str, Shot], report: Callable[[float, str], object], scheduler: str | Scheduler
) -> Generator[tuple[str, Take] | None, None, None]:
    """Simulate every shot on the cluster; yields names and takes as they are done, and None between
    two polls of the cluster.

    The scheduler gives the shots of a worker that dies to another one.

    Args:
        report: called with the number of shots done, and with "".
        scheduler: it, or its address alone, such as "tls://farm:8786".

    Raises InvalidInput without dask or if the scheduler may not be connected to, SimulationError if
    no scheduler answers or a shot fails.
    """
    client = connect(scheduler)
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

"""simulate_many(): takes of many shots, in order, on all available processes or computers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, MutableMapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from ..base.errors import Cancelled, InvalidInput
from ..search.scheduler import Scheduler
from ..shots.feasibility import ready_to_run
from ..shots.shot import Shot
from ..shots.shot_key import shot_key
from ..shots.take import Take
from .cluster import run_on_cluster
from .take_cache import TakeCache
from .worker_pool import run_here

Progress = Callable[[float], object]
# What is yielded: a finished take, or None when there is none yet.
Finished = Generator[tuple[str, Take] | None, None, None]
Runner = Callable[[Mapping[str, Shot], Callable[[float, str], object]], Finished]
# Called with the fraction done, the flags of the finished shots, and what a worker is doing.
Follow = Callable[[float, Sequence[bool], str], object]


def simulate_many(
    shots: Iterable[Shot],
    workers: int = 2,
    scheduler: str | Scheduler | None = None,
    cache: str | Path | None = None,
    progress: Progress | None = None,
) -> Generator[Take, None, None]:
    """Simulate shots in parallel; yields their Takes in order.

    The Takes are the same, bit by bit, for any number of workers, and equal shots are simulated
    once. The shot of a worker that dies is simulated again. Closing the generator ends all work;
    between two calls for the next Take, no new shot is begun.

    Args:
        workers: number of processes on this computer.
        scheduler: a dask.distributed scheduler, or its address alone, as in "tls://farm:8786",
            whose workers do the work instead; needs the extra "farm". One on another computer must
            encrypt, unless `Scheduler.allows_unencrypted`.
        cache: a folder of Takes; shots whose Take is there are not simulated again.
        progress: called with the fraction of all shots that is done; returning False cancels.

    Raises:
        InvalidInput: no workers, no folder, no dask, a scheduler that may not be connected to, or a
            shot that cannot be performed, before anything is simulated. SimulationError: a shot
            diverged, its workers died repeatedly, or the scheduler does not answer. Cancelled:
            `progress` returned False.
    """
    run, takes = _runner(workers, scheduler, None), kept_takes(cache)
    return _takes([ready_to_run(shot) for shot in shots], run, takes, progress)


def simulate_in_steps(
    shots: Sequence[Shot],
    workers: int,
    scheduler: str | Scheduler | None,
    kept: MutableMapping[str, Take],
    follow: Follow,
    compiled: Path | None,
) -> Generator[None, None, None]:
    """`simulate_many` for callers that must not block: yields often.

    Args:
        kept: what `kept_takes` returns; each Take enters it as soon as it is finished, and stays
            there when this generator is closed before its end.
        follow: called many times a second as well.
        compiled: folder of compiled control laws; None: the user's cache folder.
    """
    run = _runner(workers, scheduler, compiled)
    for _ in _keys_and_waits([ready_to_run(shot) for shot in shots], run, kept, follow):
        yield


def _runner(workers: int, scheduler: str | Scheduler | None, compiled: Path | None) -> Runner:
    if workers < 1:
        raise InvalidInput(f"Simulating needs at least 1 worker, got {workers}.")
    if scheduler is not None:
        return partial(run_on_cluster, scheduler=scheduler)
    return partial(run_here, workers=workers, compiled=compiled)


def kept_takes(cache: str | Path | None) -> MutableMapping[str, Take]:
    """The Takes of a folder, by their shots' keys; None: Takes in memory, none as yet.

    Raises InvalidInput where the folder cannot be made.
    """
    return {} if cache is None else TakeCache(cache)


def _takes(
    shots: list[Shot], run: Runner, takes: MutableMapping[str, Take], progress: Progress | None
) -> Generator[Take, None, None]:
    def follow(fraction: float, done: Sequence[bool], note: str) -> None:
        if progress is not None and progress(fraction) is False:
            raise Cancelled("The simulation was cancelled.")

    for key in _keys_and_waits(shots, run, takes, follow):
        if key is not None:
            yield takes[key]


def _keys_and_waits(
    shots: list[Shot], run: Runner, takes: MutableMapping[str, Take], follow: Follow
) -> Generator[str | None, None, None]:
    """The keys of the Takes in order, and None while the next one is not finished."""
    keys = [shot_key(shot) for shot in shots]
    work = {key: shot for key, shot in zip(keys, shots, strict=True) if key not in takes}
    distinct, there = len(set(keys)), set(keys) - set(work)

    def report(done: float, note: str) -> None:
        fraction = (distinct - len(work) + done) / distinct
        follow(fraction, [key in there for key in keys], note)

    with closing(run(work, report)) as finished:
        for key in keys:
            while key not in takes:
                done = next(finished)
                if done is None:
                    yield None
                else:
                    takes[done[0]] = done[1]
                    there.add(done[0])
            yield key

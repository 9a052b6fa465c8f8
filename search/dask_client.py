"""A connection to a dask.distributed cluster, an optional part that nothing else needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InvalidInput, SimulationError

if TYPE_CHECKING:
    from distributed import Client

ANSWER_WITHIN = 20.0  # [s] for a scheduler


def connect(scheduler: str) -> Client:
    """A client of the scheduler at an address, as in "tcp://farm:8786".

    Raises InvalidInput without dask, SimulationError where there is no scheduler.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise InvalidInput(
            "A cluster needs dask.distributed, which is not installed: "
            "pip install 'footfall[cluster]', or in Blender as docs/farm.md says."
        ) from error
    try:
        return Client(scheduler, timeout=ANSWER_WITHIN, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SimulationError(
            f"There is no answer from the scheduler {scheduler!r}: "
            "start it with 'dask scheduler', or correct its address."
        ) from error

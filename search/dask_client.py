"""A connection to a dask.distributed cluster, which is an optional dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InvalidInput, SimulationError

if TYPE_CHECKING:
    from distributed import Client

ANSWER_WITHIN = 20.0  # [s] within which a scheduler must answer


def connect(scheduler: str) -> Client:
    """A client of the scheduler at an address such as "tcp://farm:8786".

    Raises InvalidInput if dask is not installed, SimulationError if no scheduler answers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise InvalidInput(
            "A cluster needs dask.distributed, which is not installed: "
            "pip install 'footfall[farm]', or in Blender as docs/farm.md describes."
        ) from error
    try:
        return Client(scheduler, timeout=ANSWER_WITHIN, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SimulationError(
            f"There is no answer from the scheduler {scheduler!r}: "
            "start it with 'dask scheduler', or correct its address."
        ) from error

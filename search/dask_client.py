"""A connection to a dask.distributed cluster, which is an optional dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InvalidInput, SimulationError
from .scheduler import ENCRYPTED, Scheduler, as_scheduler

if TYPE_CHECKING:
    from distributed import Client

ANSWER_WITHIN = 20.0  # [s] within which a scheduler that listens must answer


def connect(scheduler: str | Scheduler) -> Client:
    """A client of a scheduler, or of the one at an address such as "tls://farm:8786".

    Raises:
        InvalidInput: dask is not installed, the address or a certificate is wrong, or the scheduler
            is on another computer, and neither encrypted nor allowed to be not.
        SimulationError: no scheduler answers, or one of the two refuses the other's certificate.
    """
    scheduler = as_scheduler(scheduler)
    place = scheduler.place
    try:
        from distributed import Client
    except ImportError as error:
        raise InvalidInput(
            "A cluster needs dask.distributed, which is not installed: "
            "pip install 'footfall[farm]', or in Blender Install Dask in Footfall's preferences."
        ) from error
    # Imported here: they need dask.
    from .dask_certificates import security_of
    from .dask_probe import check_answer, check_encrypted

    check_encrypted(scheduler)
    security = security_of(scheduler)
    context = security.get_connection_args("client").get("ssl_context")
    check_answer(scheduler, context if place.scheme == ENCRYPTED else None)
    host = f"[{place.host}]" if ":" in place.host else place.host
    try:
        return Client(
            f"{place.scheme}://{host}:{place.port}", security=security, timeout=ANSWER_WITHIN,
            set_as_default=False,
        )  # fmt: skip
    except (OSError, ValueError, RuntimeError) as error:
        raise SimulationError(
            f"The scheduler {scheduler.address!r} does not answer as one of dask's: "
            f"{type(error).__name__}: {error}."
        ) from error

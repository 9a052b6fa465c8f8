"""A connection to a dask.distributed cluster, which is an optional dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InvalidInput
from .certificates import client_context, make_security
from .knock import knock, no_answer
from .scheduler import DANGER, ENCRYPTED, Address, Scheduler
from .this_computer import is_this_computer

if TYPE_CHECKING:
    from distributed import Client

ANSWER_WITHIN = 10.0  # [s] within which a scheduler must answer


def check_scheduler(scheduler: str | Scheduler) -> Address:
    """The address of a scheduler, if it may be connected to.

    Raises InvalidInput: the address is none, or the scheduler is on another computer, without
    encryption and without leave.
    """
    if isinstance(scheduler, str):
        scheduler = Scheduler(scheduler)
    address = Address.read(scheduler.address)
    if address.scheme == ENCRYPTED or scheduler.allows_unencrypted:
        return address
    if not is_this_computer(address.host):
        raise InvalidInput(
            f"The scheduler {str(address)!r} is on another computer and does not encrypt; {DANGER}:"
            f" set up {ENCRYPTED}:// as docs/farm.md describes, or allow it with "
            "--allow-unencrypted or in Footfall's preferences."
        )
    return address


def connect(scheduler: str | Scheduler) -> Client:
    """A client of a scheduler, which may be named by its address alone.

    Raises:
        InvalidInput: dask is not installed, or the scheduler may not be connected to, or its
            certificates are not there. SimulationError: the scheduler does not answer, or it and
            this computer refuse each other.
    """
    address = check_scheduler(scheduler)
    try:
        from distributed import Client
    except ImportError as error:
        raise InvalidInput(
            "A cluster needs dask.distributed, which is not installed: "
            "pip install 'footfall[farm]', or in Blender Install Dask in Footfall's preferences."
        ) from error
    security = context = None
    if address.scheme == ENCRYPTED:
        security = make_security(None if isinstance(scheduler, str) else scheduler.certificates)
        context = client_context(security)
    knock(address, context, ANSWER_WITHIN)
    try:
        return Client(
            str(address), security=security, timeout=ANSWER_WITHIN, set_as_default=False
        )  # fmt: skip
    except (OSError, ValueError, RuntimeError) as error:
        raise no_answer(address, str(error)) from error

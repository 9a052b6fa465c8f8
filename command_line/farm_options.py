"""The options that name a render farm, and the scheduler that they name."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..base.errors import InvalidInput
from ..search.dask_client import check_scheduler
from ..search.scheduler import DANGER, Scheduler


def add_scheduler(group: Any, what: str) -> None:
    """Add the options to a parser or to a group of one."""
    group.add_argument(
        "--scheduler", metavar="ADDRESS",
        help=f"{what} on the dask.distributed cluster there, as in tls://farm:8786; certificates: "
        "FOOTFALL_TLS_CA, FOOTFALL_TLS_CERT and FOOTFALL_TLS_KEY name their files",
    )  # fmt: skip
    group.add_argument(
        "--allow-unencrypted", action="store_true",
        help=f"let the scheduler be on another computer without tls; {DANGER}",
    )  # fmt: skip


def scheduler_of(arguments: Namespace) -> Scheduler | None:
    """The scheduler of the options, None for this computer; raises InvalidInput.

    Nothing is connected to yet.
    """
    if arguments.scheduler is None:
        if arguments.allow_unencrypted:
            raise InvalidInput("--allow-unencrypted says nothing without --scheduler ADDRESS.")
        return None
    scheduler = Scheduler(
        arguments.scheduler, allows_unencrypted=arguments.allow_unencrypted
    )  # fmt: skip
    check_scheduler(scheduler)
    return scheduler

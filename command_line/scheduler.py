"""The scheduler of a cluster that a command line names; its certificates are dask's to name."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..search.scheduler import Scheduler


def add_unencrypted(parser: Any) -> None:
    """Add the switch beside --scheduler."""
    parser.add_argument(
        "--allow-unencrypted", action="store_true",
        help="use a scheduler of tcp:// on another computer, although anybody on the network can "
        "then run programs on the computers of the farm and on this one, which execute the pickles "
        "that they receive",
    )  # fmt: skip


def scheduler_of(arguments: Namespace) -> Scheduler | None:
    """The scheduler; None: the processes of this computer simulate."""
    if arguments.scheduler is None:
        return None
    return Scheduler(arguments.scheduler, allow_unencrypted=arguments.allow_unencrypted)

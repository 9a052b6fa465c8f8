"""The address of a dask.distributed scheduler, and what connecting to it needs."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

from ..base.errors import InvalidInput

ENCRYPTED, PLAIN = "tls", "tcp"
ADDRESS = re.compile(
    r"(?:(?P<scheme>\w+)://)?(?P<host>\[[\w:.%]+\]|[^\s:/\[\]]+):(?P<port>\d{1,5})/?"
)


class Place(NamedTuple):
    """Where a scheduler listens; the host without the brackets of IPv6."""

    scheme: str
    host: str
    port: int


@dataclass(frozen=True)
class Scheduler:
    """A dask.distributed scheduler.

    Attributes:
        address: such as "tls://farm:8786"; without a scheme, tcp:// is meant.
        ca_file, certificate, key: paths of PEM files for tls://: the authority that signs the
            farm's certificates, and this computer's own certificate and key. "": those of dask's
            configuration, which includes its environment variables.
        allow_unencrypted: whether a scheduler on another computer may be connected to by tcp://.
    """

    address: str
    _: KW_ONLY
    ca_file: str = ""
    certificate: str = ""
    key: str = ""
    allow_unencrypted: bool = False

    @property
    def place(self) -> Place:
        """The parts of the address. Raises InvalidInput."""
        found = ADDRESS.fullmatch(self.address.strip())
        scheme = found and (found["scheme"] or PLAIN).lower()
        if found is None or scheme not in (ENCRYPTED, PLAIN) or int(found["port"]) > 65535:
            raise InvalidInput(
                "The address of a scheduler must be written as tls://farm:8786, or tcp:// without "
                f"encryption, got {self.address!r}."
            )
        return Place(scheme, found["host"].strip("[]"), int(found["port"]))


def as_scheduler(scheduler: str | Scheduler) -> Scheduler:
    """The scheduler, also where only its address is given."""
    return scheduler if isinstance(scheduler, Scheduler) else Scheduler(scheduler)

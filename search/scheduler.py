"""The scheduler of a cluster, as the artist names it: its address, certificates and leave."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import NamedTuple, Self

from ..base.errors import InvalidInput

ENCRYPTED, PLAIN = "tls", "tcp"
# A host is a name, an IPv4 address, or an IPv6 address in brackets. Nothing else is let through, so
# that dask cannot read another host out of an address than the one that was checked.
ADDRESS = re.compile(
    r"(?:(?P<scheme>[a-z0-9+]+)://)?(?P<host>[\w.-]+|\[[0-9a-fA-F:.]+(?:%\w+)?\]):(?P<port>\d{1,5})/?",
    re.ASCII,
)
# Why a plain connection is refused; also the text of the switches that allow it.
DANGER = "anybody on that network could run code on the workers, since what travels is pickled"
CA_VARIABLE, CERTIFICATE_VARIABLE, KEY_VARIABLE = (
    "FOOTFALL_TLS_CA", "FOOTFALL_TLS_CERT", "FOOTFALL_TLS_KEY",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Certificates:
    """Files in PEM form that prove a client and a scheduler to each other.

    Args:
        ca: the certificate authority's own certificate, which signed those of the farm.
        certificate: of this computer, signed by that authority.
        key: of the certificate; empty where the certificate's file holds it too.
    """

    ca: str
    certificate: str
    key: str = ""

    @classmethod
    def of_environment(cls) -> Self | None:
        """Those that environment variables name; None if they name nothing."""
        variables = (CA_VARIABLE, CERTIFICATE_VARIABLE, KEY_VARIABLE)
        ca, certificate, key = (os.environ.get(name, "").strip() for name in variables)
        return cls(ca=ca, certificate=certificate, key=key) if ca or certificate or key else None


@dataclass(frozen=True)
class Scheduler:
    """Where a cluster is, and how it is spoken to.

    Args:
        address: as in "tls://farm:8786"; "tcp://localhost:8786" or "localhost:8786" is a scheduler
            without encryption.
        certificates: for tls; None: those of the environment, or of dask's configuration.
        allows_unencrypted: whether one without encryption may be on another computer. Anybody on
            that network could run code on the workers, since what travels is pickled.
    """

    address: str
    certificates: Certificates | None = None
    allows_unencrypted: bool = False


class Address(NamedTuple):
    """The parts of an address."""

    scheme: str
    host: str  # without brackets
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The parts of an address in text; raises InvalidInput."""
        found = ADDRESS.fullmatch(text.strip())
        if found is None or not 0 < int(found["port"]) < 2**16:
            raise InvalidInput(
                "A scheduler's address has a host and a port, as in tls://farm:8786, "
                f"got {text!r}."
            )
        scheme = found["scheme"] or PLAIN
        if scheme not in (ENCRYPTED, PLAIN):
            raise InvalidInput(
                f"A scheduler's address begins with {ENCRYPTED}:// or {PLAIN}://, got {text!r}."
            )
        return cls(scheme, found["host"].strip("[]"), int(found["port"]))

"""A first contact with a scheduler, for what dask reports late or in other words: whether it may be
connected to, answers, and accepts this computer's certificate.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl

from ..base.errors import InvalidInput, SimulationError
from .scheduler import PLAIN, Place, Scheduler

ANSWER_WITHIN = 10.0  # [s]
UNENCRYPTED = (
    "Anybody on the network can read and change what is sent, and run programs on the farm's "
    "computers and on this one, since dask executes the pickles that it receives"
)


def check_encrypted(scheduler: Scheduler) -> None:
    """Raise InvalidInput for tcp:// to another computer, unless that is allowed."""
    place = scheduler.place
    if place.scheme != PLAIN or scheduler.allow_unencrypted or is_this_computer(place.host):
        return
    raise InvalidInput(
        f"The scheduler {scheduler.address!r} is on another computer and not encrypted. "
        f"{UNENCRYPTED}: give the farm certificates and write tls:// (docs/farm.md), or allow "
        "it by --allow-unencrypted, or Allow Unencrypted in Footfall's preferences."
    )


def is_this_computer(host: str) -> bool:
    """Whether all addresses of a host, by name or number, are those of this computer.

    Raises SimulationError where the name is unknown.
    """
    own = _own_addresses()
    found = {ipaddress.ip_address(address) for address in _addresses_of(host)}
    return bool(found) and all(address.is_loopback or address in own for address in found)


def _addresses_of(host: str) -> set[str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SimulationError(
            f"There is no computer named {host!r}: correct the scheduler's address."
        ) from error
    return {str(address[0]) for *_, address in found}


def _own_addresses() -> set[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    import psutil  # which distributed needs as well

    return {
        ipaddress.ip_address(entry.address)
        for entries in psutil.net_if_addrs().values()
        for entry in entries
        if entry.family in (socket.AF_INET, socket.AF_INET6)
    }


def check_answer(scheduler: Scheduler, context: ssl.SSLContext | None) -> None:
    """Connect, and wait for the first byte, which a scheduler sends by itself.

    Args:
        context: with this computer's certificate; None for tcp://.

    Raises SimulationError where nothing answers in time, or one of the two refuses the other.
    """
    place = scheduler.place
    _addresses_of(place.host)
    try:
        _receive(place, context)
    except ssl.SSLError as error:
        raise SimulationError(_refusal(scheduler.address, error)) from error
    except TimeoutError as error:
        raise SimulationError(
            f"There is no answer from the scheduler {scheduler.address!r} within "
            f"{ANSWER_WITHIN:g} s: start it with 'dask scheduler', correct its address, or write "
            "tls:// where it has certificates."
        ) from error
    except OSError as error:
        raise SimulationError(
            f"There is no answer from the scheduler {scheduler.address!r}: "
            "start it with 'dask scheduler', or correct its address."
        ) from error


def _receive(place: Place, context: ssl.SSLContext | None) -> None:
    with socket.create_connection((place.host, place.port), timeout=ANSWER_WITHIN) as plain:
        if context is None:
            if not plain.recv(1):
                raise ConnectionAbortedError
            return
        with context.wrap_socket(plain, server_hostname=place.host) as encrypted:
            # A refusal of this computer's certificate arrives no earlier than here.
            if not _heard(encrypted):
                raise ssl.SSLError


def _heard(encrypted: ssl.SSLSocket) -> bool:
    try:
        return bool(encrypted.recv(1))
    except ConnectionError:
        return False


def _refusal(address: str, error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"The certificate of the scheduler {address!r} is refused: {error.verify_message}. "
            "It must be signed by the CA file that you named, and be valid today."
        )
    if error.reason == "WRONG_VERSION_NUMBER":
        return (
            f"The scheduler {address!r} answers without encryption: "
            "start it with '--protocol tls' and its certificates."
        )
    return (
        f"The scheduler {address!r} refuses this computer's certificate: "
        "name one that the farm's CA has signed and that is valid today."
    )

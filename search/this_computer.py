"""Whether a host is this computer."""

from __future__ import annotations

import ipaddress
import socket


def is_this_computer(host: str) -> bool:
    """Whether all addresses of a host are this computer's own; False if it has none.

    Nothing is sent to the host; for a name the system's resolver is asked.
    """
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return all(_is_own(family, address) for family, _, _, _, address in found)


def _is_own(family: int, address: tuple[object, ...]) -> bool:
    if ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback:
        return True
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it chooses the address to send from. That
            # is the destination itself where the destination is an address of this computer.
            probe.connect((address[0], 9, *address[2:]))
        except OSError:
            return False
        return bool(probe.getsockname()[0] == address[0])

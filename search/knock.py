"""A first connection to a scheduler, which tells what is wrong where dask would only time out."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress

from ..base.errors import SimulationError
from .scheduler import ENCRYPTED, PLAIN, Address


def knock(address: Address, context: ssl.SSLContext | None, within: float) -> None:
    """Connect to a scheduler and wait for the first byte that each scheduler of dask sends.

    Args:
        context: of a tls connection; None: there is no encryption.
        within: [s] to wait.

    Raises SimulationError: nobody answers, one side refuses the other's certificate, or only one of
    the two encrypts.
    """
    try:
        with socket.create_connection((address.host, address.port), timeout=within) as plain:
            if context is None:
                _first_byte(plain)
            else:
                _encrypted_byte(plain, context, address)
    except TimeoutError as error:
        if context is None and _speaks_tls(address, within):
            raise SimulationError(
                f"The scheduler at {str(address)!r} encrypts: begin its address with "
                f"{ENCRYPTED}:// instead."
            ) from error
        raise no_answer(address, f"within {within:g} s") from error
    except OSError as error:
        raise no_answer(address, error.strerror or str(error)) from error


def no_answer(address: Address, why: str) -> SimulationError:
    return SimulationError(
        f"There is no answer from the scheduler {str(address)!r} ({why}): "
        "start it with 'dask scheduler', or correct its address."
    )


def _first_byte(connection: socket.socket) -> None:
    if not connection.recv(1):
        raise ConnectionResetError(None, "It hung up")


def _encrypted_byte(plain: socket.socket, context: ssl.SSLContext, address: Address) -> None:
    name = str(address)
    try:
        with context.wrap_socket(plain, server_hostname=address.host) as encrypted:
            # With TLS 1.3 a scheduler judges the client's certificate after the client's handshake.
            _first_byte(encrypted)
    except ssl.SSLCertVerificationError as error:
        raise SimulationError(
            f"The certificate of the scheduler {name!r} is refused ({error.verify_message}): "
            "the CA file must be the one that signed it."
        ) from error
    except ssl.SSLError as error:
        reason = (error.reason or "").replace("_", " ").lower()
        if "alert" in reason:
            raise SimulationError(
                f"The scheduler {name!r} refuses this computer's certificate ({reason}): "
                "use one that the scheduler's CA has signed."
            ) from error
        raise SimulationError(
            f"The scheduler {name!r} does not encrypt ({reason}): start it with --protocol tls "
            f"and certificates, or begin its address with {PLAIN}://."
        ) from error


def _speaks_tls(address: Address, within: float) -> bool:
    """Whether a silent server answers to a handshake, whatever its certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # nothing is sent; only the protocol is asked for
    with suppress(OSError), socket.create_connection((address.host, address.port), within) as plain:
        context.wrap_socket(plain).close()
        return True
    return False

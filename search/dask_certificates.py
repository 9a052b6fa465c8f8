"""The certificates with which a dask.distributed scheduler is connected to, checked beforehand."""

from __future__ import annotations

import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.errors import InvalidInput
from .scheduler import ENCRYPTED, Scheduler

if TYPE_CHECKING:
    from distributed import Security

PARTS = {"ca_file": "CA file", "certificate": "certificate", "key": "key"}
FIELDS = {"ca_file": "tls_ca_file", "certificate": "tls_client_cert", "key": "tls_client_key"}
WHERE = (
    "in Footfall's preferences, in the environment variables DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
    "..__CLIENT__CERT and ..__CLIENT__KEY, or in dask's configuration"
)


def security_of(scheduler: Scheduler) -> Security:
    """What dask needs in order to connect: certificates for tls://, none for tcp://.

    Raises InvalidInput where a file of tls:// is missing or cannot be used, or where dask's
    configuration requires tls://.
    """
    from distributed import Security

    if scheduler.place.scheme != ENCRYPTED:
        security = Security()
        if security.require_encryption:
            raise InvalidInput(
                "dask's configuration requires encryption: write tls:// for the scheduler "
                f"{scheduler.address!r}, or change distributed.comm.require-encryption."
            )
        return security
    chosen = {FIELDS[part]: getattr(scheduler, part) for part in PARTS if getattr(scheduler, part)}
    security = Security(require_encryption=True, **chosen)
    _check({part: getattr(security, field) for part, field in FIELDS.items()})
    return security


def _check(files: dict[str, str | None]) -> None:
    for part, name in PARTS.items():
        path = files[part]
        if path is None and part != "key":  # a key may be in the certificate's file
            raise InvalidInput(f"A scheduler of tls:// needs a {name}: name its file {WHERE}.")
        if path is not None and not _is_content(path) and not Path(path).is_file():
            raise InvalidInput(f"The {name} {path!r} for tls:// is not there: correct it {WHERE}.")
    if not any(path is not None and _is_content(path) for path in files.values()):
        _check_content(files)


def _is_content(path: str) -> bool:
    """Whether it is a certificate itself, as dask's configuration may have it."""
    return "\n" in path


def _check_content(files: dict[str, str | None]) -> None:
    """Load the files as dask will. Raises InvalidInput."""
    ca_file, certificate, key = (files[part] for part in PARTS)
    assert certificate is not None
    context = ssl.create_default_context()
    try:
        context.load_verify_locations(cafile=ca_file)
    except (ssl.SSLError, OSError) as error:
        raise _unreadable("CA file", ca_file, error) from error
    _check_password(key or certificate)
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise InvalidInput(
                f"The key {key or certificate!r} is not that of the certificate {certificate!r}: "
                f"correct one of them {WHERE}."
            ) from error
        raise _unreadable("certificate or the key", certificate, error) from error
    except OSError as error:
        raise _unreadable("certificate or the key", certificate, error) from error


def _check_password(key: str) -> None:
    """Raise InvalidInput for a key with a password, which Python would ask for in the terminal."""
    with suppress(OSError):
        if b"ENCRYPTED" in Path(key).read_bytes():
            raise InvalidInput(
                f"The key {key!r} has a password, and dask cannot be told one: "
                "write it without by 'openssl pkey'."
            )


def _unreadable(name: str, path: str | None, error: OSError) -> InvalidInput:
    why = error.strerror or getattr(error, "reason", None) or str(error)
    return InvalidInput(f"The {name} {path!r} for tls:// cannot be used as a PEM file: {why}.")

"""The certificates of a tls connection, found and checked before anything is connected to."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.errors import InvalidInput
from .scheduler import CA_VARIABLE, CERTIFICATE_VARIABLE, KEY_VARIABLE, Certificates

if TYPE_CHECKING:
    from distributed import Security


def make_security(given: Certificates | None) -> Security:
    """dask's Security of a client.

    Args:
        given: else the environment's are taken, else those of dask's configuration.

    Raises InvalidInput: no certificates are named, or a file is missing, unreadable or of another
    certificate.
    """
    from distributed import Security

    found = given or Certificates.of_environment()
    if found is None:
        configured = Security(require_encryption=True)
        found = Certificates(
            ca=configured.tls_ca_file or "",
            certificate=configured.tls_client_cert or "",
            key=configured.tls_client_key or "",
        )
    _check_named(found)
    if not any("\n" in text for text in (found.ca, found.certificate, found.key)):
        found = _expanded(found)
        _check_files(found)
    # What dask's configuration says of ciphers and versions of TLS holds in any case.
    return Security(
        require_encryption=True,
        tls_ca_file=found.ca,
        tls_client_cert=found.certificate,
        tls_client_key=found.key or None,
    )


def client_context(security: Security) -> ssl.SSLContext:
    """The context that dask makes of a Security for its client; raises InvalidInput."""
    try:
        context: ssl.SSLContext = security.get_connection_args("client")["ssl_context"]
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"The certificates in dask's configuration cannot be used: {error}."
        ) from error
    return context


def _check_named(found: Certificates) -> None:
    missing = [
        what
        for what, name in (("CA file", found.ca), ("certificate", found.certificate))
        if not name
    ]
    if missing:
        raise InvalidInput(
            f"A tls:// scheduler needs a CA file, a certificate and its key, and no "
            f"{' and no '.join(missing)} is named: name them in Footfall's preferences, in "
            f"{CA_VARIABLE}, {CERTIFICATE_VARIABLE} and {KEY_VARIABLE}, or in dask's configuration."
        )


def _expanded(found: Certificates) -> Certificates:
    ca, certificate, key = (
        str(Path(name).expanduser()) if name else ""
        for name in (found.ca, found.certificate, found.key)
    )
    return Certificates(ca=ca, certificate=certificate, key=key)


def _check_files(found: Certificates) -> None:
    for what, path in (
        ("CA file", found.ca), ("certificate", found.certificate), ("key", found.key)
    ):  # fmt: skip
        if path:
            _check_readable(what, path)
    try:
        ssl.create_default_context(cafile=found.ca)
    except ssl.SSLError as error:
        raise InvalidInput(f"The CA file {found.ca!r} holds no certificate as PEM.") from error
    _check_pair(found.certificate, found.key or found.certificate)


def _check_readable(what: str, path: str) -> None:
    try:
        with Path(path).open("rb") as file:
            file.read(1)
    except OSError as error:
        raise InvalidInput(
            f"The {what} {path!r} of the scheduler cannot be read: {error.strerror}."
        ) from error


def _check_pair(certificate: str, key: str) -> None:
    locked = []

    def passphrase() -> str:  # without this, OpenSSL would ask for it on the terminal and wait
        locked.append(key)
        return ""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_cert_chain(certificate, key, password=passphrase)
    except (ssl.SSLError, ValueError) as error:
        if locked:
            raise InvalidInput(
                f"The key {key!r} is locked by a passphrase, for which dask cannot ask: "
                "unlock it with 'openssl pkey -in KEY -out UNLOCKED'."
            ) from error
        if getattr(error, "reason", None) == "KEY_VALUES_MISMATCH":
            raise InvalidInput(
                f"The key {key!r} is not that of the certificate {certificate!r}."
            ) from error
        raise InvalidInput(
            f"The files {certificate!r} and {key!r} do not hold a certificate and its key as PEM."
        ) from error

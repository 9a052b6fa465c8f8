"""Certificate authorities of farms, and what they sign, made with the openssl command."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from footfall.search.scheduler import Certificates


def openssl(*arguments: str) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("certificates need the command openssl, which is not here")
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


class Authority:
    """A certificate authority, whose files are in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.ca, self._key = str(folder / "ca.pem"), str(folder / "ca-key.pem")
        openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-subj", f"/CN={folder.name}", "-keyout", self._key, "-out", self.ca,
        )  # fmt: skip

    def sign(self, name: str) -> Certificates:
        """A new certificate and its key."""
        certificate, key, request = (
            str(self.folder / f"{name}{ending}") for ending in (".pem", "-key.pem", ".csr")
        )
        openssl(
            "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}",
            "-keyout", key, "-out", request,
        )  # fmt: skip
        openssl(
            "x509", "-req", "-days", "2", "-in", request, "-CA", self.ca, "-CAkey", self._key,
            "-CAcreateserial", "-out", certificate,
        )  # fmt: skip
        return Certificates(ca=self.ca, certificate=certificate, key=key)


def options(certificates: Certificates) -> tuple[str, ...]:
    """Of dask's scheduler and worker."""
    return (
        "--protocol", "tls", "--tls-ca-file", certificates.ca,
        "--tls-cert", certificates.certificate, "--tls-key", certificates.key,
    )  # fmt: skip

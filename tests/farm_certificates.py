"""Certificates of a farm, made by the commands of docs/farm.md."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

PAGE = Path(__file__).resolve().parent.parent / "docs" / "farm.md"


class Certificates(NamedTuple):
    """Paths of PEM files, under the names that a Scheduler has for them."""

    ca_file: str
    certificate: str
    key: str

    @property
    def options(self) -> list[str]:
        """Those of dask's commands."""
        return ["--protocol", "tls", "--tls-ca-file", self.ca_file, "--tls-cert", self.certificate,
                "--tls-key", self.key]  # fmt: skip


def make_certificates(folder: Path) -> Certificates:
    """Certificates of a CA of their own in a new folder."""
    if shutil.which("openssl") is None or shutil.which("sh") is None:
        pytest.skip("certificates are made with the command openssl, which is not here")
    folder.mkdir()
    subprocess.run(["sh", "-ec", _recipe()], cwd=folder, check=True, capture_output=True)
    return Certificates(*(str(folder / name) for name in ("ca.pem", "farm.pem", "farm.key")))


def _recipe() -> str:
    blocks = re.findall(r"```sh\n(.+?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return next(block for block in blocks if "openssl" in block)

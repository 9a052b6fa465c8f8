"""The wheels of dask.distributed in a folder, from the package index that pip is configured for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def download_wheels(folder: Path) -> Path:
    """The folder, with the wheels; skips the test where pip or its index has none."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:"]
    done = subprocess.run(
        [*pip, "--timeout", "5", "--retries", "0", "--dest", str(folder), "distributed"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"pip's package index has no dask.distributed: {done.stderr[-200:]}")
    return folder

"""Runs the command line as a shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shell import PATIENCE, Run


@pytest.fixture
def footfall(tmp_path: Path) -> Run:
    """Runs one command line in an empty folder."""

    def run(*line: object, **environment: str) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(
            [sys.executable, "-m", "footfall", *map(str, line)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=tmp_path,
            env={**os.environ, **environment},
            check=False,
        )
        assert "Traceback" not in ended.stderr, ended.stderr
        return ended

    return run

"""Runs the command line as a shell does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rig_files import make_rig, save_metarigs
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


@pytest.fixture(scope="session")
def rigs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two.blend, of two metarigs, and rig.fbx; tests read or copy them."""
    pytest.importorskip("bpy")
    folder = tmp_path_factory.mktemp("rigs")
    save_metarigs(folder / "two.blend", folder, metarig="human", second="human")
    make_rig(folder / "rig.fbx", folder)
    return folder

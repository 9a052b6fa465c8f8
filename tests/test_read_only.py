"""Footfall writes nothing into its own folder, which may be one that the user cannot write."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from footfall.simulation.compiled import cache_folder

PATIENCE = 900.0  # [s]; the walk's laws may have to be compiled
# Root may write everywhere, unless the process has lost the capability to.
WITHOUT_PRIVILEGE = ("setpriv", "--bounding-set=-dac_override")
NOT_COPIED = shutil.ignore_patterns(
    ".*", "tests", "docs", "build", "dist", "tools", "benchmarks", "evaluation", "__pycache__"
)  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_all_is_well_in_a_folder_that_the_user_cannot_write(root: Path, tmp_path: Path) -> None:
    if os.geteuid() == 0 and not shutil.which(WITHOUT_PRIVILEGE[0]):
        pytest.skip("root may write everywhere, and there is no setpriv")
    package, home = tmp_path / "package" / "footfall", tmp_path / "home"
    shutil.copytree(root, package, ignore=NOT_COPIED)
    home.mkdir()
    if cache_folder().exists():  # what this computer has compiled of the same sources
        shutil.copytree(cache_folder(), home / "compiled" / cache_folder().name)
    for path in [package.parent, package, *package.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = sorted(package.rglob("*"))

    def run(*line: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ, "PYTHONPATH": str(package.parent), "HOME": str(home),
            "TMPDIR": str(home), "NUMBA_CACHE_DIR": str(home / "compiled"),
        }  # fmt: skip
        return subprocess.run(
            [*(WITHOUT_PRIVILEGE if os.geteuid() == 0 else ()), *line], capture_output=True,
            text=True, cwd=home, env=environment, timeout=PATIENCE, check=False,
        )  # fmt: skip

    assert run("touch", str(package / "mine")).returncode == 1
    ended = run(sys.executable, "-m", "footfall", "doctor")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert sorted(package.rglob("*")) == before
    assert os.listdir(home) == ["compiled"]
    for path in [package, *package.rglob("*")]:
        path.chmod(0o755)  # so that pytest can remove them

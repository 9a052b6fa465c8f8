"""Runs a piece of Python in a Blender of its own, whose exit may crash or hang."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PATIENCE = 900.0  # [s]; the first run on a computer compiles, with little of a busy one

Run = Callable[[str], dict[str, Any]]


@pytest.fixture
def in_blender(tmp_path: Path) -> Run:
    """Runs the source after tests/blender/prelude.py; returns the contents of its `said`.

    Blender's standard error is in said["stderr"].
    """
    pytest.importorskip("bpy")

    def run(source: str) -> dict[str, Any]:
        scratch = tmp_path / "scratch"
        scratch.mkdir(exist_ok=True)
        script = tmp_path / "script.py"
        prelude = (HERE / "prelude.py").read_text(encoding="utf-8")
        script.write_text(f"{prelude}\nwith telling():\n{_indented(source)}", encoding="utf-8")
        ended = subprocess.run(
            [sys.executable, str(script), str(tmp_path / "said.json")],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": _search_path()},
            cwd=scratch,
            check=False,
        )
        assert (tmp_path / "said.json").exists(), ended.stderr
        said = json.loads((tmp_path / "said.json").read_text())
        assert "trouble" not in said, said["trouble"]
        assert not list(scratch.glob("footfall-*")), "a worker's folder was left behind"
        return {**said, "stderr": ended.stderr}

    return run


def _indented(source: str) -> str:
    return "".join(f"    {line}\n" for line in source.splitlines())


def _search_path() -> str:
    """Make the tests' helper modules importable in Blender."""
    return os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))

"""Runs pieces of Python in a Blender, one for all tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from blender_process import BlenderProcess

Run = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="session")
def blender_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BlenderProcess]:
    pytest.importorskip("bpy")
    process = BlenderProcess(tmp_path_factory.mktemp("blender"))
    yield process
    process.close()


@pytest.fixture
def in_blender(blender_process: BlenderProcess, tmp_path: Path) -> Run:
    """Runs the source after tests/blender/prelude.py; returns the contents of its `said`.

    Each source begins with a new file, the user's preferences as they come, and Footfall enabled.
    Blender's standard error is in said["stderr"].
    """

    def run(source: str) -> dict[str, Any]:
        scratch = tmp_path / "scratch"
        scratch.mkdir(exist_ok=True)
        said = blender_process.run(source, scratch)
        assert not list(scratch.glob("footfall-*")), "a worker's folder was left behind"
        return said

    return run

"""`footfall doctor` says what works of an installation, also of one that is broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from linked_python import python_with
from other_systems import package_folder

PARTS = (
    "Python", "numpy", "scipy", "numba", "PyBullet", "engine", "cache", "worker", "walking"
)  # fmt: skip
NEEDED = ("numpy", "scipy", "numba", "pybullet", "cma")
PATIENCE = 900.0  # [s]; the first walk on a computer compiles


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder from which the package can be imported by its name."""
    return package_folder(tmp_path / "package")


def run_doctor(
    package: Path, python: Path = Path(sys.executable), **environment: str
) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit status, and each part's verdict and text."""
    path = {"PYTHONPATH": f"{package}{os.pathsep}{environment.pop('PYTHONPATH', '')}"}
    ended = subprocess.run(
        [python, "-m", "footfall", "doctor"], capture_output=True, text=True,
        timeout=PATIENCE, cwd=package, env={**os.environ, **path, **environment}, check=False,
    )  # fmt: skip
    assert ended.stderr == ""
    first, *lines = ended.stdout.splitlines()
    assert first.startswith("Footfall 0.")
    found = {part: (verdict, text) for part, verdict, text in (ln.split(None, 2) for ln in lines)}
    assert tuple(found) == PARTS, ended.stdout
    return ended.returncode, found


def test_all_is_well_here_and_a_walk_of_a_second_stands(package: Path) -> None:
    status, found = run_doctor(package)
    assert status == 0
    assert {verdict for verdict, _ in found.values()} == {"ok"}
    assert found["engine"][1] == "Bullet's C interface"
    assert found["walking"][1].startswith("stands after 1 s")
    walked = float(found["walking"][1].split()[5])  # [m], of which half a second is the start
    assert 0.1 < walked < 1.0


def test_without_pybullet_each_part_that_needs_it_says_so_in_a_line(
    package: Path, tmp_path: Path
) -> None:
    python = python_with(NEEDED, tmp_path / "python", left_out=["pybullet"])
    status, found = run_doctor(package, python)
    assert status == 1
    assert found["PyBullet"] == ("FAILED", "pybullet is missing: install Footfall again")
    assert found["engine"] == found["PyBullet"]
    assert "pybullet is missing" in found["worker"][1]
    assert found["walking"] == ("FAILED", "not tried, because the worker does not answer")
    assert [part for part in PARTS if found[part][0] == "ok"] == [
        "Python", "numpy", "scipy", "numba", "cache"
    ]  # fmt: skip


def test_of_a_python_that_has_nothing_it_says_what_is_missing(
    package: Path, tmp_path: Path
) -> None:
    status, found = run_doctor(package, python_with([], tmp_path / "python"))
    assert status == 1
    for name in ("numpy", "scipy", "numba", "PyBullet"):
        assert found[name] == ("FAILED", f"{name.lower()} is missing: install Footfall again")
    assert [part for part in PARTS if found[part][0] == "ok"] == ["Python", "cache"]


def test_a_damaged_library_is_named(package: Path, tmp_path: Path) -> None:
    python = python_with(NEEDED, tmp_path / "python", left_out=["pybullet"])
    site = next((tmp_path / "python").glob("lib/python*/site-packages"))
    (site / "pybullet.so").write_bytes(b"\x7fELF, but cut off")
    status, found = run_doctor(package, python)
    assert status == 1
    assert found["PyBullet"][0] == "FAILED" and "pybullet.so" in found["PyBullet"][1]
    assert found["worker"][0] == "FAILED"


def test_a_folder_of_compiled_code_that_cannot_be_written_is_named(
    package: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    python = python_with(NEEDED, tmp_path / "python", left_out=["pybullet"])  # no walk to compile
    status, found = run_doctor(package, python, NUMBA_CACHE_DIR=str(tmp_path / "file" / "compiled"))
    assert status == 1
    assert found["cache"][0] == "FAILED"
    assert "compiled cannot be written (Not a directory)" in found["cache"][1]


def test_the_users_name_is_in_no_path_below_the_users_folder(
    package: Path, tmp_path: Path
) -> None:
    python = python_with([], tmp_path / "python")
    places = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / ".cache")}
    _, found = run_doctor(package, python, NUMBA_CACHE_DIR="", **places)
    assert found["Python"][1].endswith(" in ~/python/bin/python")
    assert found["cache"][1].startswith("~/.cache/footfall/numba, writable, 0 MB")


def test_laws_that_run_uncompiled_are_named_as_the_reason_for_the_slower_engine() -> None:
    script = "from footfall.jobs.doctor import Doctor; print(Doctor(print).look('engine'))"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False,
    )  # fmt: skip
    told = "engine    ok      PyBullet's Python functions, slower: NUMBA_DISABLE_JIT is set\n"
    assert ended.stdout == told, ended.stderr


BROKEN_BLENDER = """
import time

import bpy

import footfall

footfall.register()
from footfall.operators.checking import CHECK, poll

print(bpy.ops.footfall.check())
while CHECK.process is not None:
    time.sleep(0.1)
    poll()
print(*CHECK.lines, sep="\\n", flush=True)
import os; os._exit(0)  # Blender's own exit may hang
"""


def test_the_button_in_blender_tells_what_a_broken_extension_lacks(
    package: Path, tmp_path: Path
) -> None:
    pytest.importorskip("bpy")
    python = python_with(["bpy"], tmp_path / "python")
    ended = subprocess.run(
        [python, "-c", BROKEN_BLENDER], capture_output=True, text=True, timeout=PATIENCE,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(package)}, check=False,
    )  # fmt: skip
    lines = ended.stdout.splitlines()
    assert lines[0] == "{'FINISHED'}", ended.stderr
    assert lines[1].startswith("Blender ")
    assert "PyBullet  FAILED  pybullet is missing: install Footfall again" in lines
    assert lines[-1].startswith("walking   FAILED  not tried")

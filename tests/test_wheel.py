"""The wheel for pip: the library and the command line work where there is no Blender."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from linked_python import python_with

from footfall import Character, Cue, Performer, Shot, Take, simulate

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NEEDED = ("numpy", "scipy", "numba", "pybullet", "cma")
PATIENCE = 900.0  # [s]; the first walk on a computer compiles


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not list(importlib.metadata.distributions(name="build")):
        pytest.skip("the package build is not installed: pip install build")
    folder = tmp_path_factory.mktemp("dist")
    line = [sys.executable, "-m", "build", "--quiet", "--outdir", folder, ROOT]
    subprocess.run(line, check=True, cwd=folder, timeout=PATIENCE)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a Python with the wheel and what it needs, and nothing else."""
    python = python_with(NEEDED, tmp_path_factory.mktemp("venv") / "python")
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", python]
    # Without an index: what is there must be what the wheel asks for.
    subprocess.run([*pip, "install", "--no-index", wheel], check=True, timeout=PATIENCE)
    subprocess.run([*pip, "check"], check=True, timeout=PATIENCE)
    return python.parent


def run(command: Path, *line: object, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONPATH"}
    return subprocess.run(
        [command, *map(str, line)], capture_output=True, text=True, timeout=PATIENCE,
        cwd=folder, env=environment, check=False,
    )  # fmt: skip


def test_it_holds_the_package_and_nothing_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = {n for n in opened.namelist() if ".dist-info/" not in n}
    listed = PROJECT["tool"]["setuptools"]["packages"]
    folders = {ROOT / name.split(".")[1] for name in listed if "." in name}
    files = {p for folder in folders for kind in ("*.py", "*.json") for p in folder.rglob(kind)}
    files |= {ROOT / "__init__.py", ROOT / "__main__.py"}
    assert names == {f"footfall/{path.relative_to(ROOT).as_posix()}" for path in files}
    strangers = ("tests", "tools", "docs", "benchmarks", "evaluation")
    assert not [name for name in names if name.split("/")[1] in strangers]


def test_the_library_is_imported_where_there_is_no_blender(scripts: Path, tmp_path: Path) -> None:
    script = "import footfall, importlib.util as u; print(footfall.__file__, u.find_spec('bpy'))"
    said = run(scripts / "python", "-c", script, folder=tmp_path).stdout
    assert said.startswith(str(scripts.parent)) and said.endswith(" None\n")


def test_its_doctor_finds_all_well(scripts: Path, tmp_path: Path) -> None:
    ended = run(scripts / "footfall", "doctor", folder=tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count(" ok ") == 9


def test_a_shot_gives_the_take_that_the_checkout_gives(scripts: Path, tmp_path: Path) -> None:
    shot = Shot([Performer(Character.humanoid(), [Cue("walk", speed=0.6)])], duration=0.5)
    shot.save(tmp_path / "shot.json")
    ended = run(
        scripts / "footfall", "simulate", "shot.json", "--out", "take.npz", folder=tmp_path
    )
    assert ended.returncode == 0, ended.stderr
    there, here = Take.load(tmp_path / "take.npz").performances[0], simulate(shot).performances[0]
    assert (there.joint_positions == here.joint_positions).all()


def test_what_needs_blender_says_how_to_get_it(scripts: Path, tmp_path: Path) -> None:
    ended = run(scripts / "footfall", "map", "rigify", folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "pip install 'footfall[blender]' installs it" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("extra", ["blender", "farm", "dev"])
def test_it_offers_its_extras(wheel: Path, extra: str) -> None:
    with zipfile.ZipFile(wheel) as opened:
        name = next(n for n in opened.namelist() if n.endswith(".dist-info/METADATA"))
        assert f"Provides-Extra: {extra}\n" in opened.read(name).decode()

"""The zip that artists install: it bakes a walk in a Blender that has nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from build_extension import DATE, PLATFORMS, blender_extension
from linked_python import python_with
from zip_imports import missing_imports

import footfall
from footfall.simulation.compiled import cache_folder

ROOT = Path(__file__).resolve().parent.parent
BAKE_INSTALLED = ROOT / "tools" / "bake_installed.py"
WALK_LAW = "walker.walk_actuators"  # the beginning of the name of a law's compiled code
ZIPS = Path(os.environ.get("FOOTFALL_ZIPS", ROOT / "dist"))
MOST_BYTES = 130e6


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    builder = ROOT / "tools" / "build_extension.py"
    subprocess.run([sys.executable, builder, "--output", folder], check=True, timeout=1200)
    return next(folder.glob("*.zip"))


@pytest.fixture(scope="module")
def blenders_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with bpy and what comes with it: without scipy, numba, PyBullet and Footfall."""
    return python_with(["bpy"], tmp_path_factory.mktemp("blender"))


def test_manifest_package_and_pyproject_name_one_version() -> None:
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert manifest["version"] == project["version"] == footfall.__version__


def test_public_names_are_all_there() -> None:
    for name in footfall.__all__:
        assert getattr(footfall, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'footfall' has no attribute 'walk'"):
        footfall.walk  # noqa: B018


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "numba", "pybullet", "bpy")
    check = f"import footfall, sys; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr


def test_zip_holds_the_package_and_its_wheels_only(extension: Path) -> None:
    with zipfile.ZipFile(extension) as opened:
        names = opened.namelist()
    roots = {name.split("/")[0] for name in names}
    assert {"__init__.py", "__main__.py", "blender_manifest.toml", "LICENSE", "wheels"} <= roots
    strangers = {"tests", "tools", "benchmarks", "evaluation", "dist", "pyproject.toml", "Makefile"}
    assert not roots & strangers
    documents = [name for name in names if name.startswith("docs/")]
    assert documents and all(name.startswith("docs/manual/") for name in documents)
    assert not [name for name in names if "__pycache__" in name or name.startswith(".")]
    wheels = sorted(name.split("/")[1].split("-")[0] for name in names if name.endswith(".whl"))
    assert wheels == ["cma", "llvmlite", "numba", "pybullet", "scipy"]


def test_zip_tells_neither_time_nor_place_of_its_build(extension: Path) -> None:
    with zipfile.ZipFile(extension) as opened:
        entries = opened.infolist()
    assert {(entry.date_time, entry.external_attr) for entry in entries} == {(DATE, 0o644 << 16)}
    names = [entry.filename for entry in entries]
    assert names == sorted(names)


def test_every_file_of_the_package_is_in_the_zip(extension: Path) -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = [ROOT.joinpath(*name.split(".")[1:]) for name in listed]
    wanted = {
        str(path.relative_to(ROOT))
        for folder in folders
        for pattern in ("*.py", "*.json")
        for path in folder.glob(pattern)
    }
    with zipfile.ZipFile(extension) as opened:
        assert wanted <= set(opened.namelist())


def test_every_import_leads_to_a_file_of_the_zip_or_to_blender(extension: Path) -> None:
    assert missing_imports(extension) == []


@pytest.mark.parametrize("python", ["", "-cp313"])
@pytest.mark.parametrize("system", PLATFORMS)
def test_zips_of_every_system_are_valid_and_hold_what_they_import(
    system: str, python: str
) -> None:
    found = ZIPS / f"footfall-{footfall.__version__}-{system}{python}.zip"
    if not found.exists():
        pytest.skip(f"{found.name} is not built: make zips")
    blender_extension("validate", found)
    assert missing_imports(found) == []
    assert found.stat().st_size < MOST_BYTES


def copy_compiled(user: Path) -> Path:
    """Give the extension's own folder what this computer has compiled of the same sources, all but
    the walk's outermost law; returns that folder.
    """
    own = user / "extensions/.user/user_default/footfall/compiled" / cache_folder().name
    law = shutil.ignore_patterns(f"{WALK_LAW}*", "window")
    if cache_folder().exists():
        shutil.copytree(cache_folder(), own, ignore=law)
    return own


def test_installed_extension_bakes_a_walk(
    extension: Path, blenders_python: Path, tmp_path: Path
) -> None:
    own = copy_compiled(tmp_path / "user")
    empty = tmp_path / "empty"
    empty.mkdir()
    report = tmp_path / "report.json"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "BLENDER_USER_RESOURCES": str(tmp_path / "user"),
    }
    done = subprocess.run(
        [blenders_python, BAKE_INSTALLED, extension, report],
        cwd=empty,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert report.exists(), done.stdout + done.stderr
    said = json.loads(report.read_text())
    assert "error" not in said, said["error"] + done.stderr
    assert said["modules_before"] == []
    assert said["module"] == "bl_ext.user_default.footfall"
    assert said["result"] == ["FINISHED"]
    # 4 s at 0.8 m/s, of which half a second goes into starting from standing.
    assert said["walked"] == pytest.approx(0.8 * 3.5, rel=0.2)  # [m]
    assert said["left_behind"] == []
    assert list(empty.iterdir()) == []
    assert list(own.rglob(f"{WALK_LAW}*.nbi")), "what was missing is compiled by the extension"
    assert said["connections"] == []
    assert [line.split()[1] for line in said["check"][2:]] == ["ok"] * 9, said["check"]
    assert not (tmp_path / ".cache" / "footfall").exists(), "Blender has a folder for it"
    assert files_of(tmp_path / "user/extensions/user_default/footfall") == contents_of(extension)


def files_of(installed: Path) -> dict[str, bytes]:
    """All files of the installed extension, but for what Python keeps beside each module."""
    return {
        str(path.relative_to(installed)): path.read_bytes()
        for path in installed.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def contents_of(extension: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(extension) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}

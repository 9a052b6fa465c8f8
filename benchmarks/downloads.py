"""The downloads for every system: how long `make zips` takes, sizes, and whether it is repeatable.

Two fresh checkouts in folders of different names each make their own environment, compile
PyBullet for five systems and two Pythons, and pack ten zips. Blender's own command then reads each
zip, as every release of `tools/test_all_blenders.py` has it.
"""

from __future__ import annotations

import hashlib
import os
import runpy
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..base.errors import FootfallError
from .parts.table import Row

ROOT = Path(__file__).resolve().parent.parent
FILES = 20  # ten wheels, ten zips
LONGEST, LONGEST_AGAIN = 60.0, 5.0  # [min]
LARGEST, AIM_LARGEST = 130.0, 100.0  # [MB]


def measure() -> list[Row]:
    """All rows; takes an hour and a half, and 3 GB of downloads."""
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        first, second = _checkout(Path(scratch) / "one"), _checkout(Path(scratch) / "an other")
        took = _make_zips(first)
        again = _make_zips(first)
        _make_zips(second)
        one, other = _built(first), _built(second)
        zips = [path for path in one if path.suffix == ".zip"]
        sizes = [path.stat().st_size / 1e6 for path in zips]
        valid = {
            release: sum(_is_valid(command, path) for path in zips)
            for release, command in _blenders(Path(scratch))
        }
    same = len({(p.name, d) for p, d in one.items()} & {(p.name, d) for p, d in other.items()})
    return [
        Row("ten wheels and ten zips from a fresh checkout [min]", "", "", f"{took:.0f}",
            took <= LONGEST, f"must: {LONGEST:g}"),
        Row("again, with what was compiled [min]", "", "", f"{again:.1f}",
            None, f"aim: {LONGEST_AGAIN:g}"),
        Row(f"wheels and zips that a second checkout makes with the same bytes, of {FILES}",
            "", "", str(same), same == FILES, f"must: {FILES}"),
        Row("smallest and largest zip for one Python [MB]", "", "",
            f"{min(sizes):.0f}; {max(sizes):.0f}", max(sizes) <= LARGEST,
            f"must: {LARGEST:g}, aim: {AIM_LARGEST:g}"),
        Row(f"zips that Blender {', '.join(valid)} call valid, of {len(zips)}", "", "",
            ", ".join(map(str, valid.values())), set(valid.values()) == {len(zips)},
            f"must: {len(zips)} each"),
    ]  # fmt: skip


def _checkout(folder: Path) -> Path:
    """What is committed, in a folder of its own."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    return folder


def _make_zips(checkout: Path) -> float:
    """How long it takes [min]."""
    python = {"PYTHON": getattr(sys, "_base_executable", sys.executable)}
    own = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    began = time.monotonic()
    done = subprocess.run(
        ["make", "zips"], cwd=checkout, env=own | python, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise FootfallError(f"make zips failed: {(done.stdout + done.stderr)[-2000:]}")
    return (time.monotonic() - began) / 60.0


def _built(checkout: Path) -> dict[Path, str]:
    """The zips and PyBullet's wheels, each with a digest."""
    dist = checkout / "dist"
    found = [*dist.glob("*.zip"), *(dist / "wheels").glob("pybullet-*.whl")]
    return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def _blenders(scratch: Path) -> Iterator[tuple[str, Path]]:
    """Each release of Blender, and the script of its command `extension`."""
    for blender in runpy.run_path(str(ROOT / "tools" / "test_all_blenders.py"))["BLENDERS"]:
        folder = scratch / blender.bpy
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
             "--only-binary=:all:", f"--python-version={blender.python}", "-d", folder,
             f"bpy=={blender.bpy}"],
            check=True,
        )  # fmt: skip
        with zipfile.ZipFile(next(folder.glob("bpy-*.whl"))) as wheel:
            inside = [name for name in wheel.namelist() if "/bl_pkg/" in name]
            wheel.extractall(folder / "bpy", inside)
        yield blender.bpy, next((folder / "bpy").rglob("cli/blender_ext.py"))


def _is_valid(command: Path, zipped: Path) -> bool:
    line = [sys.executable, str(command), "validate", str(zipped)]
    return subprocess.run(line, capture_output=True, check=False).returncode == 0

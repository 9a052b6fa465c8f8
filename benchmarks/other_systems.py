"""PyBullet for Windows, macOS and Linux on ARM: inspected, and run under Wine and qemu.

The tests of `make wheels` and of other systems, with those that compile the walk's laws under qemu,
and the golden takes with PyPI's wheel and with the slim one of this system. Both need the wheels in
dist/wheels (or `$FOOTFALL_WHEELS`) and tools/setup_emulators.sh.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from ..base.errors import FootfallError
from .parts.table import Row

ROOT = Path(__file__).resolve().parent.parent
WHEELS = Path(os.environ.get("FOOTFALL_WHEELS", ROOT / "dist" / "wheels"))
SLIM = f"pybullet-*-cp{sys.version_info[0]}{sys.version_info[1]}-*-manylinux_2_17_x86_64.whl"
TESTS = ("tests/test_cross_wheels.py", "tests/test_other_systems.py")
SYSTEMS = {
    "macOS: modules inspected": ("macosx",),
    "Windows: modules inspected, and run under Wine": ("win_amd64", "windows-x64"),
    "Linux on ARM: modules inspected, and run under qemu": ("aarch64", "linux-arm64"),
}


def measure() -> list[Row]:
    """All rows; takes two hours."""
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        folder = Path(scratch)
        slim = _unpacked_slim(folder / "slim")
        outcomes = dict(_outcomes(folder / "tests.xml"))
        rows = [_of_system(name, marks, outcomes) for name, marks in SYSTEMS.items()]
        return [*rows, _golden(slim, folder / "golden.json")]


def _unpacked_slim(folder: Path) -> Path:
    wheel = next(WHEELS.glob(SLIM), None)
    if wheel is None:
        raise FootfallError(f"There is no slim wheel of this system in {WHEELS}: make wheels.")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder)
    return folder


def _outcomes(report: Path) -> Iterator[tuple[str, bool]]:
    """Whether each test passed; those that were skipped are left out."""
    line = [sys.executable, "-m", "pytest", "-q", *TESTS, f"--junitxml={report}"]
    subprocess.run(
        line, cwd=ROOT, env=os.environ | {"FOOTFALL_SLOW": "1"}, capture_output=True, check=False
    )
    for case in ElementTree.parse(report).iter("testcase"):
        said = {child.tag for child in case}
        if "skipped" not in said:
            yield case.get("name", ""), not said & {"failure", "error"}


def _of_system(name: str, marks: Sequence[str], outcomes: dict[str, bool]) -> Row:
    """Passes only if tests of each kind have run: without an emulator they are skipped."""
    own = [passed for test, passed in outcomes.items() if any(mark in test for mark in marks)]
    have_run = all(any(mark in test for test in outcomes) for mark in marks)
    return Row(
        f"{name}: tests that pass, of {len(own)}", "", "", str(sum(own)), have_run and all(own),
        "must: all",
    )  # fmt: skip


def _golden(slim: Path, file: Path) -> Row:
    """Golden takes with PyPI's wheel and with the slim one."""
    line = [sys.executable, str(ROOT / "tools" / "golden_takes.py"), "--jobs", "2"]
    subprocess.run([*line, "--out", str(file)], check=True, capture_output=True)
    package = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [*line, "--against", str(file)], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(slim), package))},
    )  # fmt: skip
    return Row(
        "golden takes with the slim wheel of Linux and with PyPI's", "", "",
        done.stdout.strip().splitlines()[-1], done.returncode == 0, "must: bit-identical",
    )  # fmt: skip

"""Python of Windows, by Wine, and of Linux on ARM, by qemu: see tools/setup_emulators.sh."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import footfall

ROOT = Path(__file__).resolve().parent.parent
WHEELS = Path(os.environ.get("FOOTFALL_WHEELS", ROOT / "dist" / "wheels"))
EMULATORS = Path(os.environ.get("FOOTFALL_EMULATORS", "/opt/footfall-emulators"))


def package_folder(folder: Path) -> Path:
    """Make `folder` one that Python finds Footfall in, whatever the checkout is called."""
    folder.mkdir()
    (folder / "footfall").symlink_to(Path(footfall.__path__[0]).resolve())
    return folder


def wheel_of(platform: str, python: str) -> Path:
    """PyBullet's wheel for a system, as tools/cross_wheels.py names it; skips where it is missing.
    """
    wheel = WHEELS / f"pybullet-3.2.7-{python}-{python}-{platform}.whl"
    if not wheel.exists():
        pytest.skip(f"{wheel.name} is not built: make wheels")
    return wheel


@dataclass(frozen=True)
class OtherSystem:
    """A Python 3.11 of another system.

    Attributes:
        platform: tag of its wheels; command: of its Python; variables: for the emulator.
        is_fast: whether it runs at this processor's own speed.
        drive: what it calls this machine's root folder; separator: between folders of a list.
    """

    platform: str
    folder: Path
    command: tuple[str, ...]
    variables: Mapping[str, str]
    is_fast: bool
    drive: str = ""
    separator: str = ":"

    def path(self, place: Path) -> str:
        """How a place of this machine is called there."""
        return f"{self.drive}{place}".replace("/", "\\") if self.drive else str(place)

    def starter(self, folder: Path) -> list[str]:
        """A script in `folder` that starts this Python, where its own file does not.

        Under qemu the kernel would have to know that the file needs an emulator. Empty for Wine.
        """
        if self.drive:
            return []
        script = folder / "python"
        script.write_text(f'#!/bin/sh\nexec {shlex.join(self.command)} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        return [str(script)]

    def run(
        self, arguments: Sequence[str], folders: Sequence[Path], scratch: Path, timeout: float
    ) -> str:
        """Run its Python with modules in `folders`; returns what it prints.

        Compiled laws are kept beside the first of these folders.
        """
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(scratch),
            "LANG": "C.UTF-8",  # Wine reads file names by it
            "PYTHONPATH": self.separator.join(map(self.path, folders)),
            "NUMBA_CACHE_DIR": self.path(folders[0].parent / "laws"),
            "OPENBLAS_NUM_THREADS": "1",
            **self.variables,
        }
        done = subprocess.run(
            [*self.command, *arguments], env=environment, cwd=scratch, capture_output=True,
            text=True, errors="replace", timeout=timeout,  # Windows prints in its own code page
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def other_system(name: str) -> OtherSystem:
    """Skips the test where the system is not set up."""
    emulator = {"windows-x64": "wine", "linux-arm64": "qemu-aarch64"}[name]
    folder = EMULATORS / name
    if shutil.which(emulator) is None or not folder.exists():
        pytest.skip(f"no {name} here: tools/setup_emulators.sh")
    if name == "windows-x64":
        prefix = {"WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all"}
        python = str(folder / "python" / "python.exe")
        return OtherSystem("win_amd64", folder, ("wine", python), prefix, True, "Z:", ";")
    root = folder / "root"
    command = (emulator, "-L", str(root), str(root / "usr/bin/python3.11"))
    return OtherSystem("manylinux_2_17_aarch64", folder, command, {}, is_fast=False)


def unpacked(wheel: Path, folder: Path) -> Path:
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder)
    return folder

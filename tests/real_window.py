"""Runs a script of tools/ in the real Blender window that tools/setup_blender_window.sh set up."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CHROOT = Path(os.environ.get("FOOTFALL_CHROOT", "/opt/blender-chroot"))
WHEELS = CHROOT / "opt/footfall/wheels"
SHARED = (
    "tools/window_actions.py", "tools/window_controls.py", "tools/window_scene.py",
    "tools/skinned_body.py", "tests/blender/snapshot.py",
)  # fmt: skip
PATIENCE = 3000.0  # [s]


def reason_to_skip() -> str | None:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "a Blender window in a chroot needs root on Linux"
    if not (CHROOT / "usr/bin/blender").exists() or not list(WHEELS.glob("pybullet-*.whl")):
        return f"there is no Blender in {CHROOT}: set it up with tools/setup_blender_window.sh"
    if shutil.which("Xvfb") is None:
        return "there is no Xvfb: set it up with tools/setup_blender_window.sh"
    return None


WHY_NOT = reason_to_skip()
if WHY_NOT and os.environ.get("FOOTFALL_WINDOW_NEEDED"):
    raise RuntimeError(f"The tests in a real window may not be skipped here, but {WHY_NOT}.")


def run_in_window(folder: Path, script: str, *words: str) -> dict[str, Any]:
    """The report of a script of tools/ in the window, with its folder of pictures as `pictures` and
    Blender's output as `output`.
    """
    for source in (f"tools/{script}", *SHARED):
        shutil.copy(ROOT / source, folder)
    extension = build_extension(folder).name
    run = [ROOT / "tools/blender_window.sh", folder, script, extension, *words]
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    done = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE)
    assert report.exists(), done.stdout + done.stderr
    said: dict[str, Any] = json.loads(report.read_text())
    assert "error" not in said, f"{said['error']}\n{done.stdout}{done.stderr}\nsee {folder}"
    return {**said, "pictures": folder, "output": done.stdout + done.stderr}


def build_extension(folder: Path) -> Path:
    """The zip for the Python of the window's Blender."""
    python = next(WHEELS.glob("pybullet-*.whl")).name.split("-")[2]
    build = [sys.executable, ROOT / "tools/build_extension.py", "--python", python]
    subprocess.run([*build, "--wheels", WHEELS, "--output", folder], check=True, timeout=1200)
    return next(folder.glob("*.zip"))

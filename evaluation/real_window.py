"""Runs a script of tools/ in the real Blender window that tools/setup_blender_window.sh set up."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from ..base.errors import FootfallError
from ..simulation.compiled import cache_folder

ROOT = Path(__file__).resolve().parent.parent
CHROOT = Path(os.environ.get("FOOTFALL_CHROOT", "/opt/blender-chroot"))
WHEELS = CHROOT / "opt/footfall/wheels"
SHARED = (
    "tools/window_actions.py", "tools/window_controls.py", "tools/window_performing.py",
    "tools/window_places.py", "tools/window_scene.py", "tools/window_shown.py",
    "tools/window_strips.py", "tools/tutorial_pictures.py", "tools/tutorial_first_walk.py",
    "tools/tutorial_fall.py", "tools/tutorial_own_animation.py", "tools/tutorial_crowd.py",
    "tools/skinned_body.py", "tests/blender/snapshot.py",
)  # fmt: skip
# Where the installed extension keeps its compiled code.
COMPILED = "user/extensions/.user/user_default/footfall/compiled"
PATIENCE = 4000.0  # [s]; a first hour that compiles took 3540 on a slow, busy computer


def reason_to_skip() -> str | None:
    """Why there is no window here; None where there is one."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "a Blender window in a chroot needs root on Linux"
    if not (CHROOT / "usr/bin/blender").exists() or not list(WHEELS.glob("pybullet-*.whl")):
        return f"there is no Blender in {CHROOT}: set it up with tools/setup_blender_window.sh"
    if shutil.which("Xvfb") is None:
        return "there is no Xvfb: set it up with tools/setup_blender_window.sh"
    return None


def run_in_window(
    folder: Path, extension: Path, script: str, *words: str, size: str = "", is_new: bool = False
) -> dict[str, Any]:
    """Run a script of tools/ in the window.

    Args:
        folder: the script's whole world, as /session; its files and pictures stay there.
        extension: the zip that the script installs.
        script: its name in tools/.
        words: what it is called with, after the zip.
        size: of the window, such as 1920x1080; "": as FOOTFALL_WINDOW says.
        is_new: whether the extension has not run before: there is only compiled code from its zip.

    Returns:
        What the script reports; `pictures` is the folder, `output` is what Blender printed.

    Raises:
        FootfallError: the script ended without a report, or reports an error.
    """
    folder.mkdir(exist_ok=True)
    for source in (f"tools/{script}", *SHARED):
        shutil.copy(ROOT / source, folder)
    shutil.copy(extension, folder)
    compiled, kept = folder / COMPILED, cache_folder() / "window"
    if kept.exists() and not is_new:  # as a user has it who starts Blender again
        shutil.copytree(kept, compiled, dirs_exist_ok=True)
    run = [str(ROOT / "tools/blender_window.sh"), str(folder), script, extension.name, *words]
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    around = {**os.environ, "FOOTFALL_WINDOW": size} if size else None
    done = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE, env=around)
    if not report.exists():
        raise FootfallError(f"The window left no report in {folder}:\n{done.stdout}{done.stderr}")
    said: dict[str, Any] = json.loads(report.read_text())
    if "error" in said:
        printed = done.stdout + done.stderr
        raise FootfallError(f"{said['error']}\n{printed}\nThe pictures are in {folder}.")
    shutil.copytree(compiled, kept, dirs_exist_ok=True)
    return {**said, "pictures": folder, "output": done.stdout + done.stderr}


def build_extension(folder: Path, compiled: bool = False) -> Path:
    """Build the zip for the Python of the window's Blender.

    Args:
        folder: for the zip.
        compiled: whether it brings the walk's compiled laws, as the zip of `make extension` does
            for the builder's Python.
    """
    python = next(WHEELS.glob("pybullet-*.whl")).name.split("-")[2]
    build = [sys.executable, str(ROOT / "tools/build_extension.py"), "--python", python]
    where = ["--wheels", str(WHEELS), "--output", str(folder)]
    if compiled:
        where += ["--compiled", "--compiler", str(ROOT / "tools/window_python.sh")]
    # The chroot's Python compiles laws for a copy of the package that it can see.
    environment = os.environ | {"TMPDIR": str(CHROOT / "tmp")}
    subprocess.run([*build, *where], check=True, timeout=1200, env=environment)
    return next(folder.glob("*.zip"))

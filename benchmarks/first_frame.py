"""How long an artist waits for the first moving frame of a walk on a new computer.

A copy of the package is run as Blender runs it, with an empty folder of compiled code: once as it
is, once with the compiled laws that come in the extension's zip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..jobs.compiled_code import FOLDER, compile_into
from .parts.table import Row

ROOT = Path(__file__).parent.parent
LEFT_OUT = (".git", ".venv", "dist", "build", "docs", "tests", "__pycache__", "*.egg-info")
MUST, AIM = 15.0, 5.0  # [s]
LONGEST = 600.0  # [s]
SCRIPT = """
import sys, time
from pathlib import Path
from footfall import Character, Cue, Performer, Shot
from footfall.jobs.worker_process import WorkerProcess
body = Character.humanoid()
shot = Shot([Performer(body, [Cue("walk")])], duration=1.0)
began = time.monotonic()
worker = WorkerProcess(shot, cache=Path(sys.argv[1]))
while (worker.so_far() is None or len(worker.so_far().times) < 2) and worker.poll() is None:
    time.sleep(0.02)
print(time.monotonic() - began)
worker.close()
"""


def measure() -> list[Row]:
    """Rows without and with compiled laws in the package; takes some minutes."""
    with tempfile.TemporaryDirectory(prefix="footfall-") as scratch:
        parent = Path(scratch)
        package = parent / "footfall"
        shutil.copytree(ROOT, package, ignore=shutil.ignore_patterns(*LEFT_OUT))
        bare = _first_frame(parent, parent / "first")
        command = [sys.executable, "-m", "footfall", "compiler"]
        compile_into(package / FOLDER, command, _environment(parent))
        size = sum(file.stat().st_size for file in (package / FOLDER).rglob("*"))
        shipped = _first_frame(parent, parent / "second")
    return [
        Row("first moving frame of a walk, empty folder of compiled code, from the zip's laws [s]",
            "", "", f"{shipped:.1f}", shipped <= MUST, f"must: at most {MUST:g}, aim: {AIM:g}"),
        Row("the same where the package has no compiled laws [s]", "", "", f"{bare:.0f}"),
        Row("compiled laws in the package [MB]", "", "", f"{size / 1e6:.0f}"),
    ]  # fmt: skip


def _first_frame(parent: Path, cache: Path) -> float:
    run = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT, str(cache)], env=_environment(parent), cwd=parent,
        capture_output=True, text=True, check=True, timeout=LONGEST,
    )  # fmt: skip
    return float(run.stdout)


def _environment(parent: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(parent)}

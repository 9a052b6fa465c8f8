"""Run the tests that need Blender's module on every Blender that Footfall supports.

    python tools/test_all_blenders.py                              # all of them
    python tools/test_all_blenders.py --only 5.0 -- tests/rig -k loop

Each Blender has a virtual environment in build/blenders, which is made once. A Blender whose Python
is not on this computer is skipped with a message. Exit status 1 when a test failed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENTS = ROOT / "build" / "blenders"
TESTS = ["tests/rig", "tests/blender", "tests/command_line"]


class Blender(NamedTuple):
    """A release of the bpy module, the Python that it runs on, and that Blender's numpy."""

    bpy: str
    python: str
    numpy: str


BLENDERS = (
    Blender("4.2.23", "3.11", "numpy==1.24.4"),
    Blender("4.5.15", "3.11", "numpy==1.26.4"),
    Blender("5.0.1", "3.11", "numpy==1.26.4"),
    Blender("5.2.3", "3.13", "numpy>=2,<2.5"),
)
SCIPY = "scipy==1.15.3"  # that of the extension's zip


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the tests on every Blender.")
    parser.add_argument("--only", nargs="+", default=[""], metavar="X.Y", help="these releases")
    parser.add_argument("pytest", nargs="*", default=TESTS, help="after --: for pytest")
    arguments = parser.parse_args()
    wanted = [b for b in BLENDERS if b.bpy.startswith(tuple(arguments.only))]
    outcomes = {blender: outcome(blender, arguments.pytest) for blender in wanted}
    print("\n".join(f"bpy {b.bpy}, Python {b.python}: {said}" for b, said in outcomes.items()))
    return int(any(said == "failed" for said in outcomes.values()))


def outcome(blender: Blender, pytest: list[str]) -> str:
    python = make_environment(blender)
    if python is None:
        return f"left out, because there is no python{blender.python}"
    print(f"bpy {blender.bpy}", flush=True)
    done = subprocess.run([python, "-m", "pytest", "-q", *pytest], cwd=ROOT, check=False)
    return "failed" if done.returncode else "passed"


def make_environment(blender: Blender) -> Path | None:
    """The Python of the release's environment; None where its Python is missing."""
    folder = ENVIRONMENTS / blender.bpy
    python, ready = folder / "bin" / "python", folder / ".ready"
    if not ready.exists():
        base = find_python(blender.python)
        if base is None:
            return None
        print(f"Installing bpy {blender.bpy} in {folder}", flush=True)
        subprocess.run([base, "-m", "venv", folder], check=True)
        install(python, "--upgrade", "pip>=24")
        module = f"bpy=={blender.bpy}"
        install(python, "--editable", str(ROOT), module, blender.numpy, SCIPY, "pytest")
        ready.touch()
    return python


def find_python(version: str) -> str | None:
    """The path of a Python that starts; pyenv may list a name without an installed Python."""
    path = shutil.which(f"python{version}")
    if path is None or subprocess.run([path, "-c", ""], check=False).returncode:
        return None
    return path


def install(python: Path, *what: str) -> None:
    subprocess.run([python, "-m", "pip", "install", "--quiet", *what], check=True)


if __name__ == "__main__":
    sys.exit(main())

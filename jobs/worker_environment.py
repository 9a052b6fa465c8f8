"""The environment of a worker: Blender's own Python, this package and its wheels."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from ..base.errors import FootfallError
from .compiled_code import FOLDER, unpack

PACKAGE_ROOT = Path(__file__).resolve().parent.parent
# Gives the package its name wherever it is installed: Blender uses another name, and a checkout may
# have any. A link would do as well, but compiled code is cached by its path.
START = """
import importlib.util, sys
root = sys.argv.pop(1)
spec = importlib.util.spec_from_file_location(
    "footfall", root + "/__init__.py", submodule_search_locations=[root])
sys.modules["footfall"] = package = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
sys.exit(importlib.import_module("footfall.command_line").main())
"""
WHEELS = ("pybullet", "numba", "llvmlite", "scipy", "numpy")


def worker_command(shot: Path, take: Path) -> list[str]:
    """The command line that simulates the shot into the take."""
    return our_command("worker", str(shot), "--out", str(take))


def our_command(*words: str) -> list[str]:
    """A command line of Footfall for a process of Blender's own Python."""
    # -P: modules in the current folder must not shadow the worker's.
    return [python_executable(), "-P", "-c", START, str(PACKAGE_ROOT), *words]


def python_executable() -> str:
    """The Python executable of Blender; sys.executable, unless that is Blender itself."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    names = (f"python{version}", "python3", "python.exe")
    folders = [Path(sys.prefix, "bin"), Path(sys.prefix), Path(sys.base_prefix, "bin")]
    candidates = [Path(sys.executable), *(f / name for f in folders for name in names)]
    for path in candidates:
        if path.name.lower().startswith("python") and path.is_file():
            return str(path)
    raise FootfallError(
        f"Blender's own Python was not found (looked in {sys.prefix}): "
        "use a Blender from blender.org or from your system's packages."
    )


def worker_environment(cache: Path | None = None) -> dict[str, str]:
    """Environment variables for a worker.

    Args:
        cache: folder of compiled control laws; None: the user's cache folder.
    """
    environment = {n: v for n, v in os.environ.items() if n not in ("PYTHONHOME", "PYTHONSTARTUP")}
    environment["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(_folders_of_wheels()))
    environment["PYTHONNOUSERSITE"] = "1"
    environment["PYTHONUTF8"] = "1"
    # Matrices of one character are too small for several threads.
    environment["OPENBLAS_NUM_THREADS"] = "1"
    if cache:
        environment["NUMBA_CACHE_DIR"] = str(cache)
        environment |= unpack(PACKAGE_ROOT / FOLDER, cache)
    return environment


def _folders_of_wheels() -> Iterator[str]:
    """The site-packages folders that hold Footfall's wheels and Blender's numpy."""
    for name in WHEELS:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise FootfallError(
                f"Footfall's part {name} is missing: install the Footfall extension again."
            )
        depth = 1 if spec.submodule_search_locations else 0
        yield str(Path(spec.origin).parents[depth])

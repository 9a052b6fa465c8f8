"""The environment of a worker: Blender's own Python, this package and its wheels."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from ..base.errors import FootfallError
from ..base.files import reachable
from ..search.own_process import PACKAGE_ROOT, our_command
from .compiled_code import FOLDER, unpack

WHEELS = ("pybullet", "numba", "llvmlite", "scipy", "numpy")


def worker_command(shot: Path, take: Path) -> list[str]:
    """The command line that simulates the shot into the take."""
    return our_command("worker", str(shot), "--out", str(take))


def worker_environment(cache: Path | None = None) -> dict[str, str]:
    """Environment variables for a worker.

    Args:
        cache: folder of compiled control laws; None: the user's cache folder.

    Raises:
        FootfallError: a part of the installation is missing.
    """
    for name in WHEELS:
        if _folder_of(name) is None:
            raise FootfallError(
                f"Footfall's part {name} is missing: install the Footfall extension again."
            )
    return environment_of_parts(cache)


def environment_of_parts(cache: Path | None = None) -> dict[str, str]:
    """`worker_environment` with those parts of the installation that are there."""
    environment = {n: v for n, v in os.environ.items() if n not in ("PYTHONHOME", "PYTHONSTARTUP")}
    folders = dict.fromkeys(map(_folder_of, WHEELS))
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, folders))
    environment["PYTHONNOUSERSITE"] = "1"
    environment["PYTHONUTF8"] = "1"
    # Matrices of one character are too small for several threads.
    environment["OPENBLAS_NUM_THREADS"] = "1"
    if cache:
        environment["NUMBA_CACHE_DIR"] = str(cache)
        environment |= unpack(PACKAGE_ROOT / FOLDER, reachable(cache))
    return environment


def _folder_of(wheel: str) -> str | None:
    """The site-packages folder that holds a wheel of Footfall's, or Blender's numpy."""
    spec = find_spec(wheel)
    if spec is None or spec.origin is None:
        return None
    depth = 1 if spec.submodule_search_locations else 0
    return str(Path(spec.origin).parents[depth])

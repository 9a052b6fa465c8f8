"""Compiled control laws that come with the package, so that a first bake need not wait for them.

They are compiled for any x86-64 computer that Blender runs on, and copied to the user's folder,
where further laws are compiled as they are needed.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

from ..base.errors import FootfallError
from ..simulation.compiled_states import UNPACKING

FOLDER = "compiled"  # in the package's root
LAWS = ("biped walk",)  # as `footfall compiler` takes them
MACHINES = ("x86_64", "AMD64")
MOST_SAID = 500  # characters of what the compiler said
# The instructions that Blender asks for as well; further ones make a walk no faster.
ANY_CPU: Mapping[str, str] = {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""}


def compile_into(folder: Path, command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Compile `LAWS` for any computer into a folder, in a process of its own.

    Args:
        command: command line of Footfall's compiler, without the laws.
        environment: of a worker.

    Raises:
        FootfallError: this is no x86-64 computer, or the laws could not be compiled.
    """
    if platform.machine() not in MACHINES:
        raise FootfallError(f"Laws are compiled ahead on x86-64 only, not on {platform.machine()}.")
    # The compiler ends when its input is closed, as when Blender is gone.
    with TemporaryFile() as messages, subprocess.Popen(
        [*command, *LAWS], stdin=subprocess.PIPE, stdout=messages, stderr=messages,
        env={**environment, **ANY_CPU, "NUMBA_CACHE_DIR": str(folder)},
    ) as process:  # fmt: skip
        status = process.wait()
        messages.seek(0)
        said = messages.read().decode(errors="replace")
    if status:
        raise FootfallError(f"The control laws could not be compiled: {said[-MOST_SAID:]}")


def unpack(shipped: Path, cache: Path) -> dict[str, str]:
    """Copy compiled laws to the user's folder; return the environment in which they are found.

    A folder that cannot be written is left as it is: the laws are then compiled where they are
    needed.
    """
    if not shipped.is_dir():
        return {}
    with suppress(OSError):
        for folder in shipped.iterdir():
            if not (cache / folder.name).exists():
                _copy_at_once(folder, cache)
    return dict(ANY_CPU)


def _copy_at_once(folder: Path, cache: Path) -> None:
    """Copy a folder so that another process sees all of it or nothing."""
    cache.mkdir(parents=True, exist_ok=True)
    scratch = Path(mkdtemp(prefix=UNPACKING, dir=cache))
    try:
        shutil.copytree(folder, scratch / folder.name)
        os.replace(scratch / folder.name, cache / folder.name)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)

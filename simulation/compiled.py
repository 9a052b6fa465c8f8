"""The one way to compile a control law: numba, with its cache away from the code.

NUMBA_DISABLE_JIT=1 runs the same source uncompiled.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.bytecode import FunctionIdentity

F = TypeVar("F", bound=Callable[..., Any])
COMPILED_FOLDERS = ("simulation", "controllers")


def cache_folder() -> Path:
    """Where compiled code is kept: NUMBA_CACHE_DIR, else a place of ours in the user's cache.

    Below it each state of the sources has a folder of its own, because numba itself would not
    notice a change in a function that another file's function calls.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(chosen) if chosen else _user_cache() / "footfall" / "numba") / _source_digest()


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))


def _source_digest() -> str:
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in COMPILED_FOLDERS:
        for source in sorted((package / folder).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


UNCOMPILED = bool(numba.config.DISABLE_JIT)
numba.config.CACHE_DIR = str(cache_folder())
# Numba numbers functions and record types in each process from the same number on. What two
# processes keep for different bodies may so have the same name, and a third that loads both calls
# one for the other (numba's issue 10486). Numbers by chance are never the same.
FunctionIdentity._unique_ids = iter(partial(secrets.randbits, 64), None)


def compiled(function: F) -> F:
    """Compile a function of plain arrays at its first call and keep the result on disk."""
    result: F = numba.njit(cache=True)(function)
    return result

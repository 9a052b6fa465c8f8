"""The one way to compile a control law: numba, with its cache away from the code.

NUMBA_DISABLE_JIT=1 runs the same source uncompiled.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path:
    """The user's cache folder of this system, with a place of ours in it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "footfall"


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder() / "numba"))

import numba  # noqa: E402  (numba reads the variable when it is imported)


def compiled(function: F) -> F:
    """Compile a function of plain arrays at its first call and keep the result on disk."""
    result: F = numba.njit(cache=True)(function)
    return result

"""The one way to compile a control law: numba, with its cache away from the code.

The same sources are compiled once on a computer, wherever they lie and however many processes need
them. NUMBA_DISABLE_JIT=1 runs the same source uncompiled.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numba
from numba.core import event
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from .taking_turns import Turn

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parent.parent
ROOT_NAME = __name__.removesuffix("simulation.compiled")  # with its dot
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


@cache
def _source_digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in COMPILED_FOLDERS:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


UNCOMPILED = bool(numba.config.DISABLE_JIT)
numba.config.CACHE_DIR = str(cache_folder())
# Numba numbers functions and record types in each process from the same number on. What two
# processes keep for different bodies may so have the same name, and a third that loads both calls
# one for the other (numba's issue 10486). Numbers by chance are never the same.
FunctionIdentity._unique_ids = iter(partial(secrets.randbits, 64), None)
TURN = Turn(cache_folder() / "compiling")


class _Locator(_CacheLocator):  # type: ignore[misc]  # numba has no types
    """Where a function of ours is kept: neither the folder nor the date of its file matter."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._folder = cache_folder() / function.__module__.rpartition(".")[0]
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.parent.name  # the digest of all sources

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> _Locator | None:
        folder = function.__module__.removeprefix(ROOT_NAME).partition(".")[0]
        return cls(function) if folder in COMPILED_FOLDERS else None


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar = [_Locator, *CompileResultCacheImpl._locator_classes]


class _Cache(FunctionCache):  # type: ignore[misc]
    """What one process compiles, others that need it as well wait for."""

    _impl_class = _Kept

    def load_overload(self, signature: Any, target: Any) -> Any:
        found = super().load_overload(signature, target)
        if found is None:
            TURN.take()
            found = super().load_overload(signature, target)
        return found


def compiled(function: F) -> F:
    """Compile a function of plain arrays at its first call and keep the result on disk."""
    result: Any = numba.njit(function)
    if UNCOMPILED:
        return function
    result._cache = _Cache(function)
    compiles = result.compile

    def compile_in_turn(signature: Any) -> Any:
        with TURN.may_be_taken():
            return compiles(signature)

    result.compile = compile_in_turn
    kept: F = result
    return kept


class _Listener(event.Listener):  # type: ignore[misc]
    def __init__(self, begins: Callable[[str, bool], object], ends: Callable[[], object]) -> None:
        self._begins, self._ends = begins, ends

    def on_start(self, compiling: Any) -> None:
        function = compiling.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__}".removeprefix(ROOT_NAME)
        # Only the type of a nested array tells its size, and so depends on a body's segments.
        self._begins(name, "nestedarray" not in str(compiling.data["args"]).lower())

    def on_end(self, compiling: Any) -> None:
        self._ends()


def watch_compiling(begins: Callable[[str, bool], object], ends: Callable[[], object]) -> None:
    """Be told of all that is compiled from now on, and not of what is loaded.

    Args:
        begins: called with a function's name, and whether it is the same for all bodies; functions
            that it calls may begin and end before it ends.
        ends: called when the function that began last and has not ended is compiled.
    """
    event.register("numba:compile", _Listener(begins, ends))

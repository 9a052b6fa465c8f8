"""Compilation of controllers by numba, with the cache outside of the source folders.

The same sources are compiled once on a computer, independent of their folder and of the number of
processes that need them. NUMBA_DISABLE_JIT=1 runs the same source uncompiled.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numba
from numba.core import event
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from .compiled_states import (
    DIGITS,
    KEPT_FOR,
    TURN_FILE,
    remove_states,
    states_folder,
    use_state,
)
from .taking_turns import Turn

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parent.parent
ROOT_NAME = __name__.removesuffix("simulation.compiled")  # with the trailing dot
COMPILED_FOLDERS = ("simulation", "controllers")


def cache_folder() -> Path:
    """Folder of the compiled code of this state of the sources.

    Each state has a folder of its own, because numba does not notice a change in a function that is
    called from another file.
    """
    return states_folder() / _source_digest()


@cache
def _source_digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in COMPILED_FOLDERS:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:DIGITS]


UNCOMPILED = bool(numba.config.DISABLE_JIT)
numba.config.CACHE_DIR = str(cache_folder())
# With more of LLVM's passes a walk takes as long, and 160 s to compile where 127 are enough.
numba.config.OPT = type(numba.config.OPT)(1)
# Numba numbers functions and record types in each process from the same number on. Two processes
# may therefore cache code for different bodies under the same name, and a third process that loads
# both calls one in place of the other (numba's issue 10486). Random start numbers avoid that.
FunctionIdentity._unique_ids = iter(partial(secrets.randbits, 64), None)
TURN = Turn(cache_folder() / TURN_FILE)
if not UNCOMPILED:
    IN_USE = use_state(cache_folder())  # open until this process ends
    remove_states(states_folder(), unused_for=KEPT_FOR)


class _Locator(_CacheLocator):  # type: ignore[misc]  # numba has no types
    """Cache location of a compiled function, independent of its file's folder and date."""

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
    """A cache in which processes wait for a function that another process compiles.

    Where its folder cannot be read or written, each process compiles for itself.
    """

    _impl_class = _Kept

    def load_overload(self, signature: Any, target: Any) -> Any:
        found = self._kept(signature, target)
        if found is None:
            TURN.take()
            found = self._kept(signature, target)
        return found

    def _kept(self, signature: Any, target: Any) -> Any:
        with suppress(OSError):
            return super().load_overload(signature, target)
        return None

    def save_overload(self, signature: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(signature, data)


def compiled(function: F) -> F:
    """Compile a function of plain arrays at its first call and keep the result on disk."""
    result: Any = numba.njit(no_cfunc_wrapper=True)(function)  # nobody calls it from C
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
        # Only a nested array's type contains its size, and so depends on the kind of body.
        self._begins(name, "nestedarray" not in str(compiling.data["args"]).lower())

    def on_end(self, compiling: Any) -> None:
        self._ends()


def watch_compiling(begins: Callable[[str, bool], object], ends: Callable[[], object]) -> None:
    """Call back for each function that is compiled from now on, but not for loaded ones.

    Args:
        begins: called with a function's name, and whether the code is the same for all kinds of
            bodies; calls nest, because the functions that it calls are compiled in between.
        ends: called when the innermost function that has begun is compiled.
    """
    event.register("numba:compile", _Listener(begins, ends))

"""Folders of compiled code, one for each state of the program's sources, and their removal.

A process that uses a state keeps a file in it open and locked until it ends, so that no other
process removes the state meanwhile. This needs Python alone, and so works where numba is missing.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from ..base.files import reachable

DIGITS = 16  # of a state's name, hexadecimal
MARK = "in_use"
TURN_FILE = "compiling"
OURS = (MARK, TURN_FILE, "compiled.jsonl")  # files of which a state has at least one
KEPT_FOR = 30 * 86400.0  # [s] without use after which a state is removed
UNPACKING, REMOVED = "unpacking-", "removed-"  # prefixes of folders that exist for moments
ABANDONED = 86400.0  # [s] after which such a folder is left from a process that was killed
TRIES = 10  # of using a state that other processes remove


class Removal(NamedTuple):
    """How many states were removed, their size [bytes], and how many were left, being in use."""

    removed: int
    size: int
    in_use: int


def states_folder() -> Path:
    """The folder of all states: NUMBA_CACHE_DIR, else a folder in the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return reachable(chosen if chosen else _user_cache() / "footfall" / "numba")


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))


def list_states(folder: Path) -> list[Path]:
    """The states in a folder, which may be any that the artist has chosen; [] where it is none."""
    try:
        return sorted(path for path in folder.iterdir() if _is_state(path))
    except OSError:
        return []


def _is_state(path: Path) -> bool:
    return re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", path.name) is not None and any(
        (path / name).exists() for name in OURS
    )


def size_of(folder: Path) -> int:
    """The size of all files in a folder [bytes]."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # another process may remove it
            total += path.stat().st_size * path.is_file()
    return total


def use_state(state: Path) -> IO[bytes] | None:
    """Mark a state as used now, and by this process for as long as the returned file is open.

    Returns None where the folder cannot be written.
    """
    with suppress(OSError):
        for _ in range(TRIES):
            state.mkdir(parents=True, exist_ok=True)
            mark = (state / MARK).open("ab")
            if _share(mark, state / MARK):
                os.utime(state / MARK)
                return mark
            mark.close()
    return None


def remove_states(folder: Path, unused_for: float = 0.0) -> Removal:
    """Remove the states that no process uses, and what processes that were killed have left.

    Args:
        folder: of all states.
        unused_for: only those that were not used for so long [s].
    """
    removed = size = in_use = 0
    for state in list_states(folder):
        if time.time() - _last_use(state) < unused_for:
            continue
        was = size_of(state)
        if _remove(state):
            removed, size = removed + 1, size + was
        else:
            in_use += 1
    _sweep(folder)
    return Removal(removed, size, in_use)


def _last_use(state: Path) -> float:
    """When a process last began to use a state; where none has marked it, when it last grew."""
    with suppress(OSError):
        return (state / MARK).stat().st_mtime
    with suppress(OSError):
        return max(path.stat().st_mtime for path in [state, *state.iterdir()])
    return time.time()


def _remove(state: Path) -> bool:
    """Remove a state, unless a process uses it; other processes see all of it or nothing."""
    gone = state.with_name(f"{REMOVED}{state.name}-{os.getpid()}")
    try:
        with _alone(state / MARK):
            os.replace(state, gone)
    except OSError:
        return False
    shutil.rmtree(gone, ignore_errors=True)
    return True


def _sweep(folder: Path) -> None:
    for prefix in (UNPACKING, REMOVED):
        for path in folder.glob(f"{prefix}*"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > ABANDONED:
                    shutil.rmtree(path, ignore_errors=True)


if sys.platform == "win32":

    def _share(mark: IO[bytes], path: Path) -> bool:
        """An open file is enough: Windows removes none."""
        return True

    @contextmanager
    def _alone(mark: Path) -> Iterator[None]:
        """A context in which no other process uses a state; raises OSError where one does."""
        mark.unlink(missing_ok=True)
        yield

else:
    import fcntl

    def _share(mark: IO[bytes], path: Path) -> bool:
        """Lock a mark; returns whether it is still there, and was not removed meanwhile."""
        with suppress(OSError):  # a file system without locks
            fcntl.flock(mark, fcntl.LOCK_SH)
        try:
            return os.path.samestat(os.fstat(mark.fileno()), path.stat())
        except FileNotFoundError:
            return False

    @contextmanager
    def _alone(mark: Path) -> Iterator[None]:
        """A context in which no other process uses a state; raises OSError where one does."""
        with mark.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield

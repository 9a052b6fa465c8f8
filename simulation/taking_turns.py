"""Mutual exclusion of processes: one process does shared work, and the others wait for it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PAUSE = 0.1  # [s] between two tries on systems that cannot wait for a lock


class Turn:
    """A process's turn at shared work, represented by a lock on a file.

    The system releases the lock when the process ends in any way. On a file system without locks,
    no process waits.

    Attributes:
        is_awaited: whether this process waits for its turn.
    """

    def __init__(self, path: Path) -> None:
        self.is_awaited = False
        self._path = path
        self._depth = 0
        self._file: IO[bytes] | None = None

    @contextmanager
    def may_be_taken(self) -> Iterator[None]:
        """A context in which a turn may be taken; the turn ends with the outermost context."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0 and self._file is not None:
                self._file.close()  # closing releases the lock
                self._file = None

    def take(self) -> None:
        """Wait for the turn, unless this process already has it."""
        if self._file is not None:
            return
        self.is_awaited = True
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab")
            _lock(self._file)
        self.is_awaited = False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        while True:
            with suppress(PermissionError):
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                return
            time.sleep(PAUSE)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

"""A ledger of the functions that have been compiled on this computer, beside the compiled code."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LEDGER = "compiled.jsonl"


class Function(NamedTuple):
    """A compiled function; `body` is "" where one compilation serves all bodies."""

    body: str
    name: str


class Ledger:
    """The ledger file, one line per compiled function, to which all processes append.

    Attributes:
        counts: how often each function has been compiled, each time for other types.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LEDGER
        self.counts = Counter[Function]()
        self._read = 0

    def add(self, function: Function, work: float) -> None:
        """Append a compiled function and the processor time that it took [s]."""
        entry = {**function._asdict(), "work": round(work, 3)}
        with suppress(OSError):  # a full disk is reported by more important writes
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(json.dumps(entry).encode() + b"\n")

    def look(self) -> None:
        """Read the lines that this process and others have appended."""
        with suppress(OSError), self.path.open("rb") as file:
            file.seek(self._read)
            *lines, rest = file.read().split(b"\n")
            self._read = file.tell() - len(rest)
            for line in lines:
                with suppress(ValueError, KeyError):
                    entry = json.loads(line)
                    self.counts[Function(entry["body"], entry["name"])] += 1

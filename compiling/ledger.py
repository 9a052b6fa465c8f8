"""Which functions have been compiled on this computer, beside the compiled code."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LEDGER = "compiled.jsonl"


class Function(NamedTuple):
    """A function that is compiled; `body` is "" where one does for all bodies."""

    body: str
    name: str


class Ledger:
    """The file of one line for each function, which all processes add to.

    Attributes:
        counts: how often each has been compiled, for other types each time.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LEDGER
        self.counts = Counter[Function]()
        self._read = 0

    def add(self, function: Function, work: float) -> None:
        """A function was compiled, which took so much of a processor's time [s]."""
        entry = {**function._asdict(), "work": round(work, 3)}
        with suppress(OSError):  # a full disk is told by what must be written
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(json.dumps(entry).encode() + b"\n")

    def look(self) -> None:
        """Count what this process and others have added."""
        with suppress(OSError), self.path.open("rb") as file:
            file.seek(self._read)
            *lines, rest = file.read().split(b"\n")
            self._read = file.tell() - len(rest)
            for line in lines:
                with suppress(ValueError, KeyError):
                    entry = json.loads(line)
                    self.counts[Function(entry["body"], entry["name"])] += 1

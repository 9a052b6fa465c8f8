"""Checks of the files to write, made before anything is simulated, and messages about them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..base.errors import InvalidInput
from ..base.files import reachable


def check_writable(path: str | None, what: str, *endings: str) -> None:
    """Raise InvalidInput unless a file of that name can be written; None means no file."""
    if path is None:
        return
    folder = Path(path).resolve().parent
    there = reachable(folder)
    if endings and Path(path).suffix.lower() not in endings:
        raise InvalidInput(f"The {what} must end in {' or '.join(endings)}, got {path!r}.")
    if not there.is_dir():
        raise InvalidInput(f"The {what} {path!r} cannot be written: there is no folder {folder}.")
    if reachable(path).is_dir():
        raise InvalidInput(f"The {what} {path!r} cannot be written: that is a folder.")
    if not os.access(there, os.W_OK):
        raise InvalidInput(f"The {what} {path!r} cannot be written: {folder} is read-only.")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr)

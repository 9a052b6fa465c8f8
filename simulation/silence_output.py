"""Silence the output of Blender's importers and PyBullet, from C and from Python."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def silence_output() -> Iterator[None]:
    """Discard all output on stdout and stderr."""
    _flush()
    try:
        kept = [os.dup(1), os.dup(2)]
    except OSError:  # a program without a console has neither
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        yield
    finally:
        _flush()
        for number, copy in enumerate(kept, start=1):
            os.dup2(copy, number)
            os.close(copy)
        os.close(nowhere)


def _flush() -> None:
    """Flush the buffers of Python and C, which C would otherwise write later to a file."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
        library.fflush(None)

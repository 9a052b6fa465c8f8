"""What others print is not ours to say."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silence() -> Iterator[None]:
    """Keep off both outputs what Blender's importers and PyBullet print, from C and Python."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(1), os.dup(2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, copy in enumerate(kept, start=1):
            os.dup2(copy, number)
            os.close(copy)
        os.close(nowhere)

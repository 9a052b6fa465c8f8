"""The standard input of one of Footfall's processes, which a thread of it reads all the time."""

from __future__ import annotations

import os
from io import FileIO


def own_input() -> FileIO:
    """Take standard input over, unbuffered, and leave an empty one to everything else.

    On Windows a library asks for the kind of its standard input as it is loaded (Fortran's does, in
    SciPy), and would wait for as long as another thread reads from it: forever.
    """
    taken = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return FileIO(taken, "rb")

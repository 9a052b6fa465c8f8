"""Ctrl-C as a wish to end with what there is; the next one ends at once."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def first_interrupt(ask: Callable[[], bool], sentence: str) -> Iterator[None]:
    """Hand Ctrl-C to a function while this lasts.

    Args:
        ask: called by Ctrl-C; returns whether the wish is granted, else the program is interrupted.
        sentence: said when it is granted.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not ask():
            raise KeyboardInterrupt
        print(sentence, file=sys.stderr, flush=True)

    usual = signal.default_int_handler
    if signal.getsignal(signal.SIGINT) is not usual:  # it is ignored, or somebody else's
        yield
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)

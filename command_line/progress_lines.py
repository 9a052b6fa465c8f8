"""Progress of a search on standard error, one line every few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .outputs import say

INTERVAL = 5.0  # [s] between two lines of progress


class ProgressLines:
    """Prints the progress of a search; `sentence` makes the line."""

    def __init__(self, sentence: Callable[[Any], str]) -> None:
        self._sentence = sentence
        self._printed_at = 0.0

    def __call__(self, progress: Any) -> bool:
        now = time.monotonic()
        if now - self._printed_at > INTERVAL:
            self._printed_at = now
            say(self._sentence(progress))
        return True

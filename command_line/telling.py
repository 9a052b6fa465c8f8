"""Progress of a search, in a line every few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .outputs import say

SPOKEN = 5.0  # [s] between two lines of progress


class Teller:
    """Says how far a search is; `sentence` makes the line of its progress."""

    def __init__(self, sentence: Callable[[Any], str]) -> None:
        self._sentence = sentence
        self._spoke = 0.0

    def __call__(self, progress: Any) -> bool:
        now = time.monotonic()
        if now - self._spoke > SPOKEN:
            self._spoke = now
            say(self._sentence(progress))
        return True

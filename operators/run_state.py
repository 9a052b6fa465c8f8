"""What is being baked now. It lives in Python and not in the file, so that no saved file waits
for a bake that an interruption ended.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class RunState:
    """One bake at a time.

    Attributes:
        running: whether one runs.
        progress: the share that is done, 0 to 1.
        note: what it is doing.
        stop_asked: whether the artist pressed Cancel.
    """

    running: bool = False
    progress: float = 0.0
    note: str = ""
    stop_asked: bool = False

    def begin(self) -> None:
        self.running, self.progress, self.note, self.stop_asked = True, 0.0, "Starting", False

    def end(self) -> None:
        self.running, self.stop_asked = False, False


CURRENT = RunState()

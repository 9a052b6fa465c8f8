"""What runs now. It lives in Python and not in the file, so that no saved file waits
for a run that an interruption ended.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class RunState:
    """One bake or preview at a time.

    Attributes:
        running: whether a bake runs.
        previewing: whether a preview does, be its simulation done or not.
        overlay: whether the skeleton is drawn.
        progress: the share that is done, 0 to 1.
        note: what it is doing.
        stop_asked: whether the artist pressed Cancel.
    """

    running: bool = False
    previewing: bool = False
    overlay: bool = False
    progress: float = 0.0
    note: str = ""
    stop_asked: bool = False

    def begin(self, preview: bool = False) -> None:
        self.running, self.previewing = not preview, preview
        self.progress, self.note, self.stop_asked = 0.0, "Starting", False

    def end(self) -> None:
        self.running, self.previewing, self.stop_asked = False, False, False


CURRENT = RunState()

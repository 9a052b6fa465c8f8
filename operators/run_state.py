"""What runs now. It lives in Python and not in the file, so that no saved file waits
for a run that an interruption ended.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class RunState:
    """One bake or preview at a time.

    Attributes:
        running: whether a bake runs.
        previewing: whether a preview does, be its simulation done or not.
        overlay: whether the skeleton is drawn.
        progress: the share that is done, 0 to 1.
        note: what it is doing.
        stop_asked: whether it is to end, as after the button Cancel.
        unfinished: by a scene's name and a cue's place in its list: the cue's skill, and what the
            last run did not finish of it.
        why: it is to end, in one sentence; empty where the artist asked for that.
    """

    running: bool = False
    previewing: bool = False
    overlay: bool = False
    progress: float = 0.0
    note: str = ""
    stop_asked: bool = False
    why: str = ""
    unfinished: dict[tuple[str, int], tuple[str, str]] = field(default_factory=dict)

    def begin(self, preview: bool = False) -> None:
        self.running, self.previewing = not preview, preview
        self.progress, self.note, self.stop_asked, self.why = 0.0, "Starting", False, ""
        self.unfinished.clear()

    def end(self) -> None:
        self.running, self.previewing, self.stop_asked, self.why = False, False, False, ""

    def stop(self, why: str = "") -> None:
        """End a bake before its next step."""
        if self.running:
            self.stop_asked, self.why = True, why


CURRENT = RunState()

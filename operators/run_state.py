"""The state of the present run. It is kept in Python and not in the file, so that no saved file
waits for a run that was interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class RunState:
    """The state of a bake or preview, of which one can run at a time.

    Attributes:
        running: whether a bake is running.
        previewing: whether there is a preview, with its simulation finished or not.
        overlay: whether the skeleton is drawn.
        progress: the share that is done, 0 to 1.
        note: what the run is doing.
        stop_asked: whether the run should end, as after the Cancel button.
        unfinished: by a scene's name and a cue's index in its list: the cue's skill, and what the
            last run did not finish of it.
        why: one sentence on why the run should end; empty where the artist ended it.
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
        """Make a bake end before its next step."""
        if self.running:
            self.stop_asked, self.why = True, why


CURRENT = RunState()

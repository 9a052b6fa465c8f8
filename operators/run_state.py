"""The state of the present run. It is kept in Python and not in the file, so that no saved file
waits for a run that was interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..jobs.worker_process import WorkerProcess


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
        can_stop_search: whether a search goes on that keeps what it has found when it is stopped.
        search_stopped: whether the artist has stopped a search of this run.
        can_keep: whether the run, when it is cancelled, keeps what is finished.
        keep_asked: whether it was cancelled, and should end with what is finished.
        why: one sentence on why the run should end; empty where the artist ended it.
        result: what the last run said when it ended; empty while one is going on.
        result_kind: Blender's kind of that report, as "WARNING".
    """

    running: bool = False
    previewing: bool = False
    overlay: bool = False
    progress: float = 0.0
    note: str = ""
    stop_asked: bool = False
    can_stop_search: bool = False
    search_stopped: bool = False
    can_keep: bool = False
    keep_asked: bool = False
    why: str = ""
    result: str = ""
    result_kind: str = "INFO"
    _stop_search_asked: bool = False
    unfinished: dict[tuple[str, int], tuple[str, str]] = field(default_factory=dict)

    def begin(self, preview: bool = False) -> None:
        self.running, self.previewing = not preview, preview
        self.progress, self.note, self.stop_asked, self.why = 0.0, "Starting", False, ""
        self.can_stop_search = self.search_stopped = self._stop_search_asked = False
        self.can_keep = self.keep_asked = False
        self.forget_result()

    def forget_result(self) -> None:
        """Forget how the last run ended: a new one begins, or another file is opened."""
        self.result, self.result_kind = "", "INFO"
        self.unfinished.clear()

    def end(self) -> None:
        self.running, self.previewing, self.stop_asked, self.why = False, False, False, ""
        self.can_stop_search = self.can_keep = self.keep_asked = False

    def keep(self) -> bool:
        """Make a run that was cancelled end with what is finished; return whether it will.

        It does so once: who cancels again, or does because the scene has changed, keeps nothing.
        """
        if self.keep_asked or not self.can_keep or self.why:
            return False
        self.keep_asked, self.stop_asked, self.note = True, False, "Keeping what is finished"
        return True

    def stop(self, why: str = "") -> None:
        """Make a bake end before its next step."""
        if self.running:
            self.stop_asked, self.why = True, why

    def stop_search(self) -> None:
        """Make the present search end at the next step, with what it has found."""
        self._stop_search_asked = True

    def see_search(self, worker: WorkerProcess) -> None:
        """Note whether a worker's search can be stopped, and stop it where that was asked for."""
        self.can_stop_search = worker.can_stop
        if self._stop_search_asked:
            self._stop_search_asked, self.search_stopped = False, True
            worker.stop()


CURRENT = RunState()

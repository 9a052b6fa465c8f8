"""Processes that learn controllers and improve reference motions by a search."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.files import write_json
from ..catalogue.planar import load_controller
from ..search.own_process import our_command
from .background_process import BackgroundProcess
from .worker_environment import worker_environment

Data = Mapping[str, Any]


class LearnerProcess(BackgroundProcess[Data]):
    """Learns a controller that walks by a planar style's keyframes."""

    TITLE, AGAIN = "The learning", "Press Learn Walk from Action again."

    def __init__(self, style: Data, cache: Path | None = None) -> None:
        """Start the process.

        Args:
            cache: folder of compiled control laws; None: the user's cache folder.
        """
        super().__init__()
        try:
            write_json(self.folder / "style.json", "planar style", style)
            paths = [str(self.folder / "style.json"), str(self._learned)]
            self.start(our_command("learner", *paths), worker_environment(cache))
        except BaseException:
            self.remove_folder()
            raise

    @property
    def _learned(self) -> Path:
        return self.folder / "controller.json"

    def result(self) -> Data:
        return load_controller(self._learned)


class ImproverProcess(BackgroundProcess[Path]):
    """Improves how a body runs a reference motion; a file holds the best result so far."""

    TITLE, AGAIN = "The search for a better run", "Press Improve Run again."

    def __init__(self, task: Data, path: Path, cache: Path | None = None) -> None:
        """Start the process.

        Args:
            task: the content of "reference" and "character", and "speed" [m/s], "minutes",
                "workers".
            path: the file of the best result so far.
            cache: folder of compiled control laws; None: the user's cache folder.
        """
        super().__init__()
        self._path = path
        try:
            write_json(self.folder / "task.json", "run to improve", task)
            command = our_command("improver", str(self.folder / "task.json"), str(path))
            self.start(command, worker_environment(cache))
        except BaseException:
            self.remove_folder()
            raise

    def result(self) -> Path:
        return self._path

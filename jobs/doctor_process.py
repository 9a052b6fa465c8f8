"""The check of the installation in a process of its own, since a broken library may end it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..search.own_process import our_command
from .background_process import BackgroundProcess
from .worker_environment import environment_of_parts


class DoctorProcess(BackgroundProcess[str]):
    """Looks at each part of the installation; the result is the report.

    Attributes:
        lines: the report so far.
    """

    TITLE, AGAIN = "The check's", "Footfall cannot work like this: install it again."

    def __init__(self, cache: Path | None = None) -> None:
        """Start the process.

        Args:
            cache: folder of compiled control laws; None: the user's cache folder.
        """
        super().__init__()
        self.lines: list[str] = []
        try:
            self.start(our_command("doctor", "--messages"), environment_of_parts(cache))
        except BaseException:
            self.remove_folder()
            raise

    def handle_message(self, message: dict[str, Any]) -> None:
        if "line" in message:
            self.lines.append(str(message["line"]))

    def result(self) -> str:
        return "\n".join(self.lines)

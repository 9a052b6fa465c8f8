"""Starts a process of Footfall and reads its messages without ever blocking."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from ..base.errors import SimulationError, WorkerDied
from .messages import ABANDONED

STARTING = "Starting"
PATIENCE = 1.0  # [s] that a process has to end before it is killed
Result = TypeVar("Result")


class BackgroundProcess(Generic[Result]):
    """Work in a separate process.

    The process writes its messages to a file and not to a pipe: reading a file never blocks, on any
    system. Subclasses start the process and define its result.

    Attributes:
        TITLE, AGAIN: the name of the process in messages, and the advice after it has died.
        progress: the share that is done, 0 to 1.
        note: what the process is doing, for the artist.
        left: remaining time [s]; None where it is unknown.
        folder: the folder of its files.
    """

    TITLE: ClassVar[str]
    AGAIN: ClassVar[str]

    def __init__(self) -> None:
        self.progress = 0.0
        self.note = STARTING
        self.left: float | None = None
        self._began = time.monotonic()
        self.folder = self._make_folder()

    def result(self) -> Result:
        """The result, once the process is done."""
        raise NotImplementedError

    def failure(self, sentence: str) -> SimulationError:
        """The error for a sentence that the process reports, with a partial result where useful."""
        return SimulationError(sentence)

    def handle_message(self, message: dict[str, Any]) -> None:
        """Handle a message of another kind than progress."""

    def start(
        self, command: list[str], environment: Mapping[str, str], is_modest: bool = False
    ) -> None:
        """Start the process.

        Args:
            environment: its variables, as of `worker_environment`.
            is_modest: whether the process runs at low priority.
        """
        flags = ["CREATE_NO_WINDOW", *(["BELOW_NORMAL_PRIORITY_CLASS"] if is_modest else [])]
        messages, log = self.folder / "messages", self.folder / "log"
        # What the process leaves in its temporary folder when it is ended goes with its own folder.
        temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self.folder))
        try:
            with messages.open("wb") as output, log.open("wb") as errors:
                self.process = subprocess.Popen(
                    command,
                    # Closing this pipe tells the worker that Blender is gone.
                    stdin=subprocess.PIPE,
                    stdout=output,
                    stderr=errors,
                    cwd=self.folder,
                    env={**environment, **temporary},
                    creationflags=sum(getattr(subprocess, flag, 0) for flag in flags),  # Windows
                )
        except OSError as error:
            raise SimulationError(
                f"{self.TITLE} process could not be started: {error.strerror or error}."
            ) from error
        self._messages = messages.open("rb")
        self._partial = b""

    def poll(self) -> Result | None:
        """Read new messages; return the result once the process is done, None before.

        Raises SimulationError when the process reports an error or an invalid message, WorkerDied
        when it dies.
        """
        status = self.process.poll()  # before reading, so that the last message is not missed
        *lines, self._partial = (self._partial + self._messages.read()).split(b"\n")
        if self.note.startswith(STARTING):
            self.note = f"{STARTING}, {time.monotonic() - self._began:.0f} s"
        for line in lines:
            message = self._parse(line)
            if "error" in message:
                raise self.failure(str(message["error"]))
            if "done" in message:
                return self.result()
            self.progress = message.get("progress", self.progress)
            self.note = message.get("note", self.note)
            self.left = message.get("left", self.left)
            self.handle_message(message)
        if status is not None:
            raise WorkerDied(self._obituary(status))
        return None

    def close(self) -> None:
        """End the process if it still runs, and remove its files; may be called again."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdin:
            with suppress(OSError):
                self.process.stdin.close()
        self._messages.close()
        self.remove_folder()

    def remove_folder(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _obituary(self, status: int) -> str:
        if status >= 0:
            cause = f"exit status {status}"
        else:
            names = {s.value: s.name for s in signal.Signals}
            cause = f"signal {names.get(-status, -status)}"
        if status == ABANDONED:
            return f"{self.TITLE} could not write to {str(self.folder)!r}: is its disk full?"
        log = (self.folder / "log").read_text(encoding="utf-8", errors="replace").strip()
        last_words = f": {log.splitlines()[-1].strip()}" if log else ""
        return f"{self.TITLE} process died ({cause}){last_words}. {self.AGAIN}"

    def _parse(self, line: bytes) -> dict[str, Any]:
        """One message; any line that is not one is an error."""
        try:
            message: dict[str, Any] = json.loads(line)
            progress, note = message.get("progress", 0.0), message.get("note", "")
            if not (isinstance(progress, (int, float)) and 0 <= progress <= 1):
                raise ValueError("progress")
            if not isinstance(note, str):
                raise ValueError("note")
        except (ValueError, AttributeError) as error:
            shown = line[:80].decode("utf-8", errors="replace")
            raise SimulationError(
                f"{self.TITLE} process sent {shown!r}, which is no message of Footfall's: "
                "install the Footfall extension again."
            ) from error
        return message

    def _make_folder(self) -> Path:
        try:
            return Path(tempfile.mkdtemp(prefix="footfall-"))
        except OSError as error:
            raise SimulationError(
                f"{self.TITLE} finds no place for its files: {error.strerror or error}; "
                "free some space in the temporary folder or choose another in Blender's "
                "preferences."
            ) from error

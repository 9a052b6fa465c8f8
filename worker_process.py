"""Starts a worker and listens to it without ever waiting for it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .errors import SimulationError, WorkerDied
from .frame_stream import FrameReader, frames_path
from .helm import Course, Step
from .shot import Shot
from .take import Take
from .worker_environment import worker_command, worker_environment

ABANDONED = 3  # exit status of a worker whose messages cannot be written
PATIENCE = 1.0  # [s] that a worker has to end before it is killed
Command = Callable[[Path, Path], list[str]]


class WorkerProcess:
    """A simulation that runs in a process of its own.

    Its messages go to a file and not through a pipe: reading a file never waits, on any system.

    Attributes:
        progress: the share that is done, 0 to 1.
        note: what it is doing, for the artist.
        steps: what was steered until now.
    """

    def __init__(
        self,
        shot: Shot | None = None,
        cache: Path | None = None,
        command: Command = worker_command,
    ) -> None:
        """Start the process.

        Args:
            shot: what to simulate; None: get ready for it and wait for `begin`.
            cache: where compiled control laws are kept; None: the user's cache folder.
            command: makes the process's command line from the paths of the shot and the take.
        """
        self.progress = 0.0
        self.note = "Starting"
        self.steps: list[Step] = []
        self._frames: FrameReader | None = None
        self.folder = _make_folder()
        try:
            waits = ["--wait"] if shot is None else []
            if shot is not None:
                self._hand_over(shot)
            self._start([*command(self._shot_path, self._take_path), *waits], cache)
        except BaseException:
            self._remove_folder()
            raise

    @property
    def _shot_path(self) -> Path:
        return self.folder / "shot.json"

    @property
    def _take_path(self) -> Path:
        return self.folder / "take.npz"

    def begin(self, shot: Shot, is_steered: bool = False) -> None:
        """Give a waiting process what it waits for; raises InvalidInput where the disk is full.

        It waits again after its take, unless it was steered.

        Args:
            is_steered: keep to the pace of the clock, and take `steer`.
        """
        self.progress = 0.0
        self._hand_over(shot)
        self._order(steered=is_steered)

    def steer(self, faster: float, left: float) -> None:
        """Add to the walk's speed [m/s] and heading [rad]; `steps` tells what comes of it."""
        self._order(faster=faster, left=left)

    def steer_to(self, course: Course) -> None:
        """Set the walk's speed and heading; `steps` tells what comes of it."""
        self._order(**course._asdict())

    def _order(self, **order: bool | float) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # of a process that died meanwhile: the next poll says so
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()

    def _hand_over(self, shot: Shot) -> None:
        shot.save(self._shot_path)
        self._frames = FrameReader(frames_path(self._take_path), shot)

    def so_far(self) -> Take | None:
        """What has been simulated until now, without events; None before a frame."""
        return self._frames.take() if self._frames is not None else None

    def _start(self, command: list[str], cache: Path | None) -> None:
        messages, log = self.folder / "messages", self.folder / "log"
        environment = worker_environment(cache)
        try:
            with messages.open("wb") as output, log.open("wb") as errors:
                self.process = subprocess.Popen(
                    command,
                    # Its closing tells the worker that Blender is gone.
                    stdin=subprocess.PIPE,
                    stdout=output,
                    stderr=errors,
                    cwd=self.folder,
                    env=environment,
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
        except OSError as error:
            raise SimulationError(
                f"The simulation process could not be started: {error.strerror or error}."
            ) from error
        self._messages = messages.open("rb")
        self._partial = b""

    def poll(self) -> Take | None:
        """Read what has come: the take once it is there, None before.

        Raises SimulationError when the worker reports an error or talks nonsense, WorkerDied when
        it dies.
        """
        status = self.process.poll()  # before reading, so that no last word is missed
        *lines, self._partial = (self._partial + self._messages.read()).split(b"\n")
        for line in lines:
            message = _parse(line)
            if "error" in message:
                raise SimulationError(str(message["error"]))
            if "done" in message:
                return Take.load(self._take_path)
            self.progress = message.get("progress", self.progress)
            self.note = message.get("note", self.note)
            if "step" in message:
                self.steps.append(Step(**message["step"]))
        if status is not None:
            raise WorkerDied(self._obituary(status))
        return None

    def close(self) -> None:
        """End the worker if it still runs and leave nothing behind; may be called again."""
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
        self._remove_folder()

    def _remove_folder(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _obituary(self, status: int) -> str:
        if status >= 0:
            cause = f"exit status {status}"
        else:
            names = {s.value: s.name for s in signal.Signals}
            cause = f"signal {names.get(-status, -status)}"
        if status == ABANDONED:
            return f"The simulation could not write to {str(self.folder)!r}: is its disk full?"
        log = (self.folder / "log").read_text(encoding="utf-8", errors="replace").strip()
        last_words = f": {log.splitlines()[-1].strip()}" if log else ""
        return f"The simulation process died ({cause}){last_words}. Press Bake again."


def _make_folder() -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix="footfall-"))
    except OSError as error:
        raise SimulationError(
            f"The simulation finds no place for its files: {error.strerror or error}; "
            "free some space in the temporary folder or choose another in Blender's preferences."
        ) from error


def _parse(line: bytes) -> dict[str, Any]:
    """One message; any other line than ours is an error."""
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
            f"The simulation process sent {shown!r}, which is no message of Footfall's: "
            "install the Footfall extension again."
        ) from error
    return message

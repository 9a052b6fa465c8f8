"""A worker process, as seen by its parent."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..base.errors import SimulationError
from ..shots.frame_stream import FrameReader, found_path, frames_path
from ..shots.shot import Shot
from ..shots.steering import SteeringStep, WalkTargets
from ..shots.take import LEAST_KEPT, RunFailed, Take, whole_take
from .background_process import BackgroundProcess
from .worker_environment import worker_command, worker_environment

Command = Callable[[Path, Path], list[str]]


class WorkerProcess(BackgroundProcess[Take]):
    """A simulation that runs in a separate process.

    Attributes:
        steps: the steering so far.
        can_stop: whether `stop` ends a search that goes on.
    """

    can_stop = False
    TITLE, AGAIN = "The simulation", "Press Bake again."

    def __init__(
        self,
        shot: Shot | None = None,
        cache: Path | None = None,
        command: Command = worker_command,
        workers: int = 1,
    ) -> None:
        """Start the process.

        Args:
            shot: what to simulate; None: load everything needed and wait for `begin`.
            cache: folder of compiled control laws; None: the user's cache folder.
            command: makes the process's command line from the paths of the shot and the take.
            workers: number of processes that its searches may use, itself included.
        """
        super().__init__()
        self.steps: list[SteeringStep] = []
        self._frames: FrameReader | None = None
        try:
            options = ["--wait"] if shot is None else []
            options += ["--workers", str(workers)] if workers > 1 else []
            if shot is not None:
                self._hand_over(shot)
            line = [*command(self._shot_path, self._take_path), *options]
            self.start(line, worker_environment(cache))
        except BaseException:
            self.remove_folder()
            raise

    @property
    def _shot_path(self) -> Path:
        return self.folder / "shot.json"

    @property
    def _take_path(self) -> Path:
        return self.folder / "take.npz"

    def begin(self, shot: Shot, is_steered: bool = False) -> None:
        """Give a waiting worker a shot; raises InvalidInput where the disk is full.

        After its take the worker waits again, unless it was steered.

        Args:
            is_steered: whether to simulate in real time and accept `steer`.
        """
        self.progress, self.left, self.can_stop = 0.0, None, False
        self._hand_over(shot)
        self._order(steered=is_steered)

    def stop(self) -> None:
        """End the present search, which keeps what it has found; the run then ends there."""
        self._order(stop=True)

    def steer(self, faster: float, left: float) -> None:
        """Add to the walk's speed [m/s] and heading [rad]; `steps` will hold the result."""
        self._order(faster=faster, left=left)

    def steer_to(self, targets: WalkTargets) -> None:
        """Set the walk's speed and heading; `steps` will hold the result."""
        self._order(**targets._asdict())

    def _order(self, **order: bool | float) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # the process may have died: the next poll reports it
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()

    def _hand_over(self, shot: Shot) -> None:
        # Frames of the previous shot do not belong to this one.
        for path in (frames_path(self._take_path), found_path(self._take_path)):
            path.unlink(missing_ok=True)
        shot.save(self._shot_path)
        self._frames = FrameReader(frames_path(self._take_path), shot)

    def so_far(self) -> Take | None:
        """The Take so far, without events, with what a search has found so far; None before the
        first frame.
        """
        return self._frames.take(with_found=True) if self._frames is not None else None

    def result(self) -> Take:
        return whole_take(Take.load(self._take_path))

    def failure(self, sentence: str) -> SimulationError:
        so_far = self._frames.take() if self._frames is not None else None
        if so_far is None or len(so_far.times) < LEAST_KEPT:
            return SimulationError(sentence)
        return RunFailed(replace(so_far, failure=sentence))

    def handle_message(self, message: dict[str, Any]) -> None:
        self.can_stop = bool(message.get("can_stop", self.can_stop))
        if "step" in message:
            self.steps.append(SteeringStep(**message["step"]))

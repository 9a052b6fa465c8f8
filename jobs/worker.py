"""The worker: simulates a shot in a separate process, so that Blender's window never blocks.

The worker writes lines of JSON to its original standard output: {"note": sentence, "progress":
share of the time that has passed, "left": seconds or null} while it runs, then {"done": path} or
{"error": sentence}. Readers skip keys that they do not know. Meanwhile each frame is appended to a
file beside the take. With progress comes "can_stop": whether a search goes on that keeps what it
has found.

The worker reads lines of JSON from standard input. The first line lets a waiting worker begin. If
that line is {"steered": true}, later lines steer the walk: {"faster": m/s, "left": rad} adds to its
speed and heading, {"speed": m/s, "heading": rad} sets them. A steered worker simulates no faster
than real time, and reports each step taken: {"step": {...}}. {"stop": true} ends such a search; it
may come at any time. When standard input closes, the parent process is gone, and the worker stops.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from io import FileIO
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TextIO

from ..bodies.character import Character
from ..catalogue import USUAL
from ..rollout.stop import Stop
from ..rollout.wording import LOADING
from ..search.own_streams import own_input
from ..shots.frame_stream import FrameWriter, frames_path
from ..shots.shot import Cue, Performer, Shot
from ..shots.steering import SteeringStep, apply_steering, steered, walk_targets_at
from ..shots.take import RunFailed
from .messages import ABANDONED, own_channel, report_failure, send, send_progress

if TYPE_CHECKING:
    from .run_progress import RunProgress

READY = "Ready"
Commands = SimpleQueue[dict[str, Any]]


def run_worker(shot_path: str, take_path: str, waits: bool = False, workers: int = 1) -> int:
    """Simulate the shot into the take's file, reporting in JSON lines; return the exit status.

    Args:
        waits: load everything that a run needs, and begin when a line comes on standard input;
            after a take that was not steered, wait for the next line, and simulate the shot that
            the file then holds.
        workers: number of processes that searches may use, this one included.
    """
    channel, commands, stop = own_channel(), Commands(), Stop()
    threading.Thread(target=_listen, args=(own_input(), commands, stop), daemon=True).start()
    is_steered = False
    try:
        # Imported here, so that a failure to load a wheel is reported as a message as well. Until
        # then the reader shows that the process is starting.
        from .run_progress import RunProgress

        progress = RunProgress(partial(send_progress, channel, stop=stop))
        progress.begin(LOADING)
        if waits:
            _warm_up()
        while True:
            if waits:
                progress.end()
                send(channel, note=READY)
                is_steered = bool(commands.get().get("steered"))
            steers = commands if is_steered else None
            _simulate(channel, shot_path, take_path, progress, workers, stop, steers)
            progress.end()
            send(channel, done=take_path)
            if is_steered or not waits:
                return 0
    except Exception as error:  # any error becomes one sentence for the artist
        return report_failure(channel, "The simulation failed", error)


def _warm_up() -> None:
    """Load all modules and compiled control laws by a run of one step: most of the start-up time.

    Laws that are not compiled yet are skipped: the shot may need other ones.
    """
    from ..compiling.forecast import the_forecast
    from ..rollout.simulate import TIME_STEP, simulate

    walker = Performer(Character.humanoid(), [Cue(USUAL)])
    shot = Shot([walker], duration=TIME_STEP, frame_rate=1.0 / TIME_STEP)
    the_forecast().expect(shot)
    if the_forecast().is_done:
        simulate(shot)


def _simulate(
    channel: TextIO,
    shot_path: str,
    take_path: str,
    progress: RunProgress,
    workers: int,
    stop: Stop,
    commands: Commands | None = None,
) -> None:
    """Simulate the shot, steered by commands where these are given."""
    shot = Shot.load(shot_path)
    progress.begin_shot(shot, keeps_pace=commands is not None)
    steering = None
    if commands is not None:
        steering = _Steering(channel, commands, shot)
        shot = steering.shot
    from ..rollout.simulate import WHOLE, simulate_parts

    writer = FrameWriter(frames_path(take_path))
    try:
        take = simulate_parts(
            shot, WHOLE, progress=progress, frames=writer, steering=steering,
            report=progress.report, workers=workers, stop=stop, found=writer.show_found,
        )  # fmt: skip
    except RunFailed as failed:  # the message says why; the partial take is saved
        take = failed.take
    finally:
        writer.close()
    take.save(take_path)


class _Steering:
    """Steers the first performer by commands, and keeps the simulation at real time.

    Attributes:
        shot: with all headings explicit, so that it can be steered.
    """

    def __init__(self, channel: TextIO, commands: Commands, shot: Shot) -> None:
        first, *others = shot.performers
        self._channel, self._queue = channel, commands
        self._heading, self._rate = first.heading, shot.frame_rate
        self._cues, self._steps = first.cues, list[SteeringStep]()
        self._now = steered(self._cues, self._heading)
        self.shot = replace(shot, performers=[replace(first, cues=self._now), *others])
        self._began: float | None = None

    def __call__(self, frame: int) -> Sequence[Cue] | None:
        """Wait until a frame is due; return the new cues if a command has changed them."""
        now = time.monotonic()
        if self._began is None:
            self._began = now - frame / self._rate
        time.sleep(max(self._began + frame / self._rate - now, 0.0))
        begins, ends = ((frame + ahead) / self._rate for ahead in (1, 2))
        commands, targets = self._commands_so_far(), walk_targets_at(self._now, ends)
        if targets is None or (wanted := apply_steering(targets, commands)) == targets:
            return None
        step = SteeringStep(begins, ends, *wanted)
        self._steps.append(step)
        send(self._channel, step=asdict(step))
        self._now = steered(self._cues, self._heading, self._steps)
        return self._now

    def _commands_so_far(self) -> list[dict[str, Any]]:
        """All commands since the last frame."""
        commands = []
        while not self._queue.empty():
            commands.append(self._queue.get())
        return commands


def _listen(orders: FileIO, commands: Commands, stop: Stop) -> None:
    with orders:
        for line in orders:
            command = json.loads(line)
            if "stop" in command:
                stop.ask()
            else:
                commands.put(command)
    os._exit(ABANDONED)

"""The worker: simulates a shot in a process of its own, so that Blender's window never waits.

It talks in lines of JSON on what was its standard output: {"note": sentence, "progress": share of
the time that is over, "left": seconds or null} while it runs, then {"done": path} or {"error":
sentence}. A reader skips keys that it does not know. Meanwhile each frame is appended to a file
beside the take.

On its standard input it takes lines of JSON: the first one lets a waiting worker begin, and where
that is {"steered": true}, those that come later steer the walk: {"faster": m/s, "left": rad} adds
to its speed and heading, {"speed": m/s, "heading": rad} sets them. It then simulates no faster than
time goes by, and tells each step that was taken: {"step": {...}}.
When its standard input closes, whoever started it is gone: it stops.
"""

from __future__ import annotations

import json
import os
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TextIO

from ..base.errors import FootfallError
from ..bodies.character import Character
from ..catalogue import USUAL
from ..rollout.wording import LOADING
from ..shots.frame_stream import FrameWriter, frames_path
from ..shots.shot import Cue, Performer, Shot
from ..shots.steering import Step, apply_steering, course_at, steered
from ..shots.take import RunFailed

if TYPE_CHECKING:
    from .run_progress import RunProgress

READY = "Ready"
ABANDONED = 3  # exit status when nobody is left to report to
Commands = SimpleQueue[dict[str, Any]]
_sending = threading.Lock()  # two threads of a worker have something to say


def run_worker(shot_path: str, take_path: str, waits: bool = False) -> int:
    """Simulate the shot into the take's file, reporting in JSON lines; return the exit status.

    Args:
        waits: load all that a run needs first, and begin when a line comes on standard input; after
            a take that was not steered, wait for the next line and simulate what then is in the
            shot's file.
    """
    channel, commands = own_channel(), Commands()
    threading.Thread(target=_listen, args=(commands,), daemon=True).start()
    is_steered = False
    try:
        # Here and not above, so that a wheel that does not load is a message as well. Until it is
        # loaded, the reader says that this process starts.
        from .run_progress import RunProgress

        progress = RunProgress(partial(say, channel))
        progress.begin(LOADING)
        if waits:
            _warm_up()
        while True:
            if waits:
                progress.end()
                send(channel, note=READY)
                is_steered = bool(commands.get().get("steered"))
            _simulate(channel, shot_path, take_path, progress, commands if is_steered else None)
            progress.end()
            send(channel, done=take_path)
            if is_steered or not waits:
                return 0
    except Exception as error:  # whatever it is, the artist gets a sentence
        return tell_failure(channel, "The simulation failed", error)


def _warm_up() -> None:
    """A run of one step loads all modules and compiled control laws, which take most of a start.

    What is not compiled yet is not waited for: the shot may need something else.
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
    commands: Commands | None = None,
) -> None:
    """Simulate, steered by commands where they are given."""
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
            shot, WHOLE, progress=progress, frames=writer, steering=steering, report=progress.report
        )
    except RunFailed as failed:  # what there is of it says why
        take = failed.take
    finally:
        writer.close()
    take.save(take_path)


class _Steering:
    """Steers the first performer by commands, and keeps a run to the pace of the clock.

    Attributes:
        shot: with what must be told before it can be steered.
    """

    def __init__(self, channel: TextIO, commands: Commands, shot: Shot) -> None:
        first, *others = shot.performers
        self._channel, self._orders = channel, commands
        self._heading, self._rate = first.heading, shot.frame_rate
        self._cues, self._steps = first.cues, list[Step]()
        self._now = steered(self._cues, self._heading)
        self.shot = replace(shot, performers=[replace(first, cues=self._now), *others])
        self._began: float | None = None

    def __call__(self, frame: int) -> Sequence[Cue] | None:
        """Wait until a frame is due; the cues from then on, where an command changed them."""
        now = time.monotonic()
        if self._began is None:
            self._began = now - frame / self._rate
        time.sleep(max(self._began + frame / self._rate - now, 0.0))
        begins, ends = ((frame + ahead) / self._rate for ahead in (1, 2))
        commands, course = self._commands_so_far(), course_at(self._now, ends)
        if course is None or (wanted := apply_steering(course, commands)) == course:
            return None
        step = Step(begins, ends, *wanted)
        self._steps.append(step)
        send(self._channel, step=asdict(step))
        self._now = steered(self._cues, self._heading, self._steps)
        return self._now

    def _commands_so_far(self) -> list[dict[str, Any]]:
        """All commands since the last frame."""
        commands = []
        while not self._orders.empty():
            commands.append(self._orders.get())
        return commands


def own_channel() -> TextIO:
    """Keep standard output for messages; what anyone prints, PyBullet's C included, is an error."""
    channel = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(channel, "w", encoding="utf-8")


def say(channel: TextIO, note: str, share: float, left: float | None) -> None:
    """What a process does, the share of its time that is over, and how long it takes [s]."""
    send(channel, note=note, progress=share, left=left and round(left, 1))


def send(channel: TextIO, **message: Any) -> None:
    try:
        with _sending:
            channel.write(json.dumps(message) + "\n")
            channel.flush()
    except OSError:
        os._exit(ABANDONED)


def tell_failure(channel: TextIO, what: str, error: Exception) -> int:
    """Say in a sentence why it ends; the exit status."""
    if isinstance(error, FootfallError):
        send(channel, error=str(error))
    else:
        traceback.print_exception(error)
        send(channel, error=f"{what}: {type(error).__name__}: {error}.")
    return 1


def _listen(commands: Commands) -> None:
    with open(0, "rb", buffering=0, closefd=False) as lines:
        for line in lines:
            commands.put(json.loads(line))
    os._exit(ABANDONED)


def stop_when_abandoned() -> None:
    """End this process when its standard input closes: whoever started it is gone."""
    threading.Thread(target=_listen, args=(Commands(),), daemon=True).start()

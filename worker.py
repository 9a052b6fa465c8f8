"""The worker: simulates a shot in a process of its own, so that Blender's window never waits.

It talks in lines of JSON on what was its standard output: {"note": sentence} and
{"progress": fraction} while it runs, then {"done": path} or {"error": sentence}. A reader skips
keys that it does not know. When its standard input closes, whoever started it is gone: it stops.
"""

from __future__ import annotations

import json
import os
import threading
import time
import traceback
from typing import Any, TextIO

from .errors import FootfallError
from .shot import Shot

REPORT_INTERVAL = 0.05  # [s] between two messages of progress
COMPILING = "Compiling, for this first time only"
SIMULATING = "Simulating"
ABANDONED = 3  # exit status when nobody is left to report to


def run_worker(shot_path: str, take_path: str) -> int:
    """Simulate the shot into the take's file, reporting in JSON lines; return the exit status."""
    channel = _own_channel()
    threading.Thread(target=_stop_when_abandoned, daemon=True).start()
    try:
        _send(channel, note="Loading the simulation")
        _simulate(channel, shot_path, take_path)
    except FootfallError as error:
        _send(channel, error=str(error))
        return 1
    except Exception as error:  # whatever it is, the artist gets a sentence
        traceback.print_exc()
        _send(channel, error=f"The simulation failed: {type(error).__name__}: {error}.")
        return 1
    _send(channel, done=take_path)
    return 0


def _simulate(channel: TextIO, shot_path: str, take_path: str) -> None:
    shot = Shot.load(shot_path)
    # Here and not above, so that a wheel that does not load is a message as well.
    from .rollout import simulate

    _send(channel, note=COMPILING if compiles_first() else SIMULATING)
    reporter = _Reporter(channel)
    simulate(shot, progress=reporter).save(take_path)


class _Reporter:
    """Passes progress on, but not each of some thousand steps."""

    def __init__(self, channel: TextIO) -> None:
        self.channel = channel
        self.sent_at = 0.0

    def __call__(self, fraction: float) -> bool:
        now = time.monotonic()
        if now - self.sent_at >= REPORT_INTERVAL:
            self.sent_at = now
            _send(self.channel, note=SIMULATING, progress=round(fraction, 4))
        return True


def compiles_first() -> bool:
    """Whether this run has to compile the control laws, as the first one on a computer does."""
    from .simulation.compiled import cache_folder

    return not any(cache_folder().rglob("*.nbi"))


def _own_channel() -> TextIO:
    """Keep standard output for messages; what anyone prints, PyBullet's C included, is an error."""
    channel = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(channel, "w", encoding="utf-8")


def _send(channel: TextIO, **message: Any) -> None:
    try:
        channel.write(json.dumps(message) + "\n")
        channel.flush()
    except OSError:
        os._exit(ABANDONED)


def _stop_when_abandoned() -> None:
    while os.read(0, 4096):
        pass
    os._exit(ABANDONED)

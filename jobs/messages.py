"""The messages of a process to the one that started it: lines of JSON on its standard output."""

from __future__ import annotations

import json
import os
import threading
import traceback
from typing import TYPE_CHECKING, Any, TextIO

from ..base.errors import FootfallError

if TYPE_CHECKING:
    from ..rollout.stop import Stop

ABANDONED = 3  # exit status when the parent process is gone, or messages cannot be written
_sending = threading.Lock()  # two threads of a worker write messages


def own_channel() -> TextIO:
    """Reserve standard output for messages; all other prints, also PyBullet's, go to stderr."""
    channel = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(channel, "w", encoding="utf-8")


def send_progress(
    channel: TextIO, note: str, share: float, left: float | None, stop: Stop | None = None
) -> None:
    """Send what the process does, the share of its time that has passed, and the rest [s]."""
    can_stop = stop is not None and stop.is_offered
    send(channel, note=note, progress=share, left=left and round(left, 1), can_stop=can_stop)


def send(channel: TextIO, **message: Any) -> None:
    try:
        with _sending:
            channel.write(json.dumps(message) + "\n")
            channel.flush()
    except OSError:
        os._exit(ABANDONED)


def report_failure(channel: TextIO, what: str, error: Exception) -> int:
    """Send the reason for a failure in one sentence; return the exit status."""
    if isinstance(error, FootfallError):
        send(channel, error=str(error))
    else:
        traceback.print_exception(error)
        send(channel, error=f"{what}: {type(error).__name__}: {error}.")
    return 1


def stop_when_abandoned() -> None:
    """End this process when its standard input closes: the parent process is gone."""
    # Imported here: with it comes numpy, whose lack `footfall doctor` is to tell.
    from ..search.own_streams import own_input

    orders = own_input()

    def wait_for_the_end() -> None:
        with orders:
            for _ in orders:
                pass
        os._exit(ABANDONED)

    threading.Thread(target=wait_for_the_end, daemon=True).start()

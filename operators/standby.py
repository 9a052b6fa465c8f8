"""One worker that has loaded everything and waits for a shot, so that a preview starts at once."""

from __future__ import annotations

from contextlib import suppress

import bpy

from ..errors import FootfallError
from ..worker_process import WorkerProcess
from .preferences import compiled_folder, keeps_worker

_waiting: WorkerProcess | None = None
_is_expected = False


def expect_preview() -> None:
    """Have a worker waiting soon: a panel that is being drawn must not wait for its start."""
    global _is_expected
    if not _is_expected and not bpy.app.background and keeps_worker():
        _is_expected = True
        bpy.app.timers.register(_prepare_quietly)


def _prepare_quietly() -> None:
    with suppress(FootfallError):  # whoever presses Preview is told
        prepare_worker()


def prepare_worker() -> None:
    """Have a worker waiting."""
    global _waiting
    if _waiting is None:
        _waiting = WorkerProcess(cache=compiled_folder())


def take_worker() -> WorkerProcess:
    """The worker that waits, or a new one; the caller gives it a shot and closes it."""
    global _waiting
    if _waiting is not None and not _is_well(_waiting):
        _waiting.close()
        _waiting = None
    prepare_worker()
    assert _waiting is not None
    worker, _waiting = _waiting, None
    return worker


def dismiss_worker() -> None:
    """End the worker that waits."""
    global _waiting, _is_expected
    _is_expected = False
    if bpy.app.timers.is_registered(_prepare_quietly):
        bpy.app.timers.unregister(_prepare_quietly)
    if _waiting is not None:
        _waiting.close()
        _waiting = None


def _is_well(worker: WorkerProcess) -> bool:
    try:
        worker.poll()
    except FootfallError:
        return False
    return True

"""Preparation ahead of a run: a worker waits for a shot, and control laws are compiled."""

from __future__ import annotations

import bpy

from ..base.errors import FootfallError
from ..jobs.compile_process import CompileProcess
from ..jobs.worker_process import WorkerProcess
from ..search.helpers import usual_workers
from .chosen import chosen_armature
from .found_bones import kind_of_body
from .preferences import compiled_folder, keeps_worker
from .run_state import CURRENT

INTERVAL = 1.0  # [s] between two polls of the compilation
CompileRequest = tuple[str, frozenset[str]]  # kind of body, skills
_waiting: WorkerProcess | None = None
_compiling: CompileProcess | None = None
_request: CompileRequest | None = None  # what is compiled first
_is_expected = False


def expect_preview() -> None:
    """Prepare for a preview soon, without blocking the panel that is being drawn."""
    global _is_expected
    if not _is_expected and not bpy.app.background and keeps_worker():
        _is_expected = True
        bpy.app.timers.register(_get_ready)


def _get_ready() -> float | None:
    """Keep a worker waiting, and compile until done; returns the time until the next poll [s]."""
    try:
        if CURRENT.running or CURRENT.previewing:
            stop_compiling()
            return INTERVAL
        prepare_worker()
        return None if compile_ahead(bpy.context) else INTERVAL
    except FootfallError:  # the Preview operator will report it
        return None


def prepare_worker() -> None:
    """Keep a worker waiting."""
    global _waiting
    if _waiting is None:
        _waiting = WorkerProcess(cache=compiled_folder(), workers=usual_workers())


def compile_ahead(context: bpy.types.Context) -> bool:
    """Compile what the panel's skills need, then all else; returns whether all is compiled."""
    global _compiling, _request
    scene = context.scene.footfall
    request = kind_of_body(chosen_armature(context)), frozenset(cue.skill for cue in scene.cues)
    if request != _request:
        stop_compiling()
        _request = request
    if _compiling is None:
        _compiling = CompileProcess(*request, cache=compiled_folder())
    is_done = _compiling.poll() is not None
    if is_done:
        stop_compiling()
    return is_done


def stop_compiling() -> None:
    """Stop compiling, to leave the computer to a run; results so far are kept."""
    global _compiling
    if _compiling is not None:
        _compiling.close()
        _compiling = None


def take_worker() -> WorkerProcess:
    """The waiting worker, or a new one; the caller gives it a shot and closes it."""
    global _waiting
    stop_compiling()
    if _waiting is not None and not _is_well(_waiting):
        _waiting.close()
        _waiting = None
    prepare_worker()
    assert _waiting is not None
    worker, _waiting = _waiting, None
    return worker


def return_worker(worker: WorkerProcess) -> None:
    """Let a worker that has finished wait for the next shot, if a worker should wait."""
    global _waiting
    if _waiting is None and _is_expected:
        _waiting = worker
    else:
        worker.close()


def dismiss_worker() -> None:
    """End the waiting worker and the compilation."""
    global _waiting, _is_expected
    _is_expected = False
    if bpy.app.timers.is_registered(_get_ready):
        bpy.app.timers.unregister(_get_ready)
    stop_compiling()
    if _waiting is not None:
        _waiting.close()
        _waiting = None


def _is_well(worker: WorkerProcess) -> bool:
    try:
        worker.poll()
    except FootfallError:
        return False
    return True

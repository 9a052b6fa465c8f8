"""One bake as a generator of steps: the caller decides when the next step is taken."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import bpy

from ..shots.shot import Shot
from ..shots.take import RunFailed, Take
from .hanging_run import compiling, hang_with_bake, with_heavy_parts
from .rig_run import RigRun, make_rig_runs, shot_of_panel
from .run_state import CURRENT
from .standby import return_worker, take_worker

Bakes = list[tuple[RigRun, Take]]
Steps = Generator[None, None, Bakes]


def bake_steps(context: bpy.types.Context) -> Steps:
    """Simulate the panel's shot in a worker, rig by rig, then write all keys at once.

    Yields while a worker computes, and returns the rigs' runs with their takes. Closing the
    generator before its end leaves the scene unchanged. The take of a failed run is its part before
    the failure. Raises FootfallError, also where a rig is removed or changed meanwhile.
    """
    CURRENT.begin()
    try:
        rig_runs = make_rig_runs(context)
        standing = [with_heavy_parts(rig_run.standing) for rig_run in rig_runs]
        shots = [shot_of_panel(context, rig) for rig in standing]
        bakes: Bakes = []
        for rig_run, shot in zip(rig_runs, shots, strict=True):
            take = yield from _simulate(shot, rig_runs, done=len(bakes))
            bakes.append((rig_run, take))
        if any(rig_run.standing.armature.footfall.hanging.with_bakes for rig_run in rig_runs):
            yield from compiling()
        for rig_run, take in bakes:
            rig_run.check(take)
        for (rig_run, take), shot, rig in zip(bakes, shots, standing, strict=True):
            rig_run.write(take, shot.performers[0])
            hang_with_bake(rig, take, shot.frame_rate, rig_run.start_frame)
        return bakes
    finally:
        CURRENT.end()


def _simulate(shot: Shot, rig_runs: Sequence[RigRun], done: int) -> Generator[None, None, Take]:
    worker, count = take_worker(), len(rig_runs)
    which = f"Rig {done + 1} of {count}: " if count > 1 else ""
    take = None
    try:
        worker.begin(shot)
        while (take := worker.poll()) is None:
            CURRENT.progress = (done + worker.progress) / count
            CURRENT.note = f"{which}{worker.note}"
            CURRENT.see_search(worker)
            yield
            for rig_run in rig_runs:
                rig_run.subjects.check()
        return take
    except RunFailed as failed:
        return failed.take
    finally:
        if take is None:
            worker.close()
        else:
            return_worker(worker)

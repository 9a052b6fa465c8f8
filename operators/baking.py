"""One bake, step by step: whoever runs it decides when the next step is taken."""

from __future__ import annotations

from collections.abc import Generator

import bpy

from ..shot import Shot
from ..take import Take
from ..worker_process import WorkerProcess
from .plan import Plan, make_plan, shot_of_panel
from .preferences import compiled_folder
from .run_state import CURRENT

Steps = Generator[None, None, tuple[Plan, Take]]


def bake_steps(context: bpy.types.Context) -> Steps:
    """Simulate what the panel says in a worker, then write all keys at once.

    Yields while the worker computes and returns the plan and the take. Closing the generator before
    its end leaves the scene as it was. Raises FootfallError.
    """
    CURRENT.begin()
    try:
        plan = make_plan(context)
        take = yield from _simulate(shot_of_panel(context, plan.standing))
        plan.write(take)
        return plan, take
    finally:
        CURRENT.end()


def _simulate(shot: Shot) -> Generator[None, None, Take]:
    worker = WorkerProcess(shot, cache=compiled_folder())
    try:
        while (take := worker.poll()) is None:
            CURRENT.progress, CURRENT.note = worker.progress, worker.note
            yield
        return take
    finally:
        worker.close()

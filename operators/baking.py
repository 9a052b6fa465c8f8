"""One bake, step by step: whoever runs it decides when the next step is taken."""

from __future__ import annotations

from collections.abc import Generator

import bpy

from ..shot import Shot
from ..take import Take
from ..worker_process import WorkerProcess
from .plan import Plan, make_plans, shot_of_panel
from .preferences import compiled_folder
from .run_state import CURRENT

Bakes = list[tuple[Plan, Take]]
Steps = Generator[None, None, Bakes]


def bake_steps(context: bpy.types.Context) -> Steps:
    """Simulate what the panel says in a worker, rig by rig, then write all keys at once.

    Yields while a worker computes and returns the plans with their takes. Closing the generator
    before its end leaves the scene as it was. Raises FootfallError.
    """
    CURRENT.begin()
    try:
        plans = make_plans(context)
        shots = [shot_of_panel(context, plan.standing) for plan in plans]
        bakes: Bakes = []
        for plan, shot in zip(plans, shots, strict=True):
            take = yield from _simulate(shot, done=len(bakes), count=len(plans))
            bakes.append((plan, take))
        for plan, take in bakes:
            plan.check(take)
        for plan, take in bakes:
            plan.write(take)
        return bakes
    finally:
        CURRENT.end()


def _simulate(shot: Shot, done: int, count: int) -> Generator[None, None, Take]:
    worker = WorkerProcess(shot, cache=compiled_folder())
    which = f" ({done + 1} of {count})" if count > 1 else ""
    try:
        while (take := worker.poll()) is None:
            CURRENT.progress = (done + worker.progress) / count
            CURRENT.note = f"{worker.note}{which}"
            yield
        return take
    finally:
        worker.close()

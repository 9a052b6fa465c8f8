"""One bake, step by step: whoever runs it decides when the next step is taken."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import bpy

from ..catalogue.output import Output
from ..errors import RigError
from ..rigs.blender.current_pose import read_pose, stand_as_posed
from ..rigs.blender.keys import write_take
from ..rigs.blender.rig import Rig, read_rig
from ..rigs.blender.scene import frame_rate, make_shot
from ..rigs.segment_motion import Segments
from ..shot import Shot
from ..take import Take
from ..worker_process import WorkerProcess
from .chosen import chosen_armature
from .run_state import CURRENT
from .skill_properties import shortest

PACKAGE = __package__.rpartition(".")[0]
Steps = Generator[None, None, Take]


def bake_steps(context: bpy.types.Context) -> Steps:
    """Simulate what the panel says in a worker, then write all keys at once.

    Yields while the worker computes and returns the take. Closing the generator before its end
    leaves the scene as it was. Raises FootfallError.
    """
    settings = context.scene.footfall
    CURRENT.begin()
    try:
        output = settings.output.chosen()
        rig = _read(context)
        pose = read_pose(rig, settings.start_frame) if output.blend_frames else None
        take = yield from _simulate(_shot(context, stand_as_posed(rig, pose) if pose else rig))
        _write(rig, take, settings, output, pose)
        return take
    finally:
        CURRENT.end()


def _read(context: bpy.types.Context) -> Rig:
    armature = chosen_armature(context)
    mass = shortest(context.scene.footfall.mass) or None
    return read_rig(armature, overrides=armature.footfall.picks(), mass=mass)


def _shot(context: bpy.types.Context, rig: Rig) -> Shot:
    settings, rate = context.scene.footfall, frame_rate(context.scene)
    duration = shortest(settings.duration)
    return make_shot(rig, settings.cues(rate), duration=duration, rate=rate)


def _simulate(shot: Shot) -> Steps:
    worker = WorkerProcess(shot, cache=_compiled_folder())
    try:
        while (take := worker.poll()) is None:
            CURRENT.progress, CURRENT.note = worker.progress, worker.note
            yield
        return take
    finally:
        worker.close()


def _write(
    rig: Rig, take: Take, settings: bpy.types.PropertyGroup, output: Output, pose: Segments | None
) -> None:
    start, name = settings.start_frame, settings.skill.title()
    try:
        write_take(rig, take, start_frame=start, name=name, output=output, pose=pose)
    except ReferenceError as error:
        raise RigError("The armature was removed while its bake ran: choose another.") from error


def _compiled_folder() -> Path | None:
    """The extension's own folder; None lets a checkout take the user's cache folder."""
    if not PACKAGE.startswith("bl_ext."):
        return None
    return Path(bpy.utils.extension_path_user(PACKAGE, path="compiled", create=True))

"""A crowd of 100 written into Blender: how long it takes, and whether the file holds it."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...crowd.description import Crowd
from ...crowd.surfaces import Rectangle
from ...rollout.simulate import simulate
from ...shots.take import Take
from .table import Row

COUNT, FRAMES, RATE = 100, 250, 25.0
CROWD = Crowd(count=COUNT, surface=Rectangle((40.0, 40.0)), frame_rate=RATE,
              duration=(FRAMES - 1) / RATE)  # fmt: skip
LONGEST, LARGEST = 10.0, 4.0  # [s], [GB]
SEEN = 100  # the frame at which the file is compared
GIGABYTE = 1e9
MAXRSS_UNIT = 1024  # bytes, on Linux


def measure_writing() -> list[Row]:
    """One who dances, written as all of a hundred."""
    import bpy

    from ...rigs.blender.crowd_plan import CrowdPlan
    from ...rigs.blender.crowd_scene import Group, members_of, write_crowd
    from ...rigs.blender.files import open_rig, save_blend
    from ...rigs.blender.rig import read_rig
    from ...rigs.blender.scene import set_frame_rate

    rig = read_rig(open_rig("rigify"))
    set_frame_rate(bpy.context.scene, RATE)
    plan = CrowdPlan([rig], CROWD, 1)
    take = _danced_by_all(plan)
    began = time.monotonic()
    collection = write_crowd(plan, [Group("all", range(COUNT), plan.shot)], [take])
    seconds = time.monotonic() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS_UNIT / GIGABYTE
    before, name = _heads(members_of(collection).values()), collection.name
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "crowd.blend")
        save_blend(path)
        bpy.ops.wm.open_mainfile(filepath=path)
    after = _heads(members_of(bpy.data.collections[name]).values())
    return [
        Row("100 members x 250 frames written to Blender [s]", "", "", f"{seconds:.1f}",
            seconds <= LONGEST, bar="must: at most 10"),
        Row("the same: memory [GB]", "", "", f"{memory:.2f}", memory < LARGEST,
            bar="must: below 4"),
        Row("the same, saved and opened again: bones are where they were", "", "",
            "yes" if np.array_equal(before, after) else "no", bool(np.array_equal(before, after)),
            bar="must: yes"),
    ]  # fmt: skip


def _danced_by_all(plan: Any) -> Take:
    first = replace(plan.shot, performers=plan.shot.performers[:1])
    take = simulate(first)
    return replace(take, performances=[take.performances[0]] * COUNT)


def _heads(members: Iterable[Any]) -> NDArray[np.float64]:
    """(members, bones, 3) in the scene, at one frame."""
    import bpy

    bpy.context.scene.frame_set(SEEN)
    return np.array([[m.matrix_world @ bone.head for bone in m.pose.bones] for m in members])

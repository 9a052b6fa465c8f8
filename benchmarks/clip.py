"""A captured clip on a rig -> the motion of its segments, read through Blender as a bake does."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from .bake import read_back
from .gait_cycle import SIDES, Motion, heels_of

# A clip often begins with its rest pose.
REST_FRAMES = 1


def read_clip(path: Path) -> Motion:
    """Open a rig's file with its clip, replacing the scene, and read every frame."""
    import bpy

    from ..rigs.blender.files import open_rig
    from ..rigs.blender.rig import read_rig

    with contextlib.redirect_stdout(io.StringIO()):
        rig = read_rig(open_rig(str(path)))
    last = int(rig.armature.animation_data.action.frame_range[1])
    all_axes, origins = read_back(rig, last)
    axes = {role: frames[REST_FRAMES:] for role, frames in all_axes.items()}
    ankles = {side: origins["foot" + side][REST_FRAMES:] for side in SIDES}
    scene = bpy.context.scene.render
    return Motion(
        rate=bvh_rate(path) if path.suffix == ".bvh" else scene.fps / scene.fps_base,
        axes=axes,
        pelvis=origins["pelvis"][REST_FRAMES:],
        heels=heels_of(rig.character, axes, ankles),
    )


def bvh_rate(path: Path) -> float:
    """Frames a second of a BVH file, which Blender's importer does not tell."""
    found = re.search(r"Frame Time:\s*([\d.eE+-]+)", path.read_text("utf-8", errors="replace"))
    if found is None:
        raise ValueError(f"{path.name} does not say its frame time.")
    return 1.0 / float(found.group(1))

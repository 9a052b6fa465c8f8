"""A captured clip on a rig -> the motion of its segments, read through Blender as a bake does."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from ...motion.walking_motion import Motion

# A clip often begins with its rest pose.
REST_FRAMES = 1


def read_clip(path: Path) -> Motion:
    """Open a rig's file with its clip, replacing the scene, and read every frame."""
    from ...rigs.blender.files import open_clip
    from ...rigs.blender.motion import animated_range, read_motion
    from ...rigs.blender.rig import read_rig
    from ...rigs.blender.scene import frame_rate

    with contextlib.redirect_stdout(io.StringIO()):
        rig = read_rig(open_clip(str(path)))
    found = animated_range(rig.armature)
    if found is None:
        raise ValueError(f"{path.name} has no animation.")
    first, last = map(round, found)
    rate = frame_rate(rig.armature.users_scene[0])
    return read_motion(rig, range(first + REST_FRAMES, last + 1), rate)

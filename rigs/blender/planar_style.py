"""From an armature's keyed poses of one step to a planar style, the target of a controller."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from ...base.errors import RigError
from ...motion.plane_keyframes import style_of_poses
from .actions import curves_of
from .motion import read_segments
from .rig import Rig
from .scene import frame_rate

MOST_POSES = 13  # an Action with more keyed frames is sampled evenly


def planar_style_of(rig: Rig, name: str) -> dict[str, Any]:
    """The step that the rig's Action keys, from a footstrike to that of the other foot.

    Raises RigError where there is no Action, InvalidInput where it has too few poses.
    """
    frames = keyed_frames(rig.armature)
    axes, origins = read_segments(rig, frames)
    times = [frame / frame_rate(bpy.context.scene) for frame in frames]
    return style_of_poses(rig.character, name, times, axes, origins, rig.heading)


def keyed_frames(armature: bpy.types.Object) -> list[float]:
    """The frames on which any curve of the armature has a key, at most MOST_POSES of them."""
    data = armature.animation_data
    if data is None or data.action is None:
        raise RigError(
            f"The armature {armature.name!r} has no Action: keyframe the poses of one step."
        )
    curves = curves_of(armature, data.action)
    frames = sorted({key.co.x for curve in curves for key in curve.keyframe_points})
    if len(frames) > MOST_POSES:
        return np.linspace(frames[0], frames[-1], MOST_POSES).tolist()
    return frames

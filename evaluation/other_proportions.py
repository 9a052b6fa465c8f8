"""Takes of bodies of other proportions that turn their joints alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, quaternions_from_matrices
from ..bodies.character import Character
from ..bodies.stretch import stretch_between
from ..shots.take import Take
from .stretched_skin import Frames

Array = NDArray[np.float64]
ALOFT = 10.0  # [m] above the ground, where nothing touches it


def retarget(take: Take, drawn: Character, body: Character) -> Take:
    """The take of a body of other proportions that turns its joints alike."""
    p = take.performances[0]
    height = body.standing_height_of_root / drawn.standing_height_of_root
    axes = matrices_from_quaternions(p.segment_orientations)
    origins = _origins(body, p.root_position * [1.0, 1.0, height], axes)
    moved = replace(p, root_position=origins[:, 0], joint_positions=origins[:, 1:])
    return replace(take, performances=[moved])


def turned_alike(take: Take, drawn: Character, frames: Frames) -> Take:
    """The take with the joints turned as in frames of a body of other proportions, in the air."""
    p = take.performances[0]
    axes = np.stack([frames[name][:, :3, :3] for name in p.segment_names], axis=1)
    origins = _origins(drawn, p.root_position + [0.0, 0.0, ALOFT], axes)
    turns = quaternions_from_matrices(axes)
    raised = replace(
        p, segment_positions=origins, segment_orientations=turns, joint_positions=origins[:, 1:],
        root_position=origins[:, 0], root_orientation=turns[:, 0], center_of_mass=origins[:, 0],
        foot_contacts=np.zeros_like(p.foot_contacts),
    )  # fmt: skip
    return replace(take, performances=[raised])


def fitted_frames(rig: Any, body: Character, take: Take) -> Frames:
    """Each segment's frame (frames, 4, 4) in the shot, as the bones take it."""
    import bpy

    from ..retarget.fitted_motion import fit_to_bones
    from ..rigs.blender.rig import flesh_of_feet
    from ..rigs.blender.scene import frame_rate
    from ..rigs.blender.take_frames import sample_take

    stretch = stretch_between(rig.character, body)
    paws = {leg: points * stretch[f"foot.{leg}"] for leg, points in flesh_of_feet(rig).items()}
    sampled = sample_take(take, 0, frame_rate(bpy.context.scene))
    motion = fit_to_bones(sampled, body, rig.bone_map.roles, paws)
    found = {}
    for name, segment in motion.segments.items():
        found[name] = np.tile(np.eye(4), (segment.frames, 1, 1))
        found[name][:, :3, :3], found[name][:, :3, 3] = segment.axes, segment.origin
    return found


def _origins(body: Character, root: Array, axes: Array) -> Array:
    """(frames, segments, 3) of a body whose segments have these axes (frames, segments, 3, 3)."""
    origins = np.empty(axes.shape[:-1])
    origins[:, 0] = root
    for i, segment in enumerate(body.segments[1:], start=1):
        above = body.segment_names.index(segment.parent)
        origins[:, i] = origins[:, above] + axes[:, above] @ np.array(segment.offset)
    return origins

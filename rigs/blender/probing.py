"""Posing a rig as its body, to observe its bones."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import quaternions_from_matrices
from ...catalogue.output import Output
from ...retarget.bone_following import SeenPoses
from ...retarget.fitted_motion import fit_to_bones
from ...retarget.random_poses import random_poses
from ...shots.take import Performance, Take
from ..measure import world_scale
from .live_pose import LivePose
from .rig import Rig, flesh_of_feet
from .scene import frame_rate
from .take_frames import feet_of, sample_take

Array = NDArray[np.float64]
POSES, SEED = 64, 1
ALOFT = 10.0  # [m] above the ground, where nothing touches it


def see_poses(rig: Rig, bones: Sequence[str]) -> SeenPoses:
    """The bones in the rig's measured pose, and then in random poses.

    Raises RigError for a rig that cannot be posed.
    """
    segments = tuple(s for s in rig.character.segment_names if s in rig.bone_map.roles)
    wanted = [*(rig.bone_map.roles[s] for s in segments), *bones]
    take = _random_take(rig)
    live = LivePose(rig)
    try:
        live.load(take, 0, Output(), None)
        posed = np.array([_bones_at(live, rig, wanted, pose) for pose in range(POSES)])
    finally:
        live.hide()
    posed[..., :3, :] /= world_scale(rig.rest.skeleton)
    lengths = np.array([rig.armature.data.bones[name].length for name in bones])
    unit = world_scale(rig.rest.skeleton) * rig.bone_map.metres_per_unit
    return SeenPoses(
        segments, _frames(rig, take, segments, posed[:, : len(segments)]), tuple(bones),
        posed[:, len(segments) :], lengths, rig.character.height / unit,
    )  # fmt: skip


def _bones_at(live: LivePose, rig: Rig, bones: Sequence[str], pose: int) -> Array:
    """Matrices (bones, 4, 4) in the scene."""
    live.set_frame(pose)
    bpy.context.view_layer.update()
    world, posed = rig.armature.matrix_world, rig.armature.pose.bones
    return np.array([world @ posed[name].matrix for name in bones], dtype=float)


def _frames(rig: Rig, take: Take, segments: Sequence[str], posed: Array) -> Array:
    """Rigid frames (poses, segments, 4, 4): axes of the take, origins of the rig's bones.

    Bones that represent several joints are slightly off the simulated joints.
    """
    body = sample_take(take, 0, frame_rate(bpy.context.scene))
    body = fit_to_bones(body, rig.character, rig.bone_map.roles, flesh_of_feet(rig))
    own = _rigid(rig.rest.skeleton.to_world[:3, :3])
    frames = np.tile(np.eye(4), (*posed.shape[:2], 1, 1))
    for i, name in enumerate(segments):
        axes = body.segments[name].axes
        # The joint is a point of the bone, usually its head.
        head = rig.rest.skeleton.heads[rig.rest.roles[name]]
        lever = axes[0].T @ own @ (rig.rest.joint(name) - head)
        frames[:, i, :3, :3] = axes
        frames[:, i, :3, 3] = posed[:, i, :3, 3] + axes @ lever
    return frames


def _rigid(turn: Array) -> Array:
    rotation: Array = turn / np.cbrt(np.linalg.det(turn))
    return rotation


def _random_take(rig: Rig) -> Take:
    body, rate = rig.character, frame_rate(bpy.context.scene)
    own = _rigid(rig.rest.skeleton.to_world[:3, :3])
    measured = {name: own @ axes for name, axes in rig.rest.frames.items()}
    poses = random_poses(body, measured, np.array([*rig.position, ALOFT]), POSES, SEED)
    origins = np.stack([poses[name].origin for name in body.segment_names], axis=1)
    turns = np.stack(
        [quaternions_from_matrices(poses[name].axes) for name in body.segment_names], axis=1
    )
    performance = Performance(
        segment_names=body.segment_names,
        joint_names=body.joint_names,
        segment_positions=origins,
        segment_orientations=turns,
        joint_positions=origins[:, 1:],
        root_position=origins[:, 0],
        root_orientation=turns[:, 0],
        center_of_mass=origins[:, 0],
        foot_contacts=np.zeros((POSES, len(feet_of(body.segment_names))), dtype=bool),
    )
    return Take(times=np.arange(POSES) / rate, performances=[performance])

"""The motion of a crowd's members without armatures: rotations of the segments' bones, and joints.

A rotation takes three numbers, as a rotation vector, and most joints take none: they are fixed
points of their parents. All is in the scene's space and units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_rotation_vectors, rotation_vectors_from_matrices
from .light_skeleton import LightSkeleton, bone_axes
from .segment_motion import SegmentMotion, Segments

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
USUAL = 12  # frames over which a usual pose is the mean
STAYS = 1e-3  # of the first bone: a joint that moves by less in its parent is fixed there


@dataclass(frozen=True, eq=False)
class LightMotion:
    """Members with the same skeleton over the same frames; bones are those of the segments.

    Attributes:
        parents: (bones,) index of each bone's parent, which comes before it; -1 for none.
        free: the bones whose joints have a place of their own at each frame, in rising order.
        turns: (frames, members, bones, 3) rotation vectors of the bones in the scene.
        places: (frames, members, free, 3) of the free joints.
        offsets: (members, bones, 3) of the other joints in the axes of their parents.
        scales: (members, bones, 3) from a bone of the rig to the member's.
    """

    parents: tuple[int, ...]
    free: tuple[int, ...]
    turns: Singles
    places: Singles
    offsets: Array
    scales: Array

    @property
    def frames(self) -> int:
        return len(self.turns)

    @property
    def members(self) -> int:
        return len(self.offsets)

    def joints(self) -> Array:
        """Places of all joints (frames, members, bones, 3), by forward kinematics."""
        axes = matrices_from_rotation_vectors(self.turns.astype(float))
        places = np.empty(self.turns.shape)
        for bone, parent in enumerate(self.parents):
            if bone in self.free:
                places[:, :, bone] = self.places[:, :, self.free.index(bone)]
            else:
                step = axes[:, :, parent] @ self.offsets[:, bone, :, None]
                places[:, :, bone] = places[:, :, parent] + step[..., 0]
        return places


def light_motion(
    skeleton: LightSkeleton, segments: Segments, scales: Array, unit: float
) -> LightMotion:
    """The motion of one member.

    Args:
        segments: in the scene's space.
        scales: (bones, 3) from a bone of the rig to the member's.
        unit: of the armature's in the scene's units.
    """
    names = skeleton.segments[: skeleton.count]
    axes = np.stack([segments[name].axes @ bone_axes(name) for name in names], axis=1)
    heads = np.stack([segments[name].origin for name in names], axis=1)
    offsets, free = np.zeros((skeleton.count, 3)), []
    for bone, parent in enumerate(skeleton.parents[: skeleton.count]):
        if parent < 0:
            free.append(bone)
            continue
        apart = (heads[:, bone] - heads[:, parent])[:, None] @ axes[:, parent]  # (frames, 1, 3)
        offsets[bone] = apart[:, 0].mean(axis=0)
        if np.ptp(apart[:, 0], axis=0).max() > STAYS * skeleton.lengths[0] * unit:
            free.append(bone)
    return LightMotion(
        parents=skeleton.parents[: skeleton.count],
        free=tuple(free),
        turns=rotation_vectors_from_matrices(axes)[:, None].astype(np.float32),
        places=heads[:, None, free].astype(np.float32),
        offsets=offsets[None],
        scales=scales[None],
    )


def segments_of(motion: LightMotion, member: int, skeleton: LightSkeleton) -> Segments:
    """The segments of one member, in the scene's space."""
    one = chosen(motion, [member])
    axes, heads = matrices_from_rotation_vectors(one.turns[:, 0].astype(float)), one.joints()
    return {
        name: SegmentMotion(axes=axes[:, i] @ bone_axes(name).T, origin=heads[:, 0, i])
        for i, name in enumerate(skeleton.segments[: skeleton.count])
    }


def chosen(motion: LightMotion, members: Sequence[int]) -> LightMotion:
    """The motion of some members alone, by their places in it."""
    some = list(members)
    return replace(
        motion,
        turns=motion.turns[:, some],
        places=motion.places[:, some],
        offsets=motion.offsets[some],
        scales=motion.scales[some],
    )


def joined(motions: Sequence[LightMotion]) -> LightMotion:
    """All members of several motions over the same frames."""
    free = tuple(sorted({bone for motion in motions for bone in motion.free}))
    return LightMotion(
        parents=motions[0].parents,
        free=free,
        turns=np.concatenate([motion.turns for motion in motions], axis=1),
        places=np.concatenate([_places(motion, free) for motion in motions], axis=1),
        offsets=np.concatenate([motion.offsets for motion in motions]),
        scales=np.concatenate([motion.scales for motion in motions]),
    )


def over_frames(motion: LightMotion, first: int, start: int, frames: int) -> LightMotion:
    """The motion over other frames; before its first and after its last one, it stands still.

    Args:
        first: frame at which the motion begins.
        start, frames: first frame and number of those that are wanted.
    """
    at = np.clip(np.arange(start - first, start - first + frames), 0, motion.frames - 1)
    return replace(motion, turns=motion.turns[at], places=motion.places[at])


def usual_pose(motion: LightMotion) -> Array:
    """The mean turn (bones, 3, 3) of each bone in its parent, over some frames of all members."""
    frames = np.unique(np.linspace(0, motion.frames - 1, USUAL).astype(int))
    axes = matrices_from_rotation_vectors(motion.turns[frames].astype(float))
    own = axes.copy()
    for bone, parent in enumerate(motion.parents):
        if parent >= 0:
            own[:, :, bone] = np.swapaxes(axes[:, :, parent], -1, -2) @ axes[:, :, bone]
    # The rotation nearest to the mean of the matrices.
    left, _, right = np.linalg.svd(own.mean(axis=(0, 1)))
    left[:, :, 2] *= np.linalg.det(left @ right)[:, None]
    mean: Array = left @ right
    return mean


def to_rows(motion: LightMotion) -> Singles:
    """All frames one after the other, each (members x bones + members x free, 3)."""
    flat = [part.reshape(motion.frames, -1, 3) for part in (motion.turns, motion.places)]
    rows: Singles = np.concatenate(flat, axis=1).reshape(-1, 3)
    return rows


def from_rows(
    rows: Singles, parents: tuple[int, ...], free: tuple[int, ...], offsets: Array, scales: Array
) -> LightMotion:
    """The inverse of `to_rows`."""
    members, bones = offsets.shape[:2]
    frames = rows.reshape(-1, members * (bones + len(free)), 3)
    turns, places = np.split(frames, [members * bones], axis=1)
    return LightMotion(
        parents=parents,
        free=free,
        turns=turns.reshape(-1, members, bones, 3),
        places=places.reshape(-1, members, len(free), 3),
        offsets=offsets,
        scales=scales,
    )


def _places(motion: LightMotion, free: tuple[int, ...]) -> Singles:
    """Places of these joints, among which are the free ones of the motion."""
    if free == motion.free:
        return motion.places
    return motion.joints()[:, :, list(free)].astype(np.float32)

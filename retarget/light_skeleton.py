"""The skeleton of a crowd's member: one bone along the axes of each segment, so that a longer or
wider part is only a scale of its bone. All other bones that move a mesh are children of these, in
the place where the rig has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.segments import Segment
from ..bodies.strength import base_name
from ..rigs.measure import RestPose, world_scale
from .bone_following import BoneRule

Array = NDArray[np.float64]
UPWARDS = ("pelvis", "lower_back", "torso", "head")
FORWARDS = ("foot", "toes")
# A bone's axes (columns) in its segment's frame: y along the segment, x to the left.
ALONG_Z = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
AGAINST_Z = np.array([[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
ALONG_X = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])


@dataclass(frozen=True, eq=False)
class LightSkeleton:
    """Bones, parents before their children, in the armature's space and units.

    Attributes:
        names: (bones,), from the rig's bones; the segments' bones come first, in their order.
        parents: index of each bone's parent, -1 for none.
        segments: the segment that each bone follows.
        rest: (bones, 4, 4), rigid.
        lengths: (bones,).
        sizes: (count,): scale of a bone in the measured pose, relative to rest.
        axes: (count, 3, 3) of the segments in that pose.
        count: number of the segments' own bones.
        rules: how the other bones follow their segments.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    segments: tuple[str, ...]
    rest: Array
    lengths: Array
    sizes: Array
    axes: Array
    count: int
    rules: tuple[BoneRule, ...]


def make_light_skeleton(
    rest: RestPose,
    character: Character,
    metres_per_unit: float,
    own_rest: Mapping[str, Array],
    own_lengths: Mapping[str, float],
    moving: Mapping[str, BoneRule],
) -> LightSkeleton:
    """The light skeleton of a rig.

    A segment's bone is named after the rig's bone of that role, unless that is in `moving`.

    Args:
        rest: the pose in which the rig was measured.
        character: the measured body.
        metres_per_unit: of the scene.
        own_rest: bone -> its matrix in the armature at rest (4, 4).
        own_lengths: bone -> its length.
        moving: bone -> how it follows the body, for all bones that move vertices but are not a
            segment's own.
    """
    unit = world_scale(rest.skeleton) * metres_per_unit  # [m] per unit of the armature
    frames = standing_frames(rest, character, unit)
    played = {role: rest.skeleton.names[bone] for role, bone in rest.roles.items()}
    names, matrices, sizes = [], [], []
    for segment in character.segment_names:
        standing, name = _on_axes(frames[segment], segment), played.get(segment, segment)
        own = name not in moving
        names.append(name if own and segment in played else _free_name(name, own_rest))
        size = 1.0
        if segment in played:
            measured = rest.skeleton.matrices[rest.roles[segment]]
            standing, size = _before(standing, measured, own_rest[name])
        matrices.append(standing)
        sizes.append(size)
    parents = [_index(character, s.parent) for s in character.segments]
    parents += [_index(character, rule.segment) for rule in moving.values()]
    lengths = [s.length / unit for s in character.segments] + [own_lengths[b] for b in moving]
    return LightSkeleton(
        names=(*names, *moving),
        parents=tuple(parents),
        segments=(*character.segment_names, *(f.segment for f in moving.values())),
        rest=np.array(matrices + [own_rest[bone] for bone in moving]),
        lengths=np.array(lengths),
        sizes=np.array(sizes),
        axes=np.array([frames[segment][:3, :3] for segment in character.segment_names]),
        count=len(character.segments),
        rules=tuple(moving.values()),
    )


def _before(standing: Array, measured: Array, own: Array) -> tuple[Array, float]:
    """The rest matrix of a bone that must come to stand where the rig's own bone was posed to be
    measured, and the scale of that pose.
    """
    moved = measured @ np.linalg.inv(own)
    size = float(np.cbrt(np.linalg.det(moved[:3, :3])))
    rest: Array = np.linalg.inv(moved) @ standing
    rest[:3, :3] *= size
    return rest, size


def bone_axes(segment: str) -> Array:
    """The axes of a segment's bone in the segment's frame (3, 3, columns x, y, z)."""
    part = base_name(segment)
    return ALONG_Z if part in UPWARDS else ALONG_X if part in FORWARDS else AGAINST_Z


def standing_frames(rest: RestPose, character: Character, unit: float) -> dict[str, Array]:
    """Each segment's frame in the measured pose; for a segment without a bone, that of the body."""
    frames: dict[str, Array] = {}
    for segment in character.segments:
        frames[segment.name] = _frame(rest, segment, frames, unit)
    return frames


def _on_axes(frame: Array, segment: str) -> Array:
    """The matrix (4, 4) of a segment's bone from the segment's frame (4, 4)."""
    bone = frame.copy()
    bone[:3, :3] = frame[:3, :3] @ bone_axes(segment)
    return bone


def _frame(rest: RestPose, segment: Segment, frames: Mapping[str, Array], unit: float) -> Array:
    frame = np.eye(4)
    if segment.name in rest.roles:
        frame[:3, :3], frame[:3, 3] = rest.frames[segment.name], rest.joint(segment.name)
        return frame
    frame[:3, 3] = np.array(segment.offset) / unit
    above: Array = frames[segment.parent]
    return above @ frame


def _index(character: Character, segment: str) -> int:
    return character.segment_names.index(segment) if segment else -1


def _free_name(segment: str, taken: Mapping[str, Array]) -> str:
    while segment in taken:
        segment += "_"
    return segment

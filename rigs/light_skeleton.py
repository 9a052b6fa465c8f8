"""The skeleton of a crowd's member: one bone along the axes of each segment, so that what is longer
or wider than it was drawn is nothing but the bone's scale; what else moves a mesh hangs on those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .character import Character
from .measure import RestPose, world_scale
from .segments import Segment
from .strength import base_name

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
        names: (bones,), those of the rig's bones; the segments' bones come first, in their order.
        parents: index of each bone's parent, -1 for none.
        segments: the segment that each bone goes with.
        rest: (bones, 4, 4), rigid.
        lengths: (bones,).
        sizes: (bones,): how much larger than at rest a bone is in the pose that was measured.
        count: how many bones are the segments' own.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    segments: tuple[str, ...]
    rest: Array
    lengths: Array
    sizes: Array
    count: int


def make_light_skeleton(
    rest: RestPose,
    character: Character,
    metres_per_unit: float,
    own_rest: Mapping[str, Array],
    moving: Mapping[str, str],
) -> LightSkeleton:
    """The light skeleton of a rig.

    Args:
        rest: the pose that the rig was measured in; character: what was measured.
        metres_per_unit: of the scene.
        own_rest: bone -> its matrix in the armature at rest (4, 4).
        moving: bone -> segment, of all bones that move something.
    """
    unit = world_scale(rest.skeleton) * metres_per_unit  # [m] of the armature's unit
    standing = _standing(rest, character, unit)
    played = {role: rest.skeleton.names[bone] for role, bone in rest.roles.items()}
    names = [played.get(s.name, _free_name(s.name, own_rest)) for s in character.segments]
    parents = [_index(character, s.parent) for s in character.segments]
    segments = list(character.segment_names)
    lengths = [s.length / unit for s in character.segments]
    for bone, segment in moving.items():
        if bone not in names:
            parents.append(_index(character, segment))
            lengths.append(lengths[parents[-1]] / 2)
            names.append(bone)
            segments.append(segment)
    skeleton = rest.skeleton
    matrices, sizes = np.empty((len(names), 4, 4)), np.ones(len(names))
    for i, (name, segment) in enumerate(zip(names, segments, strict=True)):
        matrices[i] = standing[segment]
        if name in own_rest:
            measured = skeleton.matrices[skeleton.index[name]]
            matrices[i], sizes[i] = _before(standing[segment], measured, own_rest[name])
    return LightSkeleton(
        tuple(names), tuple(parents), tuple(segments), matrices, np.array(lengths), sizes,
        len(character.segments),
    )  # fmt: skip


def _before(standing: Array, measured: Array, own: Array) -> tuple[Array, float]:
    """Where a bone rests that comes to stand as the rig's own bone was moved to be measured, and
    by how much it was made larger.
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


def _standing(rest: RestPose, character: Character, unit: float) -> dict[str, Array]:
    """Each segment's bone in the measured pose; what has no bone is where the body has it."""
    frames: dict[str, Array] = {}
    for segment in character.segments:
        frames[segment.name] = _frame(rest, segment, frames, unit)
    bones = {}
    for name, frame in frames.items():
        bones[name] = frame.copy()
        bones[name][:3, :3] = frame[:3, :3] @ bone_axes(name)
    return bones


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

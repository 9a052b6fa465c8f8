"""Hanging and soft parts of a light skeleton, whose bones are all children of segments' bones.

They hang on the body in the shot, in metres, with the member's own proportions. Their bones do not
inherit the widths of the segment's bone, which would shear them as they turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import quaternions_from_matrices
from ..bodies.character import Character
from ..bodies.hanging import Chain, ChainBone, Hanging
from ..bodies.softness import SoftBone, Softness
from ..simulation.hanging.motion import Moving, Touched, hang
from ..simulation.hanging.soft import jiggle, turned_to
from .bone_following import OwnMotion
from .light_pose import LightPose
from .light_skeleton import LightSkeleton, bone_axes
from .segment_motion import SegmentMotion, Segments

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class LightPart:
    """A chain, or a soft bone, of a light skeleton.

    Attributes:
        bones: indices of its bones, all of them children of one segment's bone.
        hanging: how it moves.
        row: as of a `Chain`.
        turns: whether a soft bone turns instead of being displaced.
        riders: other bone of the light skeleton -> the place in `bones` of the one that carries it.
    """

    bones: tuple[int, ...]
    hanging: Hanging | Softness
    row: str = ""
    turns: bool = False
    riders: Mapping[int, int] = field(default_factory=dict)


class Rider(NamedTuple):
    """A bone that is rigid with one of a part's bones, in the frame of that one [m]."""

    on: int
    head: Array
    axes: Array
    sizes: Array


@dataclass(frozen=True, eq=False)
class Hung:
    """A part on a member's body.

    Attributes:
        part: as of the light skeleton.
        segment: what carries it.
        heads: (bones + 1, 3) in the segment's frame, and the last bone's tail [m].
        axes: (bones, 3, 3) in the segment's frame.
        sizes: (bones, 3) scales of the bones' axes.
        riders: by their bones.
    """

    part: LightPart
    segment: str
    heads: Array
    axes: Array
    sizes: Array
    riders: Mapping[int, Rider]


def hang_light(
    skeleton: LightSkeleton, pose: LightPose, parts: Sequence[LightPart], body: Segments,
    character: Character, stretch: Mapping[str, Array], *, unit: float, frame_rate: float,
    ground: float | None,
) -> LightPose:  # fmt: skip
    """A pose in which parts hang.

    Args:
        body: the member's motion in the shot [m].
        character: the member's body.
        stretch: segment -> factors (3,) along its axes.
        unit: metres per unit of the armature.
        ground: height of level ground in the shot [m]; None where it is not level.
    """
    hung = [_hung(skeleton, part, stretch, unit) for part in parts]
    carried = _moving(body, sorted({each.segment for each in hung}))
    shapes = [s for s in character.segments if s.shape is not None and s.name in body]
    touched = Touched(
        shapes=[s.shape for s in shapes if s.shape is not None],
        moving=_moving(body, [s.name for s in shapes]), ground=ground,
    )  # fmt: skip
    chains = [each for each in hung if isinstance(each.part.hanging, Hanging)]
    axes = hang([_chain(each, i) for i, each in enumerate(chains)], carried, frame_rate,
                touched=touched)  # fmt: skip
    moved: list[tuple[Hung, Array, Array]] = []
    at = 0
    for each in chains:
        of_chain = axes[:, at : at + len(each.part.bones)]
        moved.append((each, _places(each, body, of_chain), of_chain))
        at += len(each.part.bones)
    soft = [each for each in hung if isinstance(each.part.hanging, Softness)]
    displaced = jiggle([_soft(each) for each in soft], carried, frame_rate)
    moved += [(each, *_displaced(each, body, displaced[:, i])) for i, each in enumerate(soft)]
    followers, build = dict(pose.followers), pose.build.copy()
    for each, places, turned in moved:
        for bone, own in _channels(skeleton, pose, each, body[each.segment], unit, places, turned):
            followers[bone] = own
            build[bone] = own.matrices()[0]
    return replace(pose, followers=followers, build=build)


def _hung(
    skeleton: LightSkeleton, part: LightPart, stretch: Mapping[str, Array], unit: float
) -> Hung:
    segment = skeleton.segments[part.bones[0]]
    factors, bones = stretch[segment], [*part.bones, *part.riders]
    places = np.array([skeleton.rules[bone - skeleton.count].place for bone in bones])
    heads, axes = unit * factors * places[:, :3, 3], _polar(places[:, :3, :3])
    sizes = np.linalg.norm(factors[:, None] * places[:, :3, :3], axis=1)
    last = len(part.bones) - 1
    tail = places[last] @ (0.0, skeleton.lengths[part.bones[-1]], 0.0, 1.0)
    riders = {
        bone: Rider(on, axes[on].T @ (heads[i] - heads[on]), axes[on].T @ axes[i], sizes[i])
        for i, (bone, on) in enumerate(part.riders.items(), start=last + 1)
    }
    chain = slice(last + 1)
    points = np.vstack([heads[chain], unit * factors * tail[:3]])
    return Hung(part, segment, points, axes[chain], sizes[chain], riders)


def _polar(matrices: Array) -> Array:
    """The nearest rotations (bones, 3, 3)."""
    u, _, v = np.linalg.svd(matrices)
    nearest: Array = u @ v
    return nearest


def _moving(body: Segments, names: Sequence[str]) -> Moving:
    frames = next(iter(body.values())).frames
    places, turns = np.zeros((frames, len(names), 3)), np.zeros((frames, len(names), 4))
    for i, name in enumerate(names):
        places[:, i], turns[:, i] = body[name].origin, quaternions_from_matrices(body[name].axes)
    return Moving(names=tuple(names), places=places, turns=turns)


def _chain(each: Hung, number: int) -> Chain:
    assert isinstance(each.part.hanging, Hanging)
    bones, place, before = [], np.zeros(3), np.eye(3)
    for i in range(len(each.axes)):
        way = each.heads[i + 1] - each.heads[i]
        x, y, z = (before.T @ (each.heads[i] - place)).tolist()
        end_x, end_y, end_z = (each.axes[i].T @ way).tolist()
        bones.append(
            ChainBone(
                name=f"{number}.{i}",
                head=(x, y, z),
                rotation=_quaternion(before.T @ each.axes[i]),
                length=float(np.linalg.norm(way)),
                tip=(end_x, end_y, end_z) if i == len(each.axes) - 1 else None,
            )
        )
        place, before = each.heads[i], each.axes[i]
    return Chain(
        name=str(number), carrier=each.segment, bones=tuple(bones), hanging=each.part.hanging,
        row=each.part.row,
    )  # fmt: skip


def _soft(each: Hung) -> SoftBone:
    assert isinstance(each.part.hanging, Softness)
    x, y, z = each.heads[0].tolist()
    return SoftBone(  # the z of all segments points up while the body stands
        name=each.segment, carrier=each.segment, head=(x, y, z),
        rotation=_quaternion(each.axes[0]), softness=each.part.hanging, turns=each.part.turns,
        length=float(np.linalg.norm(each.heads[1] - each.heads[0])),
    )  # fmt: skip


def _quaternion(axes: Array) -> tuple[float, float, float, float]:
    w, x, y, z = quaternions_from_matrices(axes).tolist()
    return w, x, y, z


def _places(each: Hung, body: Segments, axes: Array) -> Array:
    """The heads of a chain's bones (frames, bones, 3) by their axes (frames, bones, 3, 3) [m]."""
    carrier = body[each.segment]
    at = carrier.origin + carrier.axes @ each.heads[0]
    places = np.empty(axes.shape[:3])
    for i in range(axes.shape[1]):
        places[:, i] = at
        at = at + axes[:, i] @ (each.axes[i].T @ (each.heads[i + 1] - each.heads[i]))
    return places


def _displaced(each: Hung, body: Segments, displaced: Array) -> tuple[Array, Array]:
    """The place (frames, 1, 3) and axes (frames, 1, 3, 3) of a soft bone."""
    carrier = body[each.segment]
    place, axes = carrier.origin + carrier.axes @ each.heads[0], carrier.axes @ each.axes[0]
    if each.part.turns:
        tail = carrier.axes @ (each.heads[1] - each.heads[0])
        return place[:, None], turned_to(axes, tail, displaced)[:, None]
    return (place + displaced)[:, None], axes[:, None]


def _channels(
    skeleton: LightSkeleton, pose: LightPose, each: Hung, carrier: SegmentMotion, unit: float,
    places: Array, axes: Array,
) -> Iterator[tuple[int, OwnMotion]]:  # fmt: skip
    """The channels of a part's bones, and of those that ride on them.

    Args:
        places: (frames, bones, 3) [m] in the shot.
        axes: (frames, bones, 3, 3) in the shot.
    """
    parent = skeleton.parents[each.part.bones[0]]
    segment = carrier.axes @ bone_axes(each.segment)  # of the segment's bone, (frames, 3, 3)
    back, scales = np.swapaxes(segment, -1, -2), np.diag(pose.build[parent][:3, :3])

    def channels(bone: int, place: Array, turned: Array, sizes: Array) -> OwnMotion:
        """The place is by the segment's bone with its widths, the axes are without them."""
        rest = np.linalg.inv(skeleton.rest[parent]) @ skeleton.rest[bone]
        inside = (back @ (place - carrier.origin)[..., None])[..., 0] / unit / scales
        return OwnMotion(
            rotations=rest[:3, :3].T @ back @ turned,
            locations=(inside - rest[:3, 3]) @ rest[:3, :3],
            scales=np.tile(sizes, (len(place), 1)),
        )

    for i, bone in enumerate(each.part.bones):
        yield bone, channels(bone, places[:, i], axes[:, i], each.sizes[i])
    for bone, rider in each.riders.items():
        on = axes[:, rider.on]
        yield bone, channels(bone, places[:, rider.on] + on @ rider.head, on @ rider.axes,
                             rider.sizes)  # fmt: skip

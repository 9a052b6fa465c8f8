"""What a rig's bones follow, found from poses in which the rig was seen.

Most bones are carried by one segment of the body, wherever they hang in the armature. Others turn
with several: half a limb that takes a share of a twist, a piece of spine between two joints, a
tail's tip that curls on. Such a bone is carried by the segment that it stays closest to, and what
it does in that is a regression on how other segments turn about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    angle_of,
    matrices_from_rotation_vectors,
    quaternions_from_matrices,
    rotation_vectors_from_matrices,
)

Array = NDArray[np.float64]
CLOSE = 0.001  # of the body's height: a bone that leaves its segment by less is rigid with it
FLESH = 0.045  # of the body's height: from a bone to the vertices that it moves
WORTH = 0.8  # of the error: another segment is a leader where it leaves no more than this
MOST_LEADERS = 3
SOFTNESS = 1e-6  # of the regression, times the number of poses
HELD_OUT = 4  # every so many poses only test what the others teach
DEGREE = 3  # of what is curved
SIDES = np.array([(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])  # of a bone


@dataclass(frozen=True, eq=False)
class SeenPoses:
    """A rig in several poses, of which the first is the one that it was measured in.

    Attributes:
        segments: those that have bones; frames: (poses, segments, 4, 4), rigid.
        bones: names; matrices: (poses, bones, 4, 4), in the space of the frames.
        lengths: (bones,) in that space.
        height: of the body in that space.
    """

    segments: tuple[str, ...]
    frames: Array
    bones: tuple[str, ...]
    matrices: Array
    lengths: Array
    height: float


@dataclass(frozen=True, eq=False)
class Following:
    """How a bone goes with a body.

    Attributes:
        segment: that carries it.
        place: (4, 4) in that segment's frame, in the pose that was measured.
        leaders: segments whose turns about that one it takes part in; none if it is rigid with it.
        curved: whether it does so by more than a share.
        turning: (features, 3) from the leaders' turns to the bone's rotation vector.
        stepping: (features, 6) likewise to its location and to the logarithm of its scale.
        error: of its flesh from where it was seen, over all poses, of the body's height.
    """

    segment: str
    place: Array
    leaders: tuple[str, ...] = ()
    curved: bool = False
    turning: Array | None = None
    stepping: Array | None = None
    error: float = 0.0


@dataclass(frozen=True, eq=False)
class OwnMotion:
    """A bone in the place where it was measured: rotations (frames, 3, 3), locations and scales
    (frames, 3).
    """

    rotations: Array
    locations: Array
    scales: Array

    def matrices(self) -> Array:
        """(frames, 4, 4)."""
        whole = np.tile(np.eye(4), (len(self.locations), 1, 1))
        whole[:, :3, :3] = self.rotations * self.scales[:, None]
        whole[:, :3, 3] = self.locations
        return whole


def find_followings(seen: SeenPoses) -> dict[str, Following]:
    """How each of the bones that were seen goes with the body."""
    inverse = np.linalg.inv(seen.frames)
    return {name: _following(seen, inverse, i) for i, name in enumerate(seen.bones)}


def rigid_with(segment: str, frame: Array, bone: Array) -> Following:
    """A bone that goes with a segment and nothing else; both (4, 4), as measured."""
    return Following(segment, np.linalg.inv(frame) @ bone)


def follow(following: Following, turns: Sequence[Array]) -> OwnMotion:
    """What a bone does in its place.

    Args:
        turns: of each leader, (frames, 3, 3) as `turns_about` gives them.
    """
    assert following.turning is not None and following.stepping is not None
    turn_features, step_features = _features(turns, following.curved)
    vectors, rest = turn_features @ following.turning, step_features @ following.stepping
    return OwnMotion(matrices_from_rotation_vectors(vectors), rest[:, :3], np.exp(rest[:, 3:]))


def turns_about(place: Array, carrier: Array, leader: Array, first: Array) -> Array:
    """How a leader has turned about a bone's carrier, along the bone's axes (frames, 3, 3).

    Args:
        place: (4, 4) of the bone in its carrier.
        carrier, leader: (frames, 3, 3) axes of the segments.
        first: (3, 3) the leader's axes in the carrier's, in the pose that was measured.
    """
    bone = place[:3, :3] / np.cbrt(np.linalg.det(place[:3, :3]))
    turned: Array = bone.T @ np.swapaxes(carrier, -1, -2) @ leader @ first.T @ bone
    return turned


def _following(seen: SeenPoses, inverse: Array, bone: int) -> Following:
    flesh = _flesh(seen.lengths[bone], FLESH * seen.height)
    held = inverse @ seen.matrices[:, bone, None]  # (poses, segments, 4, 4)
    errors = _distances(held, held[0], flesh, seen.height)
    carrier = _nearest(errors, held[0])
    own = held[:, carrier]
    rigid = Following(seen.segments[carrier], own[0], error=float(errors[carrier]))
    if rigid.error <= CLOSE:
        return rigid
    best = rigid
    while len(best.leaders) < MOST_LEADERS and best.error > CLOSE:
        others = [s for s in seen.segments if s not in (best.segment, *best.leaders)]
        tried = [
            _led(seen, own, rigid, (*best.leaders, s), curved, flesh)
            for curved in (False, True)
            for s in others
        ]
        found = min(tried, key=lambda f: f.error, default=best)
        if found.error > WORTH * best.error:
            break
        best = found
    return best


def _flesh(length: float, radius: float) -> Array:
    """Points (n, 4) around a bone's head and tail, in its own axes."""
    return np.array([(radius * x, y, radius * z, 1.0) for y in (0.0, length) for x, z in SIDES])


def _distances(held: Array, as_held: Array, flesh: Array, height: float) -> Array:
    """Root mean square over the poses of the flesh's greatest distance, of the height.

    Args:
        held: (poses, ..., 4, 4).
    """
    apart = ((held - as_held) @ flesh.T)[..., :3, :]
    worst = np.linalg.norm(apart, axis=-2).max(axis=-1) / height
    mean: Array = np.sqrt((worst**2).mean(axis=0))
    return mean


def _nearest(errors: Array, places: Array) -> int:
    """The segment that a bone stays closest to; of several that move as one, the nearest."""
    alike = np.flatnonzero(errors <= errors.min() + CLOSE / 10)
    return int(alike[np.argmin(np.linalg.norm(places[alike, :3, 3], axis=1))])


def _led(
    seen: SeenPoses,
    own: Array,
    rigid: Following,
    leaders: tuple[str, ...],
    curved: bool,
    flesh: Array,
) -> Following:
    """The best that these leaders can do, by poses that did not teach it."""
    carrier, axes = seen.segments.index(rigid.segment), seen.frames[..., :3, :3]
    turns = []
    for leader in leaders:
        moving = axes[:, seen.segments.index(leader)]
        first = axes[0, carrier].T @ moving[0]
        turns.append(turns_about(rigid.place, axes[:, carrier], moving, first))
    inside = np.linalg.inv(rigid.place) @ own
    scales = np.linalg.norm(inside[:, :3, :3], axis=1)
    vectors = rotation_vectors_from_matrices(inside[:, :3, :3] / scales[:, None])
    rest = np.hstack([inside[:, :3, 3], np.log(scales)])
    taught = np.arange(len(own)) % HELD_OUT != 1
    features = [f[taught] for f in _features(turns, curved)]
    led = replace(
        rigid, leaders=leaders, curved=curved,
        turning=_regress(features[0], vectors[taught]),
        stepping=_regress(features[1], rest[taught]),
    )  # fmt: skip
    shown = rigid.place @ follow(led, turns).matrices()
    error = _distances(own - shown, np.zeros((4, 4)), flesh, seen.height)
    return replace(led, error=float(error))


def _features(turns: Sequence[Array], curved: bool) -> tuple[Array, Array]:
    """Of the leaders' turns, for rotations and for all else (frames, features).

    Rotation vectors, with the twists about the bone, and where the axes now point: a share of a
    twist, and the place of a point of the leader, are linear in these.
    """
    vectors = [rotation_vectors_from_matrices(t) for t in turns]
    bent = [_products(v) for v in vectors] if curved else []
    twists = [_twist(t)[:, None] for t in turns]
    pointing = [(t - np.eye(3)).reshape(len(t), 9) for t in turns]
    return np.hstack([*vectors, *twists, *bent]), np.hstack([*pointing, *bent])


def _twist(turns: Array) -> Array:
    """The part of a turn about the bone (frames,) [rad]."""
    q = quaternions_from_matrices(turns)
    sign = np.where(q[:, 0] < 0, -1.0, 1.0)
    twist: Array = 2.0 * angle_of(sign * q[:, 2], sign * q[:, 0])
    return twist


def _products(vectors: Array) -> Array:
    """Of two and of three components (frames, n)."""
    chosen = [
        list(c) for n in range(2, DEGREE + 1) for c in combinations_with_replacement(range(3), n)
    ]
    return np.column_stack([vectors[:, c].prod(axis=1) for c in chosen])


def _regress(features: Array, values: Array) -> Array:
    """Weights (features, values) of a slightly softened least-squares fit."""
    soft = SOFTNESS * len(features) * np.eye(features.shape[1])
    weights: Array = np.linalg.solve(features.T @ features + soft, features.T @ values)
    return weights

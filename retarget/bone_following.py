"""How a rig's bones follow the body, fitted to poses in which the rig was seen.

Most bones are rigid with one segment of the body, wherever they are in the armature. Other bones
depend on several segments: half a limb that takes a share of a twist, a piece of spine between two
joints, the tip of a tail that curls further. Such a bone is carried by the segment to which it
stays closest, and its motion relative to that is a regression on the rotations of other segments.
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
CLOSE = 0.001  # of the body's height: a bone that moves in its segment by less is rigid with it
FLESH = 0.045  # of the body's height: distance from a bone to the vertices that it moves
WORTH = 0.8  # of the error: another segment becomes a leader if it leaves no more than this
MOST_LEADERS = 3
SOFTNESS = 1e-6  # regularization of the regression, times the number of poses
HELD_OUT = 4  # every so many poses are held out for validation
DEGREE = 3  # of the polynomials of a curved dependence
SIDES = np.array([(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])  # around a bone


@dataclass(frozen=True, eq=False)
class SeenPoses:
    """A rig in several poses; the first one is the pose in which the rig was measured.

    Attributes:
        segments: names of those that have bones.
        frames: (poses, segments, 4, 4), rigid.
        bones: names.
        matrices: (poses, bones, 4, 4), in the space of the frames.
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
class BoneRule:
    """How one bone follows the body.

    Attributes:
        segment: the segment that carries the bone.
        place: (4, 4) the bone in that segment's frame, in the measured pose.
        leaders: segments on whose rotations about that one the bone depends; none if it is rigid.
        curved: whether the dependence is polynomial and not linear.
        turning: (features, 3) weights from the leaders' rotations to the bone's rotation vector.
        stepping: (features, 6) likewise to the bone's location and the logarithm of its scale.
        error: RMS error over all poses of the flesh around the bone, as a share of the body's
            height.
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
    """The motion of a bone relative to its measured place: rotations (frames, 3, 3), locations and
    scales (frames, 3).
    """

    rotations: Array
    locations: Array
    scales: Array

    def matrices(self) -> Array:
        """The motion as matrices (frames, 4, 4)."""
        whole = np.tile(np.eye(4), (len(self.locations), 1, 1))
        whole[:, :3, :3] = self.rotations * self.scales[:, None]
        whole[:, :3, 3] = self.locations
        return whole


def find_bone_rules(seen: SeenPoses) -> dict[str, BoneRule]:
    """How each of the seen bones follows the body."""
    inverse = np.linalg.inv(seen.frames)
    return {name: _rule_of(seen, inverse, i) for i, name in enumerate(seen.bones)}


def rigid_with(segment: str, frame: Array, bone: Array) -> BoneRule:
    """A bone that is rigid with a segment; both matrices (4, 4) as measured."""
    return BoneRule(segment, np.linalg.inv(frame) @ bone)


def follow(rule: BoneRule, turns: Sequence[Array]) -> OwnMotion:
    """The motion of a bone relative to its place.

    Args:
        turns: the rotations of each leader (frames, 3, 3), as `turns_about` returns them.
    """
    assert rule.turning is not None and rule.stepping is not None
    turn_features, step_features = _features(turns, rule.curved)
    vectors, rest = turn_features @ rule.turning, step_features @ rule.stepping
    return OwnMotion(matrices_from_rotation_vectors(vectors), rest[:, :3], np.exp(rest[:, 3:]))


def turns_about(place: Array, carrier: Array, leader: Array, first: Array) -> Array:
    """The rotations (frames, 3, 3) of a leader about a bone's carrier, in the bone's axes.

    Args:
        place: (4, 4) the bone in its carrier.
        carrier, leader: (frames, 3, 3) axes of the segments.
        first: (3, 3) the leader's axes in the carrier's, in the measured pose.
    """
    bone = place[:3, :3] / np.cbrt(np.linalg.det(place[:3, :3]))
    turned: Array = bone.T @ np.swapaxes(carrier, -1, -2) @ leader @ first.T @ bone
    return turned


def _rule_of(seen: SeenPoses, inverse: Array, bone: int) -> BoneRule:
    flesh = _flesh(seen.lengths[bone], FLESH * seen.height)
    held = inverse @ seen.matrices[:, bone, None]  # (poses, segments, 4, 4)
    errors = _distances(held, held[0], flesh, seen.height)
    carrier = _nearest(errors, held[0])
    own = held[:, carrier]
    rigid = BoneRule(seen.segments[carrier], own[0], error=float(errors[carrier]))
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
    """Points (n, 4) around a bone's head and tail, in the bone's own axes."""
    return np.array([(radius * x, y, radius * z, 1.0) for y in (0.0, length) for x, z in SIDES])


def _distances(held: Array, as_held: Array, flesh: Array, height: float) -> Array:
    """RMS over the poses of the flesh's largest displacement, as a share of the height.

    Args:
        held: (poses, ..., 4, 4).
    """
    apart = ((held - as_held) @ flesh.T)[..., :3, :]
    worst = np.linalg.norm(apart, axis=-2).max(axis=-1) / height
    mean: Array = np.sqrt((worst**2).mean(axis=0))
    return mean


def _nearest(errors: Array, places: Array) -> int:
    """The segment to which a bone stays closest; of several that move as one, the nearest."""
    alike = np.flatnonzero(errors <= errors.min() + CLOSE / 10)
    return int(alike[np.argmin(np.linalg.norm(places[alike, :3, 3], axis=1))])


def _led(
    seen: SeenPoses,
    own: Array,
    rigid: BoneRule,
    leaders: tuple[str, ...],
    curved: bool,
    flesh: Array,
) -> BoneRule:
    """The best fit with these leaders, by the error in held-out poses."""
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
    """Features (frames, features) of the leaders' turns: for the rotation, and for all else.

    Rotation vectors with the twists about the bone, and the present directions of the axes: a share
    of a twist and the place of a point of the leader are linear in these.
    """
    vectors = [rotation_vectors_from_matrices(t) for t in turns]
    bent = [_products(v) for v in vectors] if curved else []
    twists = [_twist(t)[:, None] for t in turns]
    pointing = [(t - np.eye(3)).reshape(len(t), 9) for t in turns]
    return np.hstack([*vectors, *twists, *bent]), np.hstack([*pointing, *bent])


def _twist(turns: Array) -> Array:
    """The twist about the bone in a rotation (frames,) [rad]."""
    q = quaternions_from_matrices(turns)
    sign = np.where(q[:, 0] < 0, -1.0, 1.0)
    twist: Array = 2.0 * angle_of(sign * q[:, 2], sign * q[:, 0])
    return twist


def _products(vectors: Array) -> Array:
    """Products (frames, n) of two and of three components."""
    chosen = [
        list(c) for n in range(2, DEGREE + 1) for c in combinations_with_replacement(range(3), n)
    ]
    return np.column_stack([vectors[:, c].prod(axis=1) for c in chosen])


def _regress(features: Array, values: Array) -> Array:
    """Weights (features, values) of a least-squares fit with a little regularization."""
    soft = SOFTNESS * len(features) * np.eye(features.shape[1])
    weights: Array = np.linalg.solve(features.T @ features + soft, features.T @ values)
    return weights

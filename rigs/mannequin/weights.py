"""Skin weights: each point to its bone, then blurred over the surface about the joints.

Blurring along the surface keeps the weights of one leg off the other, however near they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .polygons import Mesh
from .proportions import Proportions
from .skeleton import ARM, SIDED, bone_names, other_side

Array = NDArray[np.float64]
Indices = NDArray[np.int_]
ROUNDS = 60  # of blurring
SOFTER = 120  # more rounds for the arms as they are lowered
SIDES = (".L", ".R")
# Standard deviation of the blur about each joint, in shares of the height.
BLUR = {
    "abdomen": 0.034, "chest": 0.034, "neck": 0.018, "head": 0.016, "shoulder": 0.024,
    "upper_arm": 0.024, "forearm": 0.0135, "hand": 0.011,
    "thigh": 0.027, "shin": 0.0175, "foot": 0.0135, "toe": 0.008,
}  # fmt: skip
GROIN = 1.3  # slope of the border between trunk and thigh, seen from the front
GROIN_BACK = 0.35  # the same, seen from the side: lower at the back
COLLAR = (0.035, 0.03)  # the collar bone's share begins so far from the middle, and below its joint
ARMPIT = 0.08  # less than this below a joint of a level arm is the arm
NAPE = 0.5  # slope of the border between neck and head: lower at the jaw
LEAST, MOST_BONES = 0.01, 4  # weights below are dropped; bones that move one point


def skin_weights(body: Proportions, mesh: Mesh, points: Array, cell: float) -> Array:
    """Weights (n, bones) of points whose arms are level; each point's sum to 1.

    Args:
        cell: distance of neighbouring points, of the height.
    """
    joints = body.joints(0.0)
    names = bone_names()
    weights = np.zeros((len(points), len(names)))
    weights[np.arange(len(points)), _nearest_bone(joints, points, names)] = 1.0
    share = _share_of_neighbours(joints, points, cell)[:, None]
    for _ in range(ROUNDS):
        weights += share * (mesh.averages(weights) - weights)
    # Points in the middle belong to both sides.
    return _cleaned((weights + weights[mesh.mirrored][:, other_side()]) / 2)


def arm_shares(mesh: Mesh, weights: Array) -> Array:
    """How far each point goes with the left and the right arm (n, 2), softer than the weights."""
    names = bone_names()
    shares = np.stack(
        [weights[:, [names.index(bone + side) for bone in ARM]].sum(axis=1) for side in SIDES],
        axis=1,
    )
    for _ in range(SOFTER):
        shares = (shares + mesh.averages(shares)) / 2
    return shares


def _nearest_bone(joints: dict[str, Array], points: Array, names: tuple[str, ...]) -> Indices:
    """The bone (n,) of each point, by the sides of the joints on which it is."""
    x, y, z = np.abs(points[:, 0]), points[:, 1], points[:, 2]
    bone = np.full(len(points), "hips", dtype=object)

    def beyond(name: str, there: NDArray[np.bool_]) -> None:
        bone[there] = name

    for name in ("abdomen", "chest", "neck"):
        beyond(name, z > joints[name][2])
    beyond("head", z > joints["head"][2] + NAPE * (y - joints["head"][1]))
    collar = (x > COLLAR[0]) & (z > joints["upper_arm"][2] - COLLAR[1]) & (z < joints["neck"][2])
    beyond("shoulder", collar)
    for name in ARM:
        beyond(name, (x > joints[name][0]) & (z > joints[name][2] - ARMPIT))
    hip = joints["thigh"]
    groin = hip[2] + GROIN * (x - hip[0]) - GROIN_BACK * (y - hip[1])
    beyond("thigh", (z < groin) & (z < joints["chest"][2]))
    beyond("shin", z < joints["shin"][2])
    foot, toe = joints["foot"], joints["toe"]
    beyond("foot", z < foot[2] + 0.5 * (foot[1] - y))
    beyond("toe", (y < toe[1]) & (z < foot[2]))
    sided = np.array([name in SIDED for name in bone])
    side = np.where(points[:, 0] >= 0.0, ".L", ".R")
    return np.array(
        [names.index(n + s if has else n) for n, s, has in zip(bone, side, sided, strict=True)]
    )


def _share_of_neighbours(joints: dict[str, Array], points: Array, cell: float) -> Array:
    """How much of a point's weights comes from its neighbours in each round (n,)."""
    left = points.copy()
    left[:, 0] = np.abs(left[:, 0])
    away = np.stack([np.linalg.norm(left - joints[name], axis=1) for name in BLUR])
    near = 1.0 / np.maximum(away, cell) ** 4
    blur = np.array(list(BLUR.values())) @ (near / near.sum(axis=0))
    # A walk to one of four neighbours at each round: variance cell^2 / 2 along each direction.
    return np.minimum(2 * (blur / cell) ** 2 / ROUNDS, 1.0)


def _cleaned(weights: Array) -> Array:
    """Without tiny weights, and of at most a few bones."""
    # Equal weights are kept or dropped together, as those of both sides are in the middle.
    too_small = np.sort(weights, axis=1)[:, -MOST_BONES - 1][:, None]
    kept = np.where((weights > too_small) & (weights >= LEAST), weights, 0.0)
    return kept / kept.sum(axis=1, keepdims=True)

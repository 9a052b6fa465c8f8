"""Finding limbs by the shape of a skeleton: long chains, in pairs that mirror each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .skeleton import Skeleton

Array = NDArray[np.float64]
SIMILAR = 0.2  # limbs of a pair differ in length by less than this share
SKIPPED = 0.8  # penalty of a joint within a long bone
UNLIKE = 0.3  # penalty weight of a difference in length between two bones
LIMB_JOINTS = 3  # smallest number of bones of a limb: hip, knee, ankle
HALF = 0.04  # of its length: a joint this close to the middle of a straight bone splits it


@dataclass(frozen=True)
class Limb:
    """A chain of bones from a branch of the trunk to the bone farthest along it."""

    bones: tuple[int, ...]
    length: float
    leaves: int


@dataclass(frozen=True)
class Pair:
    """Two limbs on one bone (or on two that share a parent)."""

    branch: int
    limbs: tuple[Limb, Limb]

    @property
    def length(self) -> float:
        return (self.limbs[0].length + self.limbs[1].length) / 2


def limb_from(skeleton: Skeleton, top: int) -> Limb:
    """The path from `top` to the bone that lies farthest along the tree below it."""
    far, longest = top, 0.0
    reach = {top: 0.0}
    leaves = 0
    for bone in skeleton.descendants(top):
        for child in skeleton.children[bone]:
            reach[child] = reach[bone] + skeleton.distance(bone, child)
        leaves += not skeleton.children[bone]
        if reach[bone] > longest:
            far, longest = bone, reach[bone]
    return Limb(tuple(skeleton.path(top, far)), longest, leaves)


def find_pairs(skeleton: Skeleton) -> list[Pair]:
    """Pairs of similar limbs; of nested pairs the outer one, where the limb begins."""
    total = float(np.ptp(skeleton.heads, axis=0).max())
    pairs = []
    for branch in range(len(skeleton.names)):
        limbs = [limb_from(skeleton, child) for child in skeleton.children[branch]]
        limbs = [x for x in limbs if len(x.bones) >= LIMB_JOINTS and x.length > 0.15 * total]
        for left, right in combinations(limbs, 2):
            if _mirrored(skeleton, left, right):
                pairs.append(Pair(branch, (left, right)))
    return pairs


def _mirrored(skeleton: Skeleton, a: Limb, b: Limb) -> bool:
    if abs(a.length - b.length) > SIMILAR * max(a.length, b.length):
        return False
    apart = np.linalg.norm(skeleton.heads[a.bones[0]] - skeleton.heads[b.bones[0]])
    ends = np.linalg.norm(skeleton.heads[a.bones[-1]] - skeleton.heads[b.bones[-1]])
    # Limbs that start and end at the same places are not left and right.
    return bool(max(apart, ends) > 0.02 * a.length)


def two_long_bones(points: Array, joints: int) -> tuple[int, int, int]:
    """The three of the points along a limb (n, 3) between which its two long bones lie.

    The bones should be long, of similar length, and in one piece: a clavicle counts with the upper
    arm, or fingers with the forearm, only where that gains more than the penalty of each skipped
    joint. The first `joints` points are joints; one after them is a tail and costs the same.
    """
    lengths = np.linalg.norm(points[:, None] - points[None], axis=-1)

    def fitness(triple: tuple[int, int, int]) -> float:
        a, b, c = triple
        short, long = sorted((lengths[a, b], lengths[b, c]))
        return float((short - UNLIKE * (long - short)) * SKIPPED ** (c - a - 2 + (c >= joints)))

    return max(combinations(range(len(points)), 3), key=fitness)


def without_halves(points: Array) -> list[int]:
    """The joints of a limb (n, 3) that remain when bones made of two halves count as one.

    A limb is split where five joints in a row are two long bones of similar length, each with a
    joint in its middle: a single joint in the middle of a straight limb is its elbow.
    """
    count = len(points)
    for a in range(count - 4):
        first, second = (float(np.linalg.norm(points[a + i + 2] - points[a + i])) for i in (0, 2))
        alike = abs(first - second) < UNLIKE * max(first, second)
        if alike and all(_is_middle(*points[a + i : a + i + 3]) for i in (0, 2)):
            return [i for i in range(count) if i not in (a + 1, a + 3)]
    return list(range(count))


def _is_middle(start: Array, joint: Array, end: Array) -> bool:
    return bool(np.linalg.norm(joint - (start + end) / 2) < HALF * np.linalg.norm(end - start))

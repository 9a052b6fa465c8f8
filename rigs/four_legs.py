"""Finding four legs by the shape of a skeleton: two mirrored pairs that stand on one ground.

A biped's limbs run in the trunk's direction or away from each other; a quadruped's all run in one
direction, across its trunk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit, without
from .limbs import Limb, Pair, find_pairs
from .skeleton import Skeleton

Array = NDArray[np.float64]
PARALLEL = 0.7  # cosine between a leg's direction and that of all legs
ACROSS = 0.6  # cosine between trunk and legs: with more, the body is upright
SAME_GROUND = 0.35  # of a leg: largest difference of height between feet
LONG_TRUNK = 0.3  # of a leg: smallest distance of hips and shoulders
GUESSED = 0.25  # of a last bone: if its length differs by less from the one before, it is a guess
LONGEST_END = 2.0  # of a limb's other bones: a longer last bone is a guess as well
UNMIRRORED = 3.0  # penalty weight of limbs in a pair that are not mirror images
OFF_THE_MIDDLE = 1.0  # penalty weight of bones beside the legs that lie off the middle


@dataclass(frozen=True)
class FourLegs:
    """Two pairs of legs, with directions in the armature's space; the front pair is undetermined.

    Attributes:
        pairs: in each, the limbs on one side of the body come first.
        up: away from the ground.
        across: level, from the second limbs of the pairs to the first.
    """

    pairs: tuple[Pair, Pair]
    up: Array
    across: Array

    def along(self, skeleton: Skeleton) -> Array:
        """The level direction from the first pair to the second."""
        way = _tops(skeleton, self.pairs[1]) - _tops(skeleton, self.pairs[0])
        return without(without(way, self.up), self.across)


def find_four_legs(skeleton: Skeleton) -> FourLegs | None:
    """The two pairs most like the legs of a quadruped; None where there are none."""
    found = [
        (_score(skeleton, legs), legs)
        for a, b in combinations(find_pairs(skeleton), 2)
        if _apart(a, b) and (legs := _stand(skeleton, a, b)) is not None
    ]
    return max(found, key=lambda item: item[0])[1] if found else None


def _apart(a: Pair, b: Pair) -> bool:
    """Whether no limb is part of another one."""
    limbs = [*a.limbs, *b.limbs]
    return all(
        x.bones[0] not in y.bones for x in limbs for y in limbs if x is not y
    ) and len({limb.bones[0] for limb in limbs}) == len(limbs)  # fmt: skip


def end_of(skeleton: Skeleton, limb: Limb, down: Array) -> Array:
    """The limb's lowest point (3,): the head of a bone, or the last one's tail."""
    points = _points(skeleton, limb)[1:]
    return points[int(np.argmax(points @ down))]


def _points(skeleton: Skeleton, limb: Limb) -> Array:
    """Heads along a limb, and the last bone's tail (n, 3)."""
    points = skeleton.heads[list(limb.bones)]
    if _has_tail(skeleton, limb):
        points = np.vstack([points, skeleton.tails[limb.bones[-1]]])
    return points


def _has_tail(skeleton: Skeleton, limb: Limb) -> bool:
    """Whether the last bone's tail was drawn: importers otherwise extend the bone before."""
    before, last = (skeleton.tails[b] - skeleton.heads[b] for b in limb.bones[-2:])
    is_guessed = np.linalg.norm(last - before) < GUESSED * np.linalg.norm(last)
    return bool(np.linalg.norm(last) < LONGEST_END * limb.length and not is_guessed)


def _tops(skeleton: Skeleton, pair: Pair) -> Array:
    tops: Array = np.mean([skeleton.heads[limb.bones[0]] for limb in pair.limbs], axis=0)
    return tops


def _stand(skeleton: Skeleton, a: Pair, b: Pair) -> FourLegs | None:
    """Both pairs as legs on one ground; None where that is impossible."""
    down = _common_direction(skeleton, a, b)
    if down is None:
        return None
    ends = [[end_of(skeleton, limb, down) for limb in pair.limbs] for pair in (a, b)]
    across = unit(ends[0][0] - ends[0][1])
    if across @ (ends[1][0] - ends[1][1]) < 0:
        b = Pair(b.branch, (b.limbs[1], b.limbs[0]))
        ends[1].reverse()
    across = unit(ends[0][0] - ends[0][1] + ends[1][0] - ends[1][1])
    along = np.mean(ends[1], axis=0) - np.mean(ends[0], axis=0)
    leg = (a.length + b.length) / 2
    up = unit(np.cross(across, along))
    up = up if up @ down < 0 else -up
    if np.linalg.norm(along) < LONG_TRUNK * leg or up @ -down < PARALLEL:
        return None
    if abs(_tops(skeleton, b) @ down - _tops(skeleton, a) @ down) > ACROSS * np.linalg.norm(along):
        return None
    return FourLegs((a, b), up, without(across, up))


def _common_direction(skeleton: Skeleton, a: Pair, b: Pair) -> Array | None:
    """The direction of all four limbs; None where they have no common one."""
    ways = []
    for limb in (*a.limbs, *b.limbs):
        points = _points(skeleton, limb)
        far = points[np.argmax(np.linalg.norm(points - points[0], axis=1))]
        ways.append(unit(far - points[0]))
    down = unit(np.sum(ways, axis=0))
    if min(float(way @ down) for way in ways) < PARALLEL:
        return None
    ends = [float(end_of(skeleton, limb, down) @ down) for limb in (*a.limbs, *b.limbs)]
    return down if np.ptp(ends) < SAME_GROUND * min(a.length, b.length) else None


def _score(skeleton: Skeleton, legs: FourLegs) -> float:
    """The score of two pairs: long legs that mirror each other about the body's middle."""
    total = float(np.ptp(skeleton.heads, axis=0).max())
    length = sum(pair.length for pair in legs.pairs) / 2
    middle = np.mean([_tops(skeleton, pair) for pair in legs.pairs], axis=0)
    strays = [_unmirrored(skeleton, pair, legs.across) / pair.length for pair in legs.pairs]
    others = skeleton.heads[list(_bones_beside(skeleton, legs))]
    aside = np.abs((others - middle) @ legs.across).mean() / length if len(others) else 0.0
    return float(2 * length / total - UNMIRRORED * sum(strays) - OFF_THE_MIDDLE * aside)


def _unmirrored(skeleton: Skeleton, pair: Pair, across: Array) -> float:
    """Mean distance of one limb's joints from the mirrored ones of the other."""
    first, second = (skeleton.heads[list(limb.bones)] for limb in pair.limbs)
    count = min(len(first), len(second))
    apart = first[:count] - second[:count]
    stray = apart - np.outer(apart @ across, across)
    return float(np.linalg.norm(stray, axis=1).mean())


def _bones_beside(skeleton: Skeleton, legs: FourLegs) -> Iterator[int]:
    """Bones that belong to none of the four limbs."""
    tops = {limb.bones[0] for pair in legs.pairs for limb in pair.limbs}
    for bone in range(len(skeleton.names)):
        if not any(above in tops for above in skeleton.ancestors(bone)):
            yield bone

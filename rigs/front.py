"""Which end of a quadruped rig is the front: votes by signs on the body and in its names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from .four_legs import FourLegs
from .limbs import Limb
from .naming.animal import speaks_of
from .skeleton import Skeleton

Array = NDArray[np.float64]
# Weights of the votes.
NAMED_LEGS, NAMED_ENDS, NAMED_SIDES = 3.0, 2.0, 2.0
TOES, HEAD, HIGHER, KNEES, ROOT = 1.5, 1.0, 1.0, 0.5, 0.5
CLEAR = 0.03  # of a leg: less than this forward or backward is no evidence
SURE = 1.0  # a majority of the votes by this much determines the front


@dataclass(frozen=True)
class Front:
    """Whether the second pair is the front one (`along` points to it), and whether that is sure."""

    is_second: bool
    told: bool


def judge_front(skeleton: Skeleton, legs: FourLegs) -> Front:
    """The front by majority; without any votes, Blender's (-y)."""
    votes = sum(_votes(skeleton, legs))
    if abs(votes) >= SURE:
        return Front(votes > 0.0, told=True)
    facing = np.linalg.inv(skeleton.to_world[:3, :3]) @ np.array([0.0, -1.0, 0.0])
    guess = votes if votes else float(unit(facing) @ legs.along(skeleton))
    return Front(guess > 0.0, told=False)


def _votes(skeleton: Skeleton, legs: FourLegs) -> Iterator[float]:
    """The votes; positive ones are for the second pair as the front one."""
    along = legs.along(skeleton)
    leg = sum(pair.length for pair in legs.pairs) / 2
    yield NAMED_LEGS * float(np.sign(_called_front(skeleton, legs, 1)
                                     - _called_front(skeleton, legs, 0)))  # fmt: skip
    yield NAMED_ENDS * _named_ends(skeleton, legs, along, leg)
    yield NAMED_SIDES * _named_sides(skeleton, legs, along)
    yield TOES * _sign(float(np.mean([_toes(skeleton, x, along) for x in _limbs(legs)])), leg)
    yield HEAD * _heavier_end(skeleton, legs, along)
    yield HIGHER * _higher_end(skeleton, legs, along, leg)
    # The hierarchy of a trunk starts at the hips.
    depths = [skeleton.depths[pair.branch] for pair in legs.pairs]
    yield ROOT * float(np.sign(depths[1] - depths[0]))
    # Elbows point back and knees point forwards.
    bends = [sum(_bend(skeleton, x, along) for x in pair.limbs) / 2 for pair in legs.pairs]
    yield KNEES * _sign(bends[0] - bends[1], leg)


def _limbs(legs: FourLegs) -> list[Limb]:
    return [limb for pair in legs.pairs for limb in pair.limbs]


def _sign(value: float, leg: float) -> float:
    return float(np.sign(value)) if abs(value) > CLEAR * leg else 0.0


def _called_front(skeleton: Skeleton, legs: FourLegs, pair: int) -> float:
    """The number of a pair's bones with front names, minus those with hind names."""
    names = [skeleton.names[bone] for limb in legs.pairs[pair].limbs for bone in limb.bones]
    return float(sum(speaks_of(n, "front") - speaks_of(n, "back") for n in names))


def _named_ends(skeleton: Skeleton, legs: FourLegs, along: Array, leg: float) -> float:
    """The vote of bones named neck and head, and of those named tail in the other direction."""
    places = {
        topic: [skeleton.heads[i] @ along for i, n in enumerate(skeleton.names)
                if speaks_of(n, topic)] for topic in ("head", "neck", "tail")
    }  # fmt: skip
    hips = np.mean([skeleton.heads[limb.bones[0]] @ along for limb in _limbs(legs)])
    ahead = [place - hips for topic in ("head", "neck") for place in places[topic]]
    ahead += [hips - place for place in places["tail"]]
    return _sign(float(np.mean(ahead)), leg) if ahead else 0.0


def _named_sides(skeleton: Skeleton, legs: FourLegs, along: Array) -> float:
    """The vote of left and right in the names of the legs, which with up determine the front."""
    lefts = 0.0
    for pair in legs.pairs:
        for limb, sign in zip(pair.limbs, (1.0, -1.0), strict=True):
            names = [skeleton.names[bone] for bone in limb.bones]
            lefts += sign * sum(speaks_of(n, "left") - speaks_of(n, "right") for n in names)
    forward = np.cross(np.sign(lefts) * legs.across, legs.up)
    return float(np.sign(np.round(forward @ along, 3)))


def _toes(skeleton: Skeleton, limb: Limb, along: Array) -> float:
    """The extent of a limb's last part along the body."""
    points = skeleton.heads[list(limb.bones[-2:])]
    return float((points[1] - points[0]) @ along)


def _bend(skeleton: Skeleton, limb: Limb, along: Array) -> float:
    """The position of a limb's second joint along the body, relative to its ends."""
    points = skeleton.heads[list(limb.bones)]
    return float((points[1] - (points[0] + points[-1]) / 2) @ along)


def _heavier_end(skeleton: Skeleton, legs: FourLegs, along: Array) -> float:
    """The end beyond the legs with more branches: a head has jaws, ears and eyes."""
    ends = [sum(not skeleton.children[bone] for bone in end)
            for end in _beyond(skeleton, legs, along)]  # fmt: skip
    return float(np.sign(ends[1] - ends[0]))


def _higher_end(skeleton: Skeleton, legs: FourLegs, along: Array, leg: float) -> float:
    """The vote for the higher end: heads are carried higher than tails."""
    heights = [max((float(skeleton.heads[bone] @ legs.up) for bone in end), default=None)
               for end in _beyond(skeleton, legs, along)]  # fmt: skip
    if heights[0] is None or heights[1] is None:
        return 0.0
    return _sign(heights[1] - heights[0], leg)


def _beyond(skeleton: Skeleton, legs: FourLegs, along: Array) -> tuple[list[int], list[int]]:
    """Bones beyond the first pair of legs, and beyond the second."""
    tops = [float(skeleton.heads[limb.bones[0]] @ along) for limb in _limbs(legs)]
    below = {bone for limb in _limbs(legs) for bone in skeleton.descendants(limb.bones[0])}
    others = [bone for bone in range(len(skeleton.names)) if bone not in below]
    places = skeleton.heads @ along
    return (
        [bone for bone in others if places[bone] < min(tops)],
        [bone for bone in others if places[bone] > max(tops)],
    )

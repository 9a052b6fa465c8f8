"""Finding hip, knee and ankle of a quadruped's leg.

A leg begins with a scapula or half a pelvis and ends with toes or a hoof; its two long bones are in
between. Everything below the third joint, the hock or the wrist, is the foot.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .four_legs import end_of
from .limbs import LIMB_JOINTS, Limb
from .naming.animal import speaks_of
from .skeleton import Skeleton

Array = NDArray[np.float64]
UNLIKE = 0.3  # penalty weight of a difference in length between two bones
SKIPPED = 0.15  # penalty of each joint within a long bone
HIGHEST_ANKLE = 0.46  # of the hip's height: a higher joint is no hock
TOO_HIGH = 3.0  # penalty of an ankle per leg length above that
NEAR_THE_MIDDLE = 0.4  # of the next joint's distance from it: a bone that begins nearer is no femur
FORWARD_SCAPULA = 0.3  # penalty weight of an upper bone that leads forwards, on a front leg
NAMED = 0.5  # reward of a fitting name
LOW = 0.2  # of a leg: a limb with a bone that starts this close to the ground has its own foot
NEAR_END = 0.2  # of a leg: a bone this close to the end of another limb is its foot


@dataclass(frozen=True)
class Place:
    """Directions (3,) in the armature's space, a point in the body's middle, and the ground."""

    forward: Array
    left: Array
    up: Array
    middle: Array
    ground: float

    def height(self, point: Array) -> float:
        return float(point @ self.up) - self.ground


def find_joints(skeleton: Skeleton, limb: Limb, place: Place, front: bool) -> tuple[int, int, int]:
    """The bones that start at hip, knee and ankle; a foot may be elsewhere in the hierarchy."""
    bones = _with_foot(skeleton, limb, place)
    triples = combinations(range(len(bones)), 3)
    best = max(triples, key=lambda triple: _fitness(skeleton, bones, triple, place, front))
    hip, knee, ankle = (bones[i] for i in best)
    return hip, knee, ankle


def _with_foot(skeleton: Skeleton, limb: Limb, place: Place) -> list[int]:
    """The limb's bones, with a foot that is a child of the root if the limb has none."""
    leg = place.height(skeleton.heads[limb.bones[0]])
    orphan = _orphan_foot(skeleton, limb, end_of(skeleton, limb, -place.up), NEAR_END * leg)
    bones = [bone for bone in limb.bones if not speaks_of(skeleton.names[bone], "ends")]
    last = bones[-1]
    if orphan is not None and not skeleton.children[last] and skeleton.deforms[orphan]:
        at_the_foot = skeleton.distance(last, orphan) < NEAR_END * leg
        bones = bones[:-1] if at_the_foot else bones
    lowest = min((place.height(skeleton.heads[bone]) for bone in bones[1:]), default=leg)
    if lowest >= LOW * leg and orphan is not None:
        bones = [*bones, orphan]
    return bones if len(bones) >= LIMB_JOINTS else list(limb.bones)


def _orphan_foot(skeleton: Skeleton, limb: Limb, end: Array, near: float) -> int | None:
    """The bone at the end of a limb that is no descendant of its bones, and no control."""
    top = limb.bones[0]
    distances = {
        bone: float(np.linalg.norm(skeleton.heads[bone] - end))
        for bone in range(len(skeleton.names))
        if not skeleton.carries(top, bone) and not skeleton.carries(bone, top)
        and not speaks_of(skeleton.names[bone], "helpers")
    }  # fmt: skip
    best = min(distances, key=lambda bone: distances[bone], default=None)
    return best if best is not None and distances[best] < near else None


def _fitness(
    skeleton: Skeleton,
    bones: list[int],
    triple: tuple[int, int, int],
    place: Place,
    front: bool,
) -> float:
    points = skeleton.heads[bones]
    hip, knee, ankle = triple
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    upper, lower = (float(np.linalg.norm(points[b] - points[a]))
                    for a, b in ((hip, knee), (knee, ankle)))  # fmt: skip
    path = float(lengths[hip:].sum()) + 1e-12
    short, long = sorted((upper, lower))
    fitness = (short - UNLIKE * (long - short)) / path
    fitness += path / (float(lengths.sum()) + 1e-12)
    fitness -= SKIPPED * (ankle - hip - 2)
    height = place.height(points[hip]) + 1e-12
    fitness -= TOO_HIGH * max(place.height(points[ankle]) / height - HIGHEST_ANKLE, 0.0)
    fitness -= _begins_in_the_middle(points, hip, place)
    if front and (points[knee] - points[hip]) @ place.forward > 0:
        fitness -= FORWARD_SCAPULA
    return float(fitness + _named(skeleton, [bones[i] for i in triple]))


def _begins_in_the_middle(points: Array, hip: int, place: Place) -> float:
    """1 for half a pelvis or a clavicle, which run from the body's middle to its side."""
    aside = np.abs((points - place.middle) @ place.left)
    return float(hip + 2 < len(points) and aside[hip] < NEAR_THE_MIDDLE * aside[hip + 1])


def _named(skeleton: Skeleton, bones: list[int]) -> float:
    hip, knee, ankle = (skeleton.names[bone] for bone in bones)
    fits = speaks_of(hip, "upper_leg") + speaks_of(knee, "lower_leg") + speaks_of(ankle, "foot")
    girdle = speaks_of(hip, "girdle") and not speaks_of(hip, "upper_leg")
    return NAMED * (fits - girdle - speaks_of(ankle, "ends"))

"""Roles from the shape of a skeleton alone, for rigs without meaningful names.

Two pairs of mirrored chains are attached to the trunk: the legs at its lower end, the arms at its
upper end, from where a chain in the middle continues to the head.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from .limbs import Limb, Pair, find_pairs, limb_from, two_long_bones, without_halves
from .skeleton import Skeleton

Array = NDArray[np.float64]
Value = TypeVar("Value")
CLAVICLE = 0.4  # of the next joint's distance from the middle: nearer bones are clavicles
RAISED = 0.3  # of a leg: hands this far above the feet distinguish arms from legs
NEAR = 0.3  # of a leg: a bone this close above the hips belongs to the pelvis
KNOWN = 10.0  # score of a role that is known already, against the evidence of the shape


def find_roles(skeleton: Skeleton, known: Mapping[str, str] | None = None) -> dict[str, str] | None:
    """Role -> bone by structure, sides perhaps exchanged; None where no assignment fits.

    `known`: role -> bone, certain already: where the shape allows several assignments, one with
    these bones is taken. The body may only lack arms if a leg is known: otherwise two legs and a
    tail look like two arms and a head.
    """
    pairs = find_pairs(skeleton)
    fixed = {role: skeleton.index[bone] for role, bone in (known or {}).items()
             if bone in skeleton.index}  # fmt: skip
    readings = [
        (_score(skeleton, legs, arms), roles)
        for a, b in combinations(pairs, 2)
        for legs, arms in ((a, b), (b, a))
        if (roles := _roles_of(skeleton, legs, arms)) is not None
    ]
    if not readings and any("leg" in role for role in fixed):
        readings = [
            (legs.length, roles)
            for legs in pairs
            if (roles := _roles_without_arms(skeleton, legs)) is not None
        ]
    if not readings:
        return None
    turned = [(score, exchanged(roles)) for score, roles in readings] if fixed else []
    _, best = max(readings + turned, key=lambda reading: reading[0] + _agreement(reading[1], fixed))
    return {role: skeleton.names[bone] for role, bone in best.items()}


def _agreement(roles: Mapping[str, int], known: Mapping[str, int]) -> float:
    return KNOWN * sum(roles.get(role) == bone for role, bone in known.items())


def exchanged(by_role: Mapping[str, Value]) -> dict[str, Value]:
    """The same with left and right exchanged."""
    other = {".L": ".R", ".R": ".L"}
    return {r[:-2] + other[r[-2:]] if r[-2:] in other else r: v for r, v in by_role.items()}


def _roles_of(skeleton: Skeleton, legs: Pair, arms: Pair) -> dict[str, int] | None:
    """The roles if these are the legs and those the arms; None when that is impossible."""
    limbs = [*legs.limbs, *arms.limbs]
    if len({limb.bones[0] for limb in limbs}) < 4 or any(
        other.bones[0] in limb.bones
        for limb in limbs
        for other in limbs
        if other is not limb
    ):  # fmt: skip
        return None
    if skeleton.common_ancestor(legs.branch, arms.branch) < 0:
        return None
    if skeleton.carries(arms.branch, legs.branch):
        return None  # the hierarchy of the trunk starts at the hips
    roles = {"pelvis": _pelvis_of(skeleton, legs)}
    both = [_without_clavicle(skeleton, arm, arms) for arm in _same_side(skeleton, legs, arms)]
    for side, leg, arm in zip("LR", legs.limbs, both, strict=True):
        roles |= _leg_roles(skeleton, leg, side) | _arm_roles(skeleton, arm, side)
    if not all(f"{role}.{side}" in roles for role in ("lower_leg", "foot") for side in "LR"):
        return None
    head = _head_of(skeleton, arms)
    return roles | ({"head": head} if head is not None else {})


def _roles_without_arms(skeleton: Skeleton, legs: Pair) -> dict[str, int] | None:
    """The roles of a body with legs and a trunk that rises from them; None without a trunk."""
    pelvis = _pelvis_of(skeleton, legs)
    tops = [limb.bones[0] for limb in legs.limbs]
    others = [child for bone in skeleton.path(pelvis, legs.branch)
              for child in skeleton.children[bone]
              if not any(skeleton.carries(child, top) for top in tops)]  # fmt: skip
    trunk = max((limb_from(skeleton, child) for child in others), key=lambda x: x.length,
                default=None)  # fmt: skip
    if trunk is None:
        return None
    heads = skeleton.heads
    hips = heads[tops].mean(axis=0)
    feet = heads[[limb.bones[-1] for limb in legs.limbs]].mean(axis=0)
    ends = (skeleton.tails[trunk.bones[-1]], heads[trunk.bones[-1]])
    if not all((end - hips) @ (feet - hips) < 0 for end in ends):
        return None
    roles = {"pelvis": pelvis, "torso": trunk.bones[0]}
    for side, leg in zip("LR", legs.limbs, strict=True):
        roles |= _leg_roles(skeleton, leg, side)
    return roles


def _pelvis_of(skeleton: Skeleton, legs: Pair) -> int:
    """The topmost of the bones that lie at the hips and carry the legs."""
    pelvis = legs.branch
    hips = np.mean([skeleton.heads[limb.bones[0]] for limb in legs.limbs], axis=0)
    for bone in skeleton.ancestors(legs.branch):
        if np.linalg.norm(skeleton.heads[bone] - hips) > NEAR * legs.length:
            break
        pelvis = bone
    return pelvis


def _same_side(skeleton: Skeleton, legs: Pair, arms: Pair) -> tuple[Limb, Limb]:
    """The arms in the order of the legs: the first ones are on the same side of the body."""

    def across(pair: Pair) -> Array:
        first, second = (skeleton.heads[list(limb.bones)].mean(axis=0) for limb in pair.limbs)
        difference: Array = first - second
        return difference

    first, second = arms.limbs
    return (first, second) if across(legs) @ across(arms) >= 0 else (second, first)


def _leg_roles(skeleton: Skeleton, limb: Limb, side: str) -> dict[str, int]:
    bones = [limb.bones[i] for i in without_halves(skeleton.heads[list(limb.bones)])]
    hip, knee, ankle = two_long_bones(skeleton.heads[bones], len(bones))
    names = ("upper_leg", "lower_leg", "foot")
    roles = dict(zip(names, (bones[i] for i in (hip, knee, ankle)), strict=True))
    if ankle + 1 < len(bones):
        roles["toes"] = bones[ankle + 1]
    return {f"{role}.{side}": bone for role, bone in roles.items()}


def _without_clavicle(skeleton: Skeleton, arm: Limb, arms: Pair) -> tuple[int, ...]:
    """The arm's bones from the first long one that begins well off the body's middle."""
    first, second = (skeleton.heads[list(limb.bones)] for limb in arms.limbs)
    across = unit(first.mean(axis=0) - second.mean(axis=0))
    middle = (first[0] + second[0]) / 2
    heads = skeleton.heads[list(arm.bones)]
    aside = np.abs((heads - middle) @ across)
    lengths = np.linalg.norm(np.diff(heads, axis=0), axis=1)
    start = 0
    while (
        start + 2 < len(heads)
        and aside[start] < CLAVICLE * aside[start + 1]
        and lengths[start] < lengths[start + 1]
    ):
        start += 1
    return arm.bones[start:]


def _arm_roles(skeleton: Skeleton, bones: tuple[int, ...], side: str) -> dict[str, int]:
    """Shoulder, elbow and wrist; the wrist may be only the tail of an arm's last bone."""
    bones = tuple(bones[i] for i in without_halves(skeleton.heads[list(bones)]))
    points = np.vstack([skeleton.heads[list(bones)], skeleton.tails[bones[-1]]])
    names = ("upper_arm", "lower_arm", "hand")
    joints = two_long_bones(points, len(bones))
    return {
        f"{role}.{side}": bones[i] for role, i in zip(names, joints, strict=True) if i < len(bones)
    }


def _head_of(skeleton: Skeleton, arms: Pair) -> int | None:
    """The chain on the arms' branch that stays in the middle between them."""
    left, right = (skeleton.heads[limb.bones[-1]] for limb in arms.limbs)
    across = unit(left - right)
    middle = skeleton.heads[arms.branch]
    tops = [limb.bones[0] for limb in arms.limbs]
    others = [c for c in skeleton.children[arms.branch] if c not in tops]

    def aside(bone: int) -> float:
        return abs(float((skeleton.heads[bone] - middle) @ across))

    others = [c for c in others if aside(c) < 0.1 * arms.length]
    return max(others, key=lambda c: limb_from(skeleton, c).length, default=None)


def _score(skeleton: Skeleton, legs: Pair, arms: Pair) -> float:
    """The score of these legs and arms; a vote for each sign."""
    up = np.linalg.inv(skeleton.to_world[:3, :3])[:, 2]
    up = unit(up)

    def height(pair: Pair) -> float:
        return float(np.mean([skeleton.heads[limb.bones[-1]] @ up for limb in pair.limbs]))

    def fingers(pair: Pair) -> int:
        return sum(limb.leaves for limb in pair.limbs)

    total = float(np.ptp(skeleton.heads, axis=0).max())
    # Heights are no evidence in a lying rig, whose hands are as high as its feet.
    raised = np.clip((height(arms) - height(legs)) / (RAISED * legs.length), -1.0, 1.0)
    score = 2.0 * raised + (legs.length + arms.length) / total
    score += 1.0 * np.sign(skeleton.depths[arms.branch] - skeleton.depths[legs.branch])
    score += 1.5 * (_head_of(skeleton, arms) is not None)
    score += 0.5 * np.sign(fingers(arms) - fingers(legs))
    score += 0.5 * np.sign(legs.length - arms.length)
    return float(score - _asymmetry(skeleton, legs) - _asymmetry(skeleton, arms))


def _asymmetry(skeleton: Skeleton, pair: Pair) -> float:
    """How far limbs are from mirror images: distances of the mirrored joints, per length."""
    first, second = (skeleton.heads[list(limb.bones)] for limb in pair.limbs)
    count = min(len(first), len(second))
    apart = first[:count] - second[:count]
    across = unit(apart.sum(axis=0))
    stray = apart - np.outer(apart @ across, across)
    return float(np.linalg.norm(stray, axis=1).mean() / pair.length)

"""The trunk of a rig: the bones of lower back, torso and neck between hips and head.

Rigs have one to five spine bones with various names, but the one that carries the arms is evident.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from .naming import read_label
from .skeleton import Skeleton

Array = NDArray[np.float64]
TORSO_SHARE = 0.15  # of the distance from hips to neck: a shorter last spine bone is no torso
COINCIDENT = 0.02  # of the same distance: joints closer than this count as one


def find_trunk(skeleton: Skeleton, roles: Mapping[str, int]) -> dict[str, int]:
    """Torso and lower back, from the pelvis, the legs, and what is known of arms and head."""
    chain = spine_chain(skeleton, roles)
    if not chain:
        return {}
    heads = skeleton.heads
    hips = np.mean([heads[roles[f"upper_leg.{side}"]] for side in "LR"], axis=0)
    top = heads[roles["head"]] if "head" in roles else _shoulders(skeleton, roles, chain[-1])
    length = float(np.linalg.norm(top - hips))
    long_enough = [
        i for i, bone in enumerate(chain)
        if np.linalg.norm(top - heads[bone]) >= TORSO_SHARE * length
    ]  # fmt: skip
    at = long_enough[-1] if long_enough else 0
    trunk = {"torso": chain[at]}
    if at > 0 and skeleton.distance(chain[0], chain[at]) > COINCIDENT * length:
        trunk["lower_back"] = chain[0]
    return trunk


def spine_chain(skeleton: Skeleton, roles: Mapping[str, int]) -> list[int]:
    """Bones from above the pelvis up to the one that carries the arms."""
    pelvis = roles["pelvis"]
    carrier = _carrier_of_arms(skeleton, roles)
    if carrier is None:
        carrier = _below_neck(skeleton, roles["head"]) if "head" in roles else None
    if carrier is None or carrier < 0:
        return []
    start = skeleton.common_ancestor(pelvis, carrier)
    chain = skeleton.path(start, carrier) if start >= 0 else _without_roots(skeleton, carrier)
    legs = [roles[f"upper_leg.{side}"] for side in "LR"]
    return [
        bone for bone in chain
        if bone != pelvis and not any(skeleton.carries(bone, leg) for leg in legs)
    ]  # fmt: skip


def _without_roots(skeleton: Skeleton, carrier: int) -> list[int]:
    return list(skeleton.ancestors(carrier))[::-1]


def _carrier_of_arms(skeleton: Skeleton, roles: Mapping[str, int]) -> int | None:
    """The spine bone that carries both arms; a neck that carries them is skipped."""
    arms = [roles[f"upper_arm.{side}"] for side in "LR" if f"upper_arm.{side}" in roles]
    if len(arms) < 2:
        return None
    carrier = skeleton.common_ancestor(*arms)
    while carrier >= 0 and _is_neck(skeleton, carrier):
        carrier = skeleton.parents[carrier]
    if carrier < 0 or skeleton.carries(carrier, roles["pelvis"]):
        return None  # the arms are children of the root, like the legs
    return carrier


def _is_neck(skeleton: Skeleton, bone: int) -> bool:
    label = read_label(skeleton.names[bone])
    return label is not None and label.part in ("neck", "head")


def _below_neck(skeleton: Skeleton, head: int) -> int:
    return next((b for b in skeleton.ancestors(head) if not _is_neck(skeleton, b)), -1)


def _shoulders(skeleton: Skeleton, roles: Mapping[str, int], last: int) -> Array:
    arms = [f"upper_arm.{side}" for side in "LR" if f"upper_arm.{side}" in roles]
    if not arms:
        return skeleton.tails[last]
    top: Array = np.mean([skeleton.heads[roles[arm]] for arm in arms], axis=0)
    return top


def choose_head(
    skeleton: Skeleton, candidates: Iterable[int], roles: Mapping[str, int]
) -> int | None:
    """The lowest neck bone that carries no arm; by structure where no name fits."""
    arms = [roles[f"upper_arm.{side}"] for side in "LR" if f"upper_arm.{side}" in roles]

    def carries_an_arm(bone: int) -> bool:
        return any(skeleton.carries(bone, arm) for arm in arms)

    named = [bone for bone in candidates if not carries_an_arm(bone)]
    if named:
        return min((b for b in named if skeleton.carries(b, named[0])),
                   key=lambda bone: skeleton.depths[bone])  # fmt: skip
    if len(arms) < 2:
        return None
    carrier = skeleton.common_ancestor(*arms)
    return _middle_chain(skeleton, carrier, arms) if carrier >= 0 else None


def _middle_chain(skeleton: Skeleton, carrier: int, arms: list[int]) -> int | None:
    """The longest chain, on the bone that carries the arms, that stays between them."""
    heads = skeleton.heads
    across = heads[arms[0]] - heads[arms[1]]
    width = float(np.linalg.norm(across))
    middle = (heads[arms[0]] + heads[arms[1]]) / 2
    best, longest = None, 0.0
    for child in skeleton.children[carrier]:
        if any(skeleton.carries(child, arm) for arm in arms):
            continue
        below = list(skeleton.descendants(child))
        far = max(skeleton.distance(carrier, bone) for bone in below)
        aside = abs(float((heads[child] - middle) @ across)) / max(width**2, 1e-12)
        if aside < 0.15 and far > longest:
            best, longest = child, far
    return best

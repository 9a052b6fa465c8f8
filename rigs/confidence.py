"""The confidence in an assignment: whether each bone fits the rest of the body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from ..bodies.strength import base_name
from .body_axes import find_body_axes
from .skeleton import Skeleton

Array = NDArray[np.float64]
PICKED, CERTAIN, LIKELY, GUESSED, DOUBTFUL = "picked", "certain", "likely", "guessed", "doubtful"
ALIKE = 0.25  # left and right bones of a pair differ by less than this share of their lengths
PROPORTIONS = (0.45, 2.2)  # upper over lower bone of a limb, cartoons included
NEAR_HIPS = 0.7  # of a leg: largest distance of the pelvis from the hips
LONGEST_FOOT = 0.7  # of a leg: ankle to toes
MIDDLE = 0.35  # of the hips' or shoulders' width: largest distance of a trunk bone from the middle


def fits(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool | None:
    """Whether a role's bone is in a plausible place; None where that cannot be judged."""
    if not all(f"{part}.{side}" in roles for part in ("upper_leg", "lower_leg", "foot")
               for side in "LR"):  # fmt: skip
        return None
    return CHECKS[base_name(role)](skeleton, roles, role)


def doubtful_roles(skeleton: Skeleton, roles: Mapping[str, int]) -> list[str]:
    """Roles whose bones are in implausible places."""
    return [role for role in roles if fits(skeleton, roles, role) is False]


def confidence_of(
    skeleton: Skeleton, roles: Mapping[str, int], role: str, source: str, sides_told: bool
) -> str:
    """The confidence in a role, as one word; `source` is "picked", "name" or "shape"."""
    if source == "picked":
        return PICKED
    fit = fits(skeleton, roles, role)
    if fit is False:
        return DOUBTFUL
    if not sides_told and base_name(role) != role:
        return GUESSED
    return CERTAIN if fit and source == "name" else LIKELY


def _limb(upper: str, lower: str, end: str) -> Callable[[Skeleton, Mapping[str, int], str], bool]:
    """The check of a limb's bone: left and right alike, and both long bones of similar length."""

    def check(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool:
        lengths = [_limb_lengths(skeleton, roles, (upper, lower, end), side) for side in "LR"]
        own = lengths["LR".index(role[-1])]
        pairs = [(a, b) for a, b in zip(*lengths, strict=False) if max(a, b) > 0.0]
        alike = all(abs(a - b) <= ALIKE * max(a, b) for a, b in pairs)
        whole = len(own) < 2 or PROPORTIONS[0] * own[1] <= own[0] <= PROPORTIONS[1] * own[1]
        return alike and whole and all(length > 0.0 for length in own)

    return check


def _limb_lengths(
    skeleton: Skeleton, roles: Mapping[str, int], parts: tuple[str, str, str], side: str
) -> list[float]:
    bones = [roles[f"{part}.{side}"] for part in parts if f"{part}.{side}" in roles]
    return [skeleton.distance(a, b) for a, b in pairwise(bones)]


def _hips(skeleton: Skeleton, roles: Mapping[str, int]) -> tuple[Array, float]:
    """The middle of the hips, and the length of a leg."""
    hips = skeleton.heads[[roles[f"upper_leg.{side}"] for side in "LR"]].mean(axis=0)
    return hips, skeleton.distance(roles["upper_leg.L"], roles["foot.L"])


def _toes(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool:
    foot = roles[f"foot{role[-2:]}"]
    leg = skeleton.distance(roles[f"upper_leg{role[-2:]}"], foot)
    return 0.0 < skeleton.distance(foot, roles[role]) <= LONGEST_FOOT * leg


def _pelvis(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool:
    hips, leg = _hips(skeleton, roles)
    return float(np.linalg.norm(skeleton.heads[roles[role]] - hips)) <= NEAR_HIPS * leg


def _trunk(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool:
    """Whether the bone lies in the middle of the body, and not below the hips."""
    hips, leg = _hips(skeleton, roles)
    axes = find_body_axes(skeleton, roles)
    widths = [
        skeleton.distance(roles[f"{part}.L"], roles[f"{part}.R"])
        for part in ("upper_leg", "upper_arm")
        if f"{part}.L" in roles and f"{part}.R" in roles
    ]
    way = skeleton.heads[roles[role]] - hips
    return abs(float(way @ axes.left)) <= MIDDLE * max(widths) and way @ axes.up > -NEAR_HIPS * leg


def _head(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool:
    """Whether the bone lies above the trunk, on the side away from the legs."""
    hips, _ = _hips(skeleton, roles)
    feet = skeleton.heads[[roles[f"foot.{side}"] for side in "LR"]].mean(axis=0)
    way = skeleton.heads[roles[role]] - hips
    return bool(unit(way) @ unit(feet - hips) < 0.0)


CHECKS: dict[str, Callable[[Skeleton, Mapping[str, int], str], bool]] = {
    "pelvis": _pelvis,
    "lower_back": _trunk,
    "torso": _trunk,
    "head": _head,
    "toes": _toes,
    **dict.fromkeys(("upper_leg", "lower_leg", "foot"), _limb("upper_leg", "lower_leg", "foot")),
    **dict.fromkeys(("upper_arm", "lower_arm", "hand"), _limb("upper_arm", "lower_arm", "hand")),
}

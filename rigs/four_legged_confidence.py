"""The confidence in the assignment of a quadruped rig."""

from __future__ import annotations

from collections.abc import Mapping

from .bone_assignment import BoneAssignment
from .confidence import ALIKE, CERTAIN, DOUBTFUL, GUESSED, LIKELY, PICKED
from .four_legged_assignment import is_named
from .skeleton import Skeleton

BELOW = {"upper_leg": "lower_leg", "lower_leg": "foot"}


def how_sure_on_four_legs(
    skeleton: Skeleton, assignment: BoneAssignment, role: str, picks: Mapping[str, str]
) -> str:
    """The confidence in a role, as one word."""
    if role in picks:
        return PICKED
    if not _sides_alike(skeleton, assignment.roles, role):
        return DOUBTFUL
    if not assignment.sides_told and "." in role:
        return GUESSED
    return CERTAIN if is_named(role, skeleton.names[assignment.roles[role]]) else LIKELY


def _sides_alike(skeleton: Skeleton, roles: Mapping[str, int], role: str) -> bool:
    """Whether a leg's bone is as long as its counterpart on the other side."""
    part, _, leg = role.partition(".")
    if part not in BELOW:
        return True
    bones = [(roles.get(f"{part}.{leg[0]}{s}"), roles.get(f"{BELOW[part]}.{leg[0]}{s}"))
             for s in "LR"]  # fmt: skip
    lengths = [skeleton.distance(a, b) for a, b in bones if a is not None and b is not None]
    return not lengths or min(lengths) >= (1 - ALIKE) * max(lengths)

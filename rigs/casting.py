"""Which bone plays which segment: names first, then structure, then the artist's picks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ..errors import RigError
from . import structure
from .body_axes import sides_are_exchanged
from .naming import ANCHORS, ROLES_WITH_SIDES, match_convention
from .naming.by_words import match_words
from .skeleton import Skeleton
from .trunk import choose_head, find_trunk

MIDDLE_ROLES = ("pelvis", "lower_back", "torso", "head")
Value = TypeVar("Value")
ROLES = (*MIDDLE_ROLES, *(f"{role}.{side}" for side in "LR" for role in ROLES_WITH_SIDES))
REQUIRED = (*ANCHORS, "torso")
BY_STRUCTURE = "none: found by structure"
# Each role of a limb is looked for below the one before it.
LIMBS = (("upper_leg", "lower_leg", "foot", "toes"), ("upper_arm", "lower_arm", "hand"))


@dataclass(frozen=True)
class Casting:
    """Roles found so far: segment -> bone index, and why."""

    roles: dict[str, int]
    reasons: dict[str, str]
    convention: str


def cast_roles(skeleton: Skeleton, overrides: Mapping[str, str] | None = None) -> Casting:
    """Names first, then structure, then the artist's picks, which win.

    Raises RigError when a pick names no segment or no bone.
    """
    picks = _check_picks(skeleton, overrides or {})
    casting = _from_names(skeleton, picks) or _from_structure(skeleton, picks)
    if casting is None:
        found = _follow_limbs(skeleton, _indices(skeleton, match_words(skeleton)), picks)
        reasons = dict.fromkeys(found, "its name says so")
        casting = Casting(found, reasons, "words in the names")
    casting.roles.update(picks)
    casting.reasons.update(dict.fromkeys(picks, "picked by hand"))
    return _in_order(casting)


def _in_order(casting: Casting) -> Casting:
    """Roles in the order of the body; of an arm without upper or lower part nothing is used."""
    roles = {role: casting.roles[role] for role in ROLES if role in casting.roles}
    for side in "LR":
        if f"upper_arm.{side}" not in roles or f"lower_arm.{side}" not in roles:
            roles = {r: b for r, b in roles.items() if r not in _arm(side)}
    return Casting(roles, {r: casting.reasons[r] for r in roles}, casting.convention)


def _arm(side: str) -> tuple[str, ...]:
    return tuple(f"{part}.{side}" for part in LIMBS[1])


def _check_picks(skeleton: Skeleton, overrides: Mapping[str, str]) -> dict[str, int]:
    picks = {}
    for role, bone in overrides.items():
        if role not in ROLES:
            raise RigError(f"There is no segment {role!r}; allowed: {', '.join(ROLES)}.")
        if bone not in skeleton.index:
            raise RigError(
                f"The bone {bone!r} picked for {role} is not in {skeleton.armature!r}: "
                "pick one of its bones."
            )
        picks[role] = skeleton.index[bone]
    return picks


def _indices(skeleton: Skeleton, named: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    return {role: [skeleton.index[n] for n in names] for role, names in named.items()}


def _from_names(skeleton: Skeleton, picks: Mapping[str, int]) -> Casting | None:
    matched = match_convention(skeleton.names)
    words = _indices(skeleton, match_words(skeleton))
    if matched is not None:
        convention, named = matched
        candidates = {**words, **_indices(skeleton, named)}
    else:
        convention, candidates = "words in the names", words
    legs = [role for role in ANCHORS if role != "pelvis"]
    if not all(role in candidates or role in picks for role in legs):
        return None
    roles = _follow_limbs(skeleton, candidates, picks)
    if "pelvis" not in roles:
        return None
    reasons = dict.fromkeys(roles, f"its name ({convention})")
    return _complete(skeleton, Casting(roles, reasons, convention), candidates, picks)


def _from_structure(skeleton: Skeleton, picks: Mapping[str, int]) -> Casting | None:
    found = structure.find_roles(skeleton)
    if found is None:
        return None
    roles = {role: skeleton.index[bone] for role, bone in found.items()}
    reasons = dict.fromkeys(roles, "the shape of the skeleton")
    return _complete(skeleton, Casting(roles, reasons, BY_STRUCTURE), {}, picks)


def _follow_limbs(
    skeleton: Skeleton, candidates: Mapping[str, Sequence[int]], picks: Mapping[str, int]
) -> dict[str, int]:
    """Of several bones with a fitting name the first that hangs on the limb's last joint."""
    roles: dict[str, int] = {}
    for side in "LR":
        for limb in LIMBS:
            above = -1
            for part in limb:
                role = f"{part}.{side}"
                options = [picks[role]] if role in picks else list(candidates.get(role, ()))
                options = [b for b in options if b not in roles.values()]
                below = [b for b in options if above < 0 or skeleton.carries(above, b)]
                if below or options:
                    roles[role] = above = (below or options)[0]
    pelvis = _choose_pelvis(skeleton, list(candidates.get("pelvis", ())), roles)
    return roles | ({} if pelvis is None else {"pelvis": pelvis}) | dict(picks)


def _choose_pelvis(
    skeleton: Skeleton, candidates: list[int], roles: Mapping[str, int]
) -> int | None:
    """Of the bones named so the lowest that carries legs and arms, else legs, else the first.

    Where none is named it is the bone on which both legs hang.
    """
    legs = [roles[f"upper_leg.{side}"] for side in "LR" if f"upper_leg.{side}" in roles]
    arms = [roles[f"upper_arm.{side}"] for side in "LR" if f"upper_arm.{side}" in roles]
    for carried in (legs + arms, legs):
        carrying = [b for b in candidates if all(skeleton.carries(b, part) for part in carried)]
        if carried and carrying:
            return max(carrying, key=lambda bone: skeleton.depths[bone])
    if candidates:
        return candidates[0]
    branch = skeleton.common_ancestor(*legs) if len(legs) == 2 else -1
    return branch if branch >= 0 and branch not in legs else None


def _complete(
    skeleton: Skeleton,
    casting: Casting,
    candidates: Mapping[str, Sequence[int]],
    picks: Mapping[str, int],
) -> Casting:
    """Add neck and trunk, and put left and right where the feet say."""
    roles, reasons = casting.roles | dict(picks), dict(casting.reasons)
    if not all(role in roles for role in ANCHORS):
        return casting
    head = choose_head(skeleton, candidates.get("head", ()), roles)
    if head is not None:
        roles.setdefault("head", head)
        reasons.setdefault("head", "the neck carries no arm")
    for role, (bone, why) in _trunk_of(skeleton, roles, candidates, casting.convention).items():
        if bone not in roles.values():
            roles[role] = bone
            reasons[role] = why
    certain = casting.convention != BY_STRUCTURE
    if not picks and sides_are_exchanged(skeleton, roles, certain):
        roles = _exchanged(roles)
        told = {r: f"{why}; left and right as the feet point" for r, why in reasons.items()}
        reasons = _exchanged(told)
    return Casting(roles, reasons, casting.convention)


def _trunk_of(
    skeleton: Skeleton,
    roles: Mapping[str, int],
    candidates: Mapping[str, Sequence[int]],
    convention: str,
) -> dict[str, tuple[int, str]]:
    """Torso and lower back that have no bone yet: by the convention's table, else by the arms."""
    found = find_trunk(skeleton, roles)
    seen = {"torso": "the spine bone that carries the arms", "lower_back": "the first spine bone"}
    trunk = {role: (bone, seen[role]) for role, bone in found.items()}
    for role in ("torso", "lower_back"):
        if candidates.get(role):
            trunk[role] = (candidates[role][0], f"its name ({convention})")
    return {role: bone for role, bone in trunk.items() if role not in roles}


def _exchanged(by_role: Mapping[str, Value]) -> dict[str, Value]:
    """The same with left and right the other way round."""
    other = {".L": ".R", ".R": ".L"}
    return {r[:-2] + other[r[-2:]] if r[-2:] in other else r: v for r, v in by_role.items()}


def missing_roles(casting: Casting) -> tuple[str, ...]:
    """Segments that no bone plays."""
    return tuple(role for role in ROLES if role not in casting.roles)


def check_bones(skeleton: Skeleton) -> None:
    """Raise RigError for bones that nothing can be measured on."""
    if not skeleton.names:
        raise RigError(f"The armature {skeleton.armature!r} has no bones.")
    if not np.isfinite(skeleton.matrices).all() or not np.isfinite(skeleton.to_world).all():
        raise RigError(
            f"The armature {skeleton.armature!r} has a position that is not a finite number: "
            "repair its bones and its transform."
        )

"""Assigning bones to segments: by names, then by structure, then by the artist's picks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..base.errors import RigError
from . import structure
from .body_axes import judge_sides
from .candidates import NO_CONVENTION, Candidates, follow_limbs, read_names
from .confidence import doubtful_roles
from .naming import ANCHORS, ROLES_WITH_SIDES
from .saved_maps import SavedMap
from .skeleton import Skeleton
from .structure import exchanged
from .trunk import choose_head, find_trunk

MIDDLE_ROLES = ("pelvis", "lower_back", "torso", "head")
ROLES = (*MIDDLE_ROLES, *(f"{role}.{side}" for side in "LR" for role in ROLES_WITH_SIDES))
REQUIRED = (*ANCHORS, "torso")
BY_STRUCTURE = "none: found by structure"
BY_HAND = "picked by hand"
NAMES_REFUTED = "The names do not fit where the bones lie, so their shape alone was read."
CRUSHED = 0.5  # determinant of a bone's axes (ideally 1) after overflow or rounding
MANY_DOUBTS = 4  # roles with bones in impossible places: more than one odd limb causes
ARM = ("upper_arm", "lower_arm", "hand")


@dataclass(frozen=True)
class BoneAssignment:
    """The assignment of bones to roles found so far.

    Attributes:
        roles: segment -> bone index.
        reasons: segment -> a few words on why this bone.
        convention: the naming convention.
        sides_told: whether the body or its names distinguish left from right.
        notes: sentences on what is unusual about the rig.
        saved: the name of the saved map that was used, or "".
        kind: of the body, "biped" or "quadruped".
    """

    roles: dict[str, int]
    reasons: dict[str, str]
    convention: str
    sides_told: bool = True
    notes: tuple[str, ...] = ()
    saved: str = ""
    kind: str = "biped"


def assign_bones(
    skeleton: Skeleton,
    overrides: Mapping[str, str] | None = None,
    saved: SavedMap | None = None,
) -> BoneAssignment:
    """Assign by names, then structure, then a saved map and the artist's picks, which win.

    Raises RigError when a pick is an unknown segment or bone.
    """
    picks = check_picks(skeleton, {**(saved.roles if saved else {}), **(overrides or {})})
    named = read_names(skeleton)
    assignment = _from_names(skeleton, named, picks)
    assignment = (
        _refuted(skeleton, assignment, picks)
        if assignment
        else _from_structure(skeleton, named, picks)
    )
    if assignment is None:
        found = follow_limbs(skeleton, named.bones, picks)
        reasons = {role: named.reason(role) for role in found}
        assignment = BoneAssignment(found, reasons, NO_CONVENTION)
    assignment.roles.update(picks)
    assignment.reasons.update(dict.fromkeys(picks, BY_HAND))
    if saved:
        again = (role for role in saved.roles if role not in (overrides or {}))
        assignment.reasons.update(dict.fromkeys(again, f"the saved map {saved.name!r}"))
    notes = (*named.notes, *assignment.notes)
    return _in_order(replace(assignment, notes=notes, saved=saved.name if saved else ""))


def _in_order(assignment: BoneAssignment) -> BoneAssignment:
    """Roles in the order of the body; an arm without its upper or lower part is left out."""
    roles = {role: assignment.roles[role] for role in ROLES if role in assignment.roles}
    for side in "LR":
        if f"upper_arm.{side}" not in roles or f"lower_arm.{side}" not in roles:
            arm = [f"{part}.{side}" for part in ARM]
            roles = {r: b for r, b in roles.items() if r not in arm}
    return replace(assignment, roles=roles, reasons={r: assignment.reasons[r] for r in roles})


def check_picks(
    skeleton: Skeleton, overrides: Mapping[str, str], allowed: Sequence[str] = ROLES
) -> dict[str, int]:
    """Indices of the picked bones; raises RigError for an unknown segment or bone."""
    picks = {}
    for role, bone in overrides.items():
        if role not in allowed:
            raise RigError(f"There is no segment {role!r}; allowed: {', '.join(allowed)}.")
        if bone not in skeleton.index:
            raise RigError(
                f"The bone {bone!r} picked for {role} is not in {skeleton.armature!r}: "
                "pick one of its bones."
            )
        picks[role] = skeleton.index[bone]
    return picks


def _from_names(
    skeleton: Skeleton, named: Candidates, picks: Mapping[str, int]
) -> BoneAssignment | None:  # fmt: skip
    legs = [role for role in ANCHORS if role != "pelvis"]
    if not all(role in named.bones or role in picks for role in legs):
        return None
    roles = follow_limbs(skeleton, named.bones, picks)
    if not all(role in roles for role in ANCHORS):
        return None
    reasons = {role: named.reason(role) for role in roles}
    return _complete(skeleton, BoneAssignment(roles, reasons, named.convention), named, picks)


def _refuted(
    skeleton: Skeleton, assignment: BoneAssignment, picks: Mapping[str, int]
) -> BoneAssignment:
    """The assignment by names, or the one by shape where only that is plausible."""
    doubts = doubtful_roles(skeleton, assignment.roles)
    if picks or len(doubts) < MANY_DOUBTS:
        return assignment
    by_shape = _from_structure(skeleton, Candidates({}, BY_STRUCTURE), picks)
    if by_shape is None or doubtful_roles(skeleton, by_shape.roles):
        return assignment
    return replace(by_shape, notes=(NAMES_REFUTED,))


def _from_structure(
    skeleton: Skeleton, named: Candidates, picks: Mapping[str, int]
) -> BoneAssignment | None:  # fmt: skip
    """The assignment by shape, consistent with the roles that names or the artist give."""
    known = {role: skeleton.names[bones[0]] for role, bones in named.bones.items()}
    known |= {role: skeleton.names[bone] for role, bone in picks.items()}
    found = structure.find_roles(named.without_helpers(skeleton), known)
    if found is None:
        return None
    roles = {role: skeleton.index[bone] for role, bone in found.items()}
    reasons = dict.fromkeys(roles, "the shape of the skeleton")
    assignment = BoneAssignment(roles, reasons, BY_STRUCTURE)
    return _complete(skeleton, assignment, Candidates({}, BY_STRUCTURE), picks)


def _complete(
    skeleton: Skeleton, assignment: BoneAssignment, named: Candidates, picks: Mapping[str, int]
) -> BoneAssignment:
    """Add neck and trunk, and exchange left and right where the feet say so."""
    roles, reasons = assignment.roles | dict(picks), dict(assignment.reasons)
    head = choose_head(skeleton, named.bones.get("head", ()), roles)
    if head is not None:
        roles.setdefault("head", head)
        reasons.setdefault("head", "the neck carries no arm")
    for role, (bone, why) in _trunk_of(skeleton, roles, named).items():
        if bone not in roles.values():
            roles[role] = bone
            reasons[role] = why
    if any(role[-2:] in (".L", ".R") for role in picks):
        return replace(assignment, roles=roles, reasons=reasons)
    sides = judge_sides(skeleton, roles, certain=assignment.convention != BY_STRUCTURE)
    if sides.exchanged:
        roles = exchanged(roles)
        told = {r: f"{why}; left and right as the feet point" for r, why in reasons.items()}
        reasons = exchanged(told) if sides.told else exchanged(reasons)
    return replace(assignment, roles=roles, reasons=reasons, sides_told=sides.told)


def _trunk_of(
    skeleton: Skeleton, roles: Mapping[str, int], named: Candidates
) -> dict[str, tuple[int, str]]:
    """Torso and lower back without a bone so far: by the convention's table, else by the arms."""
    found = find_trunk(skeleton, roles)
    seen = {"torso": "the spine bone that carries the arms", "lower_back": "the first spine bone"}
    trunk = {role: (bone, seen[role]) for role, bone in found.items()}
    for role in ("torso", "lower_back"):
        bones: Sequence[int] = named.bones.get(role, ())
        if bones:
            trunk[role] = (bones[0], named.reason(role))
    return {role: bone for role, bone in trunk.items() if role not in roles}


def missing_roles(assignment: BoneAssignment) -> tuple[str, ...]:
    """Segments without a bone."""
    return tuple(role for role in ROLES if role not in assignment.roles)


def check_bones(skeleton: Skeleton) -> None:
    """Raise RigError for bones that cannot be measured."""
    if not skeleton.names:
        raise RigError(f"The armature {skeleton.armature!r} has no bones.")
    if not np.isfinite(skeleton.matrices).all() or not np.isfinite(skeleton.to_world).all():
        raise RigError(
            f"The armature {skeleton.armature!r} has a position that is not a finite number: "
            "repair its bones and its transform."
        )
    crushed = np.abs(np.linalg.det(skeleton.matrices[:, :3, :3])) < CRUSHED
    if crushed.any():
        raise RigError(
            f"The bone {skeleton.names[int(np.argmax(crushed))]!r} of {skeleton.armature!r} has no "
            "direction that could be read: bring the armature nearer to its origin."
        )

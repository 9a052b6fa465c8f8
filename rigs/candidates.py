"""Candidates by names: for each role the bones that may have it, and the limbs they form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .naming import ANCHORS, match_convention, read_label, tidy_names
from .naming.by_words import match_words
from .skeleton import Skeleton

NO_CONVENTION = "words in the names"
# Each role of a limb is searched below the one before it.
LIMBS = (("upper_leg", "lower_leg", "foot", "toes"), ("upper_arm", "lower_arm", "hand"))
STRAIGHT = 0.95  # cosine between the two halves of a split bone
FEWEST_BONES = 8  # of a whole body: hips, a trunk and two legs
AT_HIPS = 0.4  # of a leg: distance from the hips
PIECE = 0.2  # of a long bone: a shorter piece above it is not its first half


@dataclass(frozen=True)
class Candidates:
    """Candidate bones of each role by their names, best first.

    Attributes:
        bones: role -> indices of bones.
        convention: the naming convention, or NO_CONVENTION.
        by_table: roles that the convention's table names; the others come from words.
        helpers: bones that are twists, goals, ends and the like by their names.
        notes: sentences on what is unusual about the names.
    """

    bones: Mapping[str, Sequence[int]]
    convention: str
    by_table: frozenset[str] = frozenset()
    helpers: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()

    def reason(self, role: str) -> str:
        """The reason for taking a bone by its name."""
        return f"its name ({self.convention if role in self.by_table else NO_CONVENTION})"

    def without_helpers(self, skeleton: Skeleton) -> Skeleton:
        """The rig without helper bones, and without bones that only helpers carry."""
        helpers = self.helpers
        kept = [
            i for i in range(len(skeleton.names))
            if any(b not in helpers for b in skeleton.descendants(i))
        ]  # fmt: skip
        return skeleton.part(kept)


def read_names(skeleton: Skeleton) -> Candidates:
    """Candidates by a convention's table, and by words for roles that the table does not name.

    Where several roots carry a whole body each, only the largest one is read.
    """
    bodies: list[tuple[list[int], Candidates]] = []
    for root in (i for i, parent in enumerate(skeleton.parents) if parent < 0):
        below = sorted(skeleton.descendants(root))
        if len(below) >= FEWEST_BONES:
            read = _read(skeleton.part(below))
            if all(role in read.bones for role in ANCHORS if role != "pelvis"):
                bodies.append((below, read))
    if len(bodies) < 2:
        return _read(skeleton)
    below, read = max(bodies, key=lambda body: len(body[0]))
    others = [skeleton.names[body[0]] for body, _ in bodies if body != below]
    note = (
        f"The armature holds {len(bodies)} characters: the one below "
        f"{skeleton.names[below[0]]!r} is taken, not {', '.join(map(repr, others))}."
    )
    bones = {role: [below[b] for b in found] for role, found in read.bones.items()}
    helpers = frozenset(below[b] for b in read.helpers)
    return Candidates(bones, read.convention, read.by_table, helpers, (note,))


def _read(skeleton: Skeleton) -> Candidates:
    words = {role: _indices(skeleton, found) for role, found in match_words(skeleton).items()}
    helpers = frozenset(
        i for i, name in enumerate(tidy_names(skeleton.names))
        if read_label(name) is None and read_label(name, helpers=True) is not None
    )  # fmt: skip
    matched = match_convention(skeleton.names)
    if matched is None:
        return Candidates(words, NO_CONVENTION, helpers=helpers)
    convention, named = matched
    table = {role: _indices(skeleton, found) for role, found in named.items()}
    # A table may name only the upper end of a neck whose words are all known.
    head = [*table.get("head", ()), *words.get("head", ())]
    bones = {**words, **table, **({"head": head} if head else {})}
    return Candidates(bones, convention, frozenset(table), helpers)


def _indices(skeleton: Skeleton, names: Iterable[str]) -> list[int]:
    return [skeleton.index[name] for name in names]


def follow_limbs(
    skeleton: Skeleton, candidates: Mapping[str, Sequence[int]], picks: Mapping[str, int]
) -> dict[str, int]:
    """For each role of a limb, the first candidate below the limb's previous joint."""
    roles: dict[str, int] = {}
    for side in "LR":
        for limb in LIMBS:
            above = -1
            for part in limb:
                role = f"{part}.{side}"
                options = [picks[role]] if role in picks else list(candidates.get(role, ()))
                options = [b for b in options if b not in roles.values()]
                below = [b for b in options if above < 0 or skeleton.carries(above, b)]
                # Feet may be children of the root, but toes must be below their own foot.
                found = below if part == "toes" and role not in picks else below or options
                if found:
                    roles[role] = above = found[0]
            _begin_at_first_half(skeleton, roles, limb, side, picks)
    pelvis = _choose_pelvis(skeleton, list(candidates.get("pelvis", ())), roles)
    return roles | ({} if pelvis is None else {"pelvis": pelvis}) | dict(picks)


def _begin_at_first_half(
    skeleton: Skeleton,
    roles: dict[str, int],
    limb: tuple[str, ...],
    side: str,
    picks: Mapping[str, int],
) -> None:
    """Start a split thigh or upper arm at its first piece, even where that is named a twist."""
    upper, lower = f"{limb[0]}.{side}", f"{limb[1]}.{side}"
    if upper not in roles or lower not in roles or upper in picks:
        return
    bone = roles[upper]
    above = skeleton.parents[bone]
    said = read_label(skeleton.names[bone], helpers=True)
    while said and above >= 0 and said == read_label(skeleton.names[above], helpers=True):
        piece = skeleton.heads[bone] - skeleton.heads[above]
        rest = skeleton.heads[roles[lower]] - skeleton.heads[bone]
        lengths = np.linalg.norm(piece), np.linalg.norm(rest)
        if lengths[0] < PIECE * lengths[1] or piece @ rest < STRAIGHT * lengths[0] * lengths[1]:
            return
        roles[upper] = bone = above
        above = skeleton.parents[bone]


def _choose_pelvis(
    skeleton: Skeleton, candidates: list[int], roles: Mapping[str, int]
) -> int | None:
    """The lowest pelvis candidate that carries legs and arms, else legs, else the first one.

    Where no candidate carries the legs, the bone at the hips that carries both is taken.
    """
    legs = [roles[f"upper_leg.{side}"] for side in "LR" if f"upper_leg.{side}" in roles]
    arms = [roles[f"upper_arm.{side}"] for side in "LR" if f"upper_arm.{side}" in roles]
    for carried in (legs + arms, legs):
        carrying = [b for b in candidates if all(skeleton.carries(b, part) for part in carried)]
        if carried and carrying:
            return max(carrying, key=lambda bone: skeleton.depths[bone])
    branch = skeleton.common_ancestor(*legs) if len(legs) == 2 else -1
    if branch in legs:
        branch = -1
    if candidates and (branch < 0 or not _is_at_hips(skeleton, branch, roles)):
        return candidates[0]
    return branch if branch >= 0 else None


def _is_at_hips(skeleton: Skeleton, bone: int, roles: Mapping[str, int]) -> bool:
    """Whether a bone lies between the hips, and not at a root on the floor."""
    if "foot.L" not in roles:
        return False
    hips = skeleton.heads[[roles[f"upper_leg.{side}"] for side in "LR"]].mean(axis=0)
    leg = skeleton.distance(roles["upper_leg.L"], roles["foot.L"])
    return bool(np.linalg.norm(skeleton.heads[bone] - hips) < AT_HIPS * leg)

"""Finding the chains of bones that hang on a body: hair, ears, tails, cloth, straps and bags; and
its single soft bones.

A chain is a row of unmapped bones below a mapped one. Where a row branches, the longest way is the
trunk, and each other branch is a chain of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..bodies.kinds import BIPED
from ..bodies.quadruped import TAIL
from ..bodies.softness import SOFT
from . import kinds
from .body_axes import BodyAxes
from .bone_map import BoneMap
from .bone_ties import Ties, control_of, reason_of
from .confidence import GUESSED
from .generated_rig import as_designed, is_generated
from .hanging_bones import CARRIES, REASONS, Place, Sorting, sort_bones
from .hanging_controls import controls_of
from .hanging_kinds import kinds_of, length_of, may_be_legs, points_of, rows_of, word_of
from .naming.hanging import JIGGLES
from .skeleton import Skeleton

Chain = tuple[int, ...]
SINGLE = "It is a single bone, and no name says that it hangs."
SHORT = "It is short, and no name says that it hangs."
MAYBE_A_LEG = "It may be a leg: it hangs as low, and no name tells."
SINGLE_EAR = "It is the ear of an upright body, which does not swing."
CLOSED = "Its bones run in a ring, which does not hang."
NO_LENGTH = "It has no length."
RING = 0.35  # of its length: a chain whose tip is this near to its root is a ring
SHORTEST = 0.05  # of the rig's size: shorter rows of bones hang by name only
NOTHING = 1e-4  # of the rig's size: shorter bones have no length
FORK, EVEN_FORK = 0.5, 0.8  # second longest branch, by the longest: then no branch is the trunk
FACE = "ORG-face"  # Rigify's faces draw an ear as a ring of bones that one control turns


@dataclass(frozen=True, kw_only=True)
class FoundChain:
    """A chain of bones that may swing, or one soft bone.

    Attributes:
        name: that of its first bone.
        bones: from root to tip; of a generated rig those that stand for its deforming bones.
        carrier: the mapped bone that carries it.
        kind: the preset that suits, "hair", "tail", "cloth" or "strap"; of a soft bone "soft".
        controls: the bones that are keyed, one for each of `bones`.
        row: the row of strips that it is part of, such as a skirt; "" for none. The chains of a row
            stand one after the other in the order around the body, after the widest gap.
        end: a bone whose head marks the tip of the last bone; "" where that is its own tail.
    """

    name: str
    bones: tuple[str, ...]
    carrier: str
    kind: str
    controls: tuple[str, ...]
    row: str
    end: str = ""


@dataclass(frozen=True, kw_only=True)
class LeftAlone:
    """A bone that is no part of a chain, and one sentence on why."""

    bone: str
    reason: str


def find_chains(
    skeleton: Skeleton, bone_map: BoneMap, ties: Ties | None = None, with_tail: bool = False
) -> tuple[tuple[FoundChain, ...], tuple[LeftAlone, ...]]:
    """The chains that hang on a body and its soft bones, and the other unmapped bones on it.

    Args:
        ties: constraints and drivers of the bones, by name.
        with_tail: also let the tail of a quadruped hang, which its map gives to the simulated body.
    """
    ties = ties or {}
    generated = is_generated(skeleton)
    place = _place(skeleton, bone_map, generated, with_tail)
    tree = place.skeleton
    # What ties ORG bones to their controls is Rigify's affair; the controls are looked at below.
    tied = {} if generated else {
        bone: reason_of(ties[name])
        for bone, name in enumerate(tree.names)
        if ties.get(name) and control_of(ties, name) is None
    }  # fmt: skip
    sorting = sort_bones(place, tied)
    if generated:
        _spare_faces(place, sorting)
    controls: dict[Chain, tuple[str, ...]] = {}
    chains = list(_chains(place, sorting))
    unnamed = [chain for chain in chains if not word_of(sorting.spoken, chain).hangs]
    legs = may_be_legs(place, unnamed)
    for chain in [*chains, *((bone,) for bone in sorted(sorting.soft))]:
        reason = MAYBE_A_LEG if chain in legs else _unfit(place, sorting, chain)
        found = reason or controls_of(skeleton, _names(tree, chain), ties, generated)
        if isinstance(found, str):
            sorting.reasons |= dict.fromkeys(chain, found)
        else:
            controls[chain] = found
    return _told(place, sorting, controls)


def _place(skeleton: Skeleton, bone_map: BoneMap, generated: bool, with_tail: bool) -> Place:
    tree = as_designed(skeleton) if generated else skeleton
    indices = {role: skeleton.index[bone] for role, bone in bone_map.roles.items()
               if bone in skeleton.index}  # fmt: skip
    mapped = {tree.index[bone]: role for role, bone in bone_map.roles.items()
              if bone in tree.index}  # fmt: skip
    hanging = frozenset(bone for bone, role in mapped.items() if with_tail and role in TAIL)
    return Place(
        skeleton=tree,
        roles={bone: role for bone, role in mapped.items() if bone not in hanging},
        kind=bone_map.kind,
        hanging=hanging,
        axes=_axes(skeleton, bone_map.kind, indices),
        front_told=GUESSED not in bone_map.certainty.values(),
    )


def _axes(skeleton: Skeleton, kind: str, roles: dict[str, int]) -> BodyAxes | None:
    if not kinds.is_measurable(kind, roles):
        return None
    return kinds.read_rest(kind, skeleton, roles).axes


def _spare_faces(place: Place, sorting: Sorting) -> None:
    """Of a generated face only the ears of animals hang: the first bone of each, by its control."""
    tree = place.skeleton
    if FACE not in tree.index:
        return
    for bone in list(tree.descendants(tree.index[FACE])):
        first_of_ear = tree.names[bone] in ("ORG-ear.L", "ORG-ear.R") and place.kind != BIPED
        if bone in sorting.spoken and not first_of_ear:
            sorting.free.discard(bone)
            sorting.soft.discard(bone)
            sorting.bar(bone, REASONS["face"])


def _chains(place: Place, sorting: Sorting) -> Iterator[Chain]:
    """All ways from a first free bone to a tip, longest first at each branch."""
    parents = place.skeleton.parents
    for bone in sorted(sorting.free):
        if parents[bone] not in sorting.free:
            yield from _from(place, sorting, bone)


def _from(place: Place, sorting: Sorting, root: int) -> Iterator[Chain]:
    branches = _branches(place, sorting, root)
    if _is_hub(place.skeleton, branches):
        sorting.reasons[root] = CARRIES
        for branch in branches:
            yield from _from(place, sorting, branch[0])
        return
    trunk = _longest(place, sorting, root)
    yield trunk
    for bone in trunk:
        for branch in _branches(place, sorting, bone):
            if branch[0] not in trunk:
                yield from _from(place, sorting, branch[0])


def _branches(place: Place, sorting: Sorting, bone: int) -> list[Chain]:
    children = [c for c in place.skeleton.children[bone] if c in sorting.free]
    chains = [_longest(place, sorting, child) for child in children]
    return sorted(chains, key=lambda chain: -length_of(place.skeleton, chain))


def _longest(place: Place, sorting: Sorting, root: int) -> Chain:
    ways = [_longest(place, sorting, child) for child in place.skeleton.children[root]
            if child in sorting.free]  # fmt: skip
    best: Chain = max(ways, key=lambda way: length_of(place.skeleton, way), default=())
    return (root, *best)


def _is_hub(tree: Skeleton, branches: Sequence[Chain]) -> bool:
    """Whether a first bone only carries several chains: none of its branches is the trunk."""
    if len(branches) < 2:
        return False
    longest, second = (length_of(tree, branch) for branch in branches[:2])
    if len(branches) > 2:
        return second >= FORK * longest
    return second >= EVEN_FORK * longest and len(branches[0]) == len(branches[1])


def _unfit(place: Place, sorting: Sorting, chain: Chain) -> str:
    """Why a chain of free bones does not hang; "" if it does."""
    tree = place.skeleton
    points = points_of(tree, chain)
    length = length_of(tree, chain)
    size = float(np.ptp(tree.heads, axis=0).max())
    if not length > NOTHING * size:
        return NO_LENGTH
    if _is_soft(sorting, chain):
        return ""
    first = sorting.spoken[chain[0]]
    if not word_of(sorting.spoken, chain).hangs and (len(chain) == 1 or length < SHORTEST * size):
        return SINGLE if len(chain) == 1 else SHORT
    if len(chain) == 1 and first.topic == "ear" and place.kind == BIPED:
        return SINGLE_EAR
    if len(chain) > 2 and np.linalg.norm(points[-1] - points[0]) < RING * length:
        return CLOSED
    return ""


def _is_soft(sorting: Sorting, chain: Chain) -> bool:
    """Whether a chain is a soft bone, or a single bone whose name says that it jiggles."""
    single = len(chain) == 1
    return single and (chain[0] in sorting.soft or sorting.spoken[chain[0]].topic == JIGGLES)


def _told(
    place: Place, sorting: Sorting, controls: dict[Chain, tuple[str, ...]]
) -> tuple[tuple[FoundChain, ...], tuple[LeftAlone, ...]]:
    tree = place.skeleton
    chains = [chain for chain in controls if not _is_soft(sorting, chain)]
    soft = [chain for chain in controls if _is_soft(sorting, chain)]
    found = kinds_of(place, chains, sorting.spoken)
    kind_of = dict(zip(chains, found, strict=True)) | dict.fromkeys(soft, SOFT)
    rows = rows_of(place, chains, found, sorting.spoken)
    ordered = [*(chain for chain in chains if chain not in rows), *rows, *soft]
    told = tuple(
        FoundChain(
            name=tree.names[chain[0]],
            bones=_names(tree, chain),
            carrier=tree.names[place.carrier(chain[0])],
            kind=kind_of[chain],
            controls=controls[chain],
            row=rows.get(chain, ""),
            end=_end(tree, sorting, chain),
        )
        for chain in ordered
    )
    used = {name for chain in told for name in (*chain.bones, *chain.controls)}
    alone = tuple(
        LeftAlone(bone=tree.names[bone], reason=reason)
        for bone, reason in sorted(sorting.reasons.items())
        if tree.names[bone] not in used
    )
    return told, alone


def _names(tree: Skeleton, chain: Chain) -> tuple[str, ...]:
    return tuple(tree.names[bone] for bone in chain)


def _end(tree: Skeleton, sorting: Sorting, chain: Chain) -> str:
    ends = [child for child in tree.children[chain[-1]] if child in sorting.ends]
    return tree.names[ends[0]] if len(ends) == 1 else ""

"""A generated Rigify rig as it was designed: its ORG bones with the parents of its metarig.

Rigify parents the bones of a spine to their controls and reverses some of a tail's bones; reversed
bones are replaced by the controls of the same name. The bone above the spine's pivot turns by the
mean of those before and behind it; it is merged with the one behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from .skeleton import Skeleton

ORG, PIVOT = "ORG-", "MCH-pivot"
PREFIXES = ("DEF-", "tweak_")  # of other bones that belong to an ORG bone
MARKS = ("root", "torso", "hips", "chest")
FEWEST = 12  # number of ORG bones: three of each leg
SAME = 1e-4  # of the rig's size: points this close count as one


def is_generated(skeleton: Skeleton) -> bool:
    """Whether Rigify generated the rig, from any metarig with a spine."""
    return all(name in skeleton.index for name in MARKS) and (
        sum(name.startswith(ORG) for name in skeleton.names) >= FEWEST
    )


def as_designed(skeleton: Skeleton) -> Skeleton:
    """The bones that were designed (see above), parents before their children."""
    size = SAME * float(np.ptp(skeleton.heads, axis=0).max())
    shown = [_shown(skeleton, i, size) for i, n in enumerate(skeleton.names) if n.startswith(ORG)]
    parents = {bone: _parent(skeleton, bone, set(shown), size) for bone in shown}
    for pivot in [bone for bone in shown if parents[bone] >= 0 and _is_pivot(skeleton, bone)]:
        behind = parents.pop(pivot)
        parents = {bone: behind if p == pivot else p for bone, p in parents.items()}
    ordered = list(_parents_first(parents))
    place = {bone: i for i, bone in enumerate(ordered)}
    return replace(
        skeleton,
        names=tuple(skeleton.names[bone] for bone in ordered),
        parents=tuple(place.get(parents[bone], -1) for bone in ordered),
        matrices=skeleton.matrices[ordered],
        tails=skeleton.tails[ordered],
        deforms=tuple(skeleton.deforms[bone] for bone in ordered),
    )


def designed_name(bone: str) -> str:
    """The name of a bone in the metarig."""
    return bone.removeprefix(ORG)


def _shown(skeleton: Skeleton, org: int, size: float) -> int:
    """The ORG bone, or its control where the ORG bone was reversed."""
    control = skeleton.index.get(designed_name(skeleton.names[org]))
    if control is None:
        return org
    turned = np.linalg.norm(skeleton.tails[org] - skeleton.heads[control]) < size
    return control if turned else org


def _parent(skeleton: Skeleton, bone: int, shown: set[int], size: float) -> int:
    """The parent of a bone, the one of its control, or one that ends where the bone begins."""
    for above in list(skeleton.ancestors(bone))[1:]:
        twin = skeleton.index.get(ORG + _unprefixed(skeleton.names[above]), -1)
        for found in (above, twin):
            if found in shown and found != bone and not _is_of(skeleton, bone, found):
                return found
    ending = [b for b in shown if b != bone
              and np.linalg.norm(skeleton.tails[b] - skeleton.heads[bone]) < size
              and skeleton.names[b].startswith(ORG)]  # fmt: skip
    return ending[0] if ending else -1


def _unprefixed(name: str) -> str:
    return next((name.removeprefix(p) for p in PREFIXES if name.startswith(p)), name)


def _is_pivot(skeleton: Skeleton, bone: int) -> bool:
    above = list(skeleton.ancestors(bone))[1:3]
    return PIVOT in [skeleton.names[b] for b in above]


def _is_of(skeleton: Skeleton, bone: int, found: int) -> bool:
    """Whether both are names of the same designed bone."""
    return designed_name(skeleton.names[bone]) == designed_name(skeleton.names[found])


def _parents_first(parents: dict[int, int]) -> Iterator[int]:
    waiting = dict(parents)
    while waiting:
        ready = [bone for bone, parent in waiting.items() if parent not in waiting]
        if not ready:  # a cycle of parents: the rig was edited by hand
            ready = list(waiting)
        for bone in ready:
            del waiting[bone]
            yield bone

"""Drawing of rigs with parts that hang: rows and rings of bones added to a convention's body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from footfall import Character
from footfall.evaluation.drawn_bodies import A_POSE, Pose
from footfall.evaluation.drawn_conventions import draw_convention
from footfall.rigs import kinds
from footfall.rigs.bone_map import make_bone_map
from footfall.rigs.hanging_chains import find_chains
from footfall.rigs.skeleton import Skeleton

BODY = Character.humanoid()
Offset = tuple[float, float, float]
DOWN, BACK, UP = (0.0, 0.0, -0.1), (-0.1, 0.0, -0.02), (0.0, 0.02, 0.08)
SIDED = re.compile(r"\{([^,}]*),([^}]*)\}")


@dataclass(frozen=True)
class Row:
    """Bones in a row below a parent, from `at` its head [m]; {l,r} in names draws both sides."""

    parent: str
    bones: str  # separated by ", "
    at: Offset
    step: Offset = DOWN


@dataclass(frozen=True)
class Ring:
    """Rows around a parent, `strips` names with {i} and {j} for the strip and the bone."""

    parent: str
    name: str
    strips: Sequence[str]
    bones: Sequence[str]
    radius: float = 0.16
    at: Offset = (0.0, 0.0, 0.0)
    step: Offset = DOWN


@dataclass(frozen=True)
class HangingRig:
    """A rig, and the chains that hang on it.

    Attributes:
        origin: where the names of its bones come from.
        base: the convention of its body, a file of evaluation/conventions.
        parts: what is added to the body.
        chains: for each chain its kind and its bones, "hair: a, b"; {l,r} stands for two chains.
        rows: for each row of strips, the first bones of its chains in any order.
        dropped: bones of the base whose names contain this are left out.
    """

    origin: str
    base: str
    parts: Sequence[Row | Ring]
    chains: Sequence[str]
    rows: Sequence[Sequence[str]] = ()
    dropped: str = ""


def both(text: str) -> list[tuple[str, float]]:
    """(text, sign of y) for the left and right of a text with {l,r}, else the text alone."""
    if not SIDED.search(text):
        return [(text, 1.0)]
    return [(SIDED.sub(lambda m, i=i: m.group(i + 1), text), 1.0 - 2 * i) for i in (0, 1)]


def draw(rig: HangingRig, pose: Pose = A_POSE) -> Skeleton:
    """The rig on an average body in a rest pose; it faces +x."""
    skeleton = draw_convention(rig.base, BODY, pose)
    if rig.dropped:
        kept = [i for i, name in enumerate(skeleton.names) if rig.dropped not in name]
        skeleton = skeleton.part(kept)
    for part in rig.parts:
        for parent, bones, at, step in _rows(part):
            skeleton = hang(skeleton, parent, bones, at, step)
    return skeleton


def _rows(part: Row | Ring) -> Iterator[tuple[str, list[str], Offset, Offset]]:
    if isinstance(part, Row):
        parents = both(part.parent)
        for i, (bones, sign) in enumerate(both(part.bones)):
            parent = parents[i % len(parents)][0]
            at, step = ((x, sign * y, z) for x, y, z in (part.at, part.step))
            yield parent, bones.split(", "), at, step
        return
    for i, strip in enumerate(part.strips):
        angle = 2 * np.pi * i / len(part.strips)
        x, y = part.radius * np.cos(angle), part.radius * np.sin(angle)
        at = (part.at[0] + float(x), part.at[1] + float(y), part.at[2])
        bones = [part.name.format(i=strip, j=bone) for bone in part.bones]
        yield part.parent, bones, at, part.step


def hang(
    skeleton: Skeleton, parent: str, bones: Sequence[str], at: Offset, step: Offset
) -> Skeleton:
    """The skeleton with a row of bones more."""
    above = skeleton.index[parent]
    start = skeleton.heads[above] + np.array(at)
    steps = np.arange(len(bones) + 1)[:, None] * np.array(step)
    points = start + steps
    matrices = np.tile(np.eye(4), (len(bones), 1, 1))
    matrices[:, :3, 3] = points[:-1]
    first = len(skeleton.names)
    return replace(
        skeleton,
        names=(*skeleton.names, *bones),
        parents=(*skeleton.parents, above, *range(first, first + len(bones) - 1)),
        matrices=np.concatenate([skeleton.matrices, matrices]),
        tails=np.vstack([skeleton.tails, points[1:]]),
        deforms=(*skeleton.deforms, *(True,) * len(bones)),
    )


def found_on(skeleton: Skeleton, **options):
    """The chains on a skeleton, why its other bones are left alone, and the map of its body."""
    bone_map = make_bone_map(skeleton, kinds.assigned(skeleton), {})
    chains, alone = find_chains(skeleton, bone_map, **options)
    return chains, {left.bone: left.reason for left in alone}, bone_map

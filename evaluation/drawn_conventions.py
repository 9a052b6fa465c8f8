"""Rigs drawn from other projects' lists of bones: `conventions/` has a file for each convention.

The first line of a file is its title. Each other line is a bone, indented under its parent:
`name | place | role`. {a,b} in a name stands for the left and the right one. A place is a landmark
of the body, or "from to share" for a point on the way between two. The role is the truth that a
mapping is compared with; helpers, twists and ends have none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..rigs.skeleton import Skeleton
from .drawn_bodies import Pose, pose_joints

Array = NDArray[np.float64]
FOLDER = Path(__file__).parent / "conventions"
STUB = 0.05  # [m], length of a bone without children
COLLAR = 0.25  # of the way from neck to shoulder
SIDES = ("L", "R")


@dataclass(frozen=True)
class ListedBone:
    """One bone of a convention; `side` is "L", "R" or ""; `parent` an index, -1 for none."""

    name: str
    parent: int
    place: tuple[str, ...]
    role: str
    side: str


def convention_files() -> tuple[str, ...]:
    """Names of the conventions, to be given to `load_convention`."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))


@cache
def load_convention(name: str) -> tuple[ListedBone, ...]:
    """All bones of a convention, parents before their children."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()[1:]
    bones: list[ListedBone] = []
    above: list[dict[str, int]] = []  # for each depth, the index of the last bone of each side
    for line in lines:
        depth = len(line) - len(line.lstrip())
        label, place, role = (*(part.strip() for part in line.split("|")), "")[:3]
        del above[depth:]
        above.append({})
        for side, spelled in _spell(label):
            parents = above[depth - 1] if depth else {}
            parent = parents.get(side, parents.get("", -1))
            above[depth][side] = len(bones)
            sided = f"{role}.{side}" if role and side else role
            bones.append(ListedBone(spelled, parent, tuple(place.split()), sided, side))
    return tuple(bones)


def _spell(label: str) -> list[tuple[str, str]]:
    """(side, name) for both sides of a name with {left,right}, else the name alone."""
    found = re.search(r"\{([^,}]*),([^}]*)\}", label)
    if found is None:
        return [("", label)]
    words = zip(SIDES, found.groups(), strict=True)
    return [(side, label[: found.start()] + word + label[found.end() :]) for side, word in words]


def true_roles(name: str) -> dict[str, str]:
    """Role -> bone, as the convention's users mean it."""
    return {bone.role: bone.name for bone in load_convention(name) if bone.role}


def draw_convention(
    name: str,
    character: Character,
    pose: Pose,
    root: Array | None = None,
    to_world: Array | None = None,
) -> Skeleton:
    """The rig of a convention on a body in a rest pose; `root` (3, 3) turns it."""
    bones = load_convention(name)
    points = _landmarks(character, pose, root)
    heads = np.array([_place(bone, points) for bone in bones])
    matrices = np.tile(np.eye(4), (len(bones), 1, 1))
    # Imported rigs have bones whose own axes say nothing.
    random = np.random.default_rng(len(bones))
    matrices[:, :3, :3] = matrices_from_quaternions(random.normal(size=(len(bones), 4)))
    matrices[:, :3, 3] = heads
    return Skeleton(
        armature=name,
        names=tuple(bone.name for bone in bones),
        parents=tuple(bone.parent for bone in bones),
        matrices=matrices,
        tails=_tails(bones, heads),
        to_world=np.eye(4) if to_world is None else to_world,
        deforms=(True,) * len(bones),
    )


def _landmarks(character: Character, pose: Pose, root: Array | None) -> dict[str, Array]:
    """Points of the posed body (3,) by name."""
    points, turns = pose_joints(character, pose, root)

    def at(segment: str, *offset: float) -> Array:
        found: Array = points[segment] + turns[segment] @ np.array(offset)
        return found

    found = {
        "crown": at("head", 0.0, 0.0, character.segment("head").length),
        "floor": at("pelvis", 0.0, 0.0, -character.standing_height_of_root),
        "front": at("pelvis", 1.0, 0.0, -character.standing_height_of_root / 2),
    }
    for side in SIDES:
        hand, toes = (character.segment(f"{part}.{side}").length for part in ("hand", "toes"))
        found[f"collar.{side}"] = points["head"] + COLLAR * (
            points[f"upper_arm.{side}"] - points["head"]
        )
        found[f"knuckle.{side}"] = at(f"hand.{side}", 0.0, 0.0, -hand / 2)
        found[f"fingertip.{side}"] = at(f"hand.{side}", 0.0, 0.0, -hand)
        found[f"thumb.{side}"] = at(f"hand.{side}", hand / 3, 0.0, -hand / 3)
        found[f"toe_tip.{side}"] = at(f"toes.{side}", toes, 0.0, 0.0)
        found[f"heel.{side}"] = at(f"foot.{side}", -toes / 2, 0.0, -toes / 2)
    return points | found


def _place(bone: ListedBone, points: Mapping[str, Array]) -> Array:
    def point(landmark: str) -> Array:
        sided = f"{landmark}.{bone.side}"
        return points[sided] if sided in points else points[landmark]

    if len(bone.place) == 1:
        return point(bone.place[0])
    start, end, share = bone.place
    return (1.0 - float(share)) * point(start) + float(share) * point(end)


def _tails(bones: tuple[ListedBone, ...], heads: Array) -> Array:
    """Each bone's tail: at its first child that lies elsewhere, else on along its parent."""
    tails = heads + np.array([0.0, 0.0, STUB])
    for i, bone in enumerate(bones):
        below = [j for j, other in enumerate(bones) if other.parent == i]
        far = [j for j in below if np.linalg.norm(heads[j] - heads[i]) > STUB / 10]
        if far:
            tails[i] = heads[far[0]]
        elif bone.parent >= 0 and np.linalg.norm(heads[i] - heads[bone.parent]) > STUB / 10:
            way = heads[i] - heads[bone.parent]
            tails[i] = heads[i] + STUB * way / np.linalg.norm(way)
    return tails


def in_one_armature(one: Skeleton, other: Skeleton, rename: Callable[[str], str]) -> Skeleton:
    """Two characters with the same bones; the names of the other's are changed by `rename`."""
    count = len(one.names)
    return replace(
        one,
        names=(*one.names, *map(rename, other.names)),
        parents=(*one.parents, *(p + count if p >= 0 else -1 for p in other.parents)),
        matrices=np.concatenate([one.matrices, other.matrices]),
        tails=np.concatenate([one.tails, other.tails]),
        deforms=(True,) * (2 * count),
    )

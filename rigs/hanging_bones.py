"""Which bones of a rig may hang, and why the others are left alone: by names, then by place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from ..bodies.kinds import BIPED
from ..bodies.quadruped import TAIL
from ..bodies.strength import base_name
from .body_axes import BodyAxes
from .naming.hanging import (
    BODY,
    CHEEKS,
    FACE,
    JIGGLES,
    MOVES,
    SOFT,
    Spoken,
    names_an_end,
    speaks_of_hanging,
)
from .skeleton import Skeleton

Array = NDArray[np.float64]
HEAD, TRUNK, HIPS, LIMB, AT_TAIL = "head", "trunk", "hips", "limb", "tail"
REGIONS = {"pelvis": HIPS, "head": HEAD, "neck": HEAD, "lower_back": TRUNK, "torso": TRUNK}
FORWARD = 0.5  # cosine: what points this far ahead of a head is its face
UPWARDS = 0.8  # cosine: what continues a neck this far upwards is the head
REASONS = {
    "helper": "It is a target, a pole or a helper of the rig.",
    "face": "It belongs to the face.",
    "cheeks": "It belongs to the face.",
    "fingers": "It belongs to the fingers.",
    "toes": "It belongs to the toes.",
    "prop": "It is a place for a weapon or a prop.",
    "rigid": "It is a rigid part.",
    "wing": "It is a wing or a fin, which moves by itself.",
    "twist": "It twists or fills out a limb.",
    "muscle": "It is a muscle, which the pose of the body moves.",
    "maybe_fingers": "It belongs to the fingers.",
    "body": "It belongs to the body.",
}
AN_END = "It only marks the end of the bone before it."
OF_A_LIMB = "It lies in a limb, and no name says that it hangs."
MAYBE_AN_ARM = "It may be an arm: the bones of the arms are not known."
OF_THE_TAIL = "It moves with the tail of the simulated body."
MOVES_NO_MESH = "It moves no mesh."
ON_A_PART = "It moves with the soft or hanging bone that carries it."
FACES = 6  # bones of a head that speak of a face: where there are more, cheeks are among these
CARRIES = "It only carries other hanging parts."


@dataclass(frozen=True)
class Place:
    """A rig's tree of bones with the ones that a body moves.

    Attributes:
        skeleton: the bones; of a generated rig those that were designed.
        roles: bone -> segment of the body, without the segments that shall hang.
        kind: of the body.
        hanging: bones of segments that shall hang, such as the tail's.
        axes: the body's directions; None where they are not known.
        front_told: whether front and back are told apart, not guessed.
    """

    skeleton: Skeleton
    roles: Mapping[int, str]
    kind: str
    hanging: frozenset[int] = frozenset()
    axes: BodyAxes | None = None
    front_told: bool = True

    def ahead(self, way: Array) -> float:
        """How far a unit vector (3,) points ahead, or ahead or back where these are guessed."""
        if self.axes is None:
            return 0.0
        forward = float(way @ self.axes.forward)
        return forward if self.front_told else abs(forward)

    def carrier(self, bone: int) -> int:
        """The nearest mapped ancestor of a bone; -1 for none."""
        above = self.skeleton.ancestors(self.skeleton.parents[bone])
        return next((b for b in above if b in self.roles), -1)

    def region(self, bone: int) -> str:
        """The part of the body that carries a bone."""
        return region_of(self.roles[self.carrier(bone)])


@dataclass
class Sorting:
    """The bones that hang, the soft ones, what their names speak of, the ends, and the reasons of
    the others.
    """

    free: set[int] = field(default_factory=set)
    soft: set[int] = field(default_factory=set)
    spoken: dict[int, Spoken] = field(default_factory=dict)
    ends: set[int] = field(default_factory=set)
    reasons: dict[int, str] = field(default_factory=dict)
    barred: set[int] = field(default_factory=set)  # with all bones below that no name frees

    def bar(self, bone: int, reason: str) -> None:
        self.reasons[bone] = reason
        self.barred.add(bone)


def region_of(role: str) -> str:
    """The part of the body that a segment belongs to."""
    if role in TAIL:
        return AT_TAIL
    return REGIONS.get(role) or (TRUNK if base_name(role).startswith("spine") else LIMB)


def sort_bones(place: Place, tied: Mapping[int, str]) -> Sorting:
    """Sort the unmapped bones below mapped ones; `tied`: bone -> why its keys do not move it."""
    skeleton = place.skeleton
    carries_role = {b for bone in place.roles for b in skeleton.ancestors(bone)}
    sorting = Sorting()
    for bone in range(len(skeleton.names)):
        if place.roles.get(bone) in TAIL:
            sorting.reasons[bone] = OF_THE_TAIL
        if bone in carries_role or place.carrier(bone) < 0:
            continue
        sorting.spoken[bone] = _spoken(place, bone)
        if bone in tied:
            sorting.bar(bone, tied[bone])
        elif any(skeleton.deforms) and not any(
            skeleton.deforms[b] for b in skeleton.descendants(bone)
        ):
            sorting.bar(bone, MOVES_NO_MESH)
        else:
            _sort(place, sorting, bone)
    return sorting


def _spoken(place: Place, bone: int) -> Spoken:
    """The topic of a bone's name; bones of a tail that shall hang need no name."""
    spoken = speaks_of_hanging(place.skeleton.names[bone])
    of_tail = any(b in place.hanging for b in place.skeleton.ancestors(bone))
    return Spoken("tail", "tail") if of_tail and not spoken.hangs else spoken


def _sort(place: Place, sorting: Sorting, bone: int) -> None:
    skeleton, spoken = place.skeleton, sorting.spoken[bone]
    above = skeleton.parents[bone]
    if place.region(bone) == AT_TAIL and (not spoken.hangs or spoken.topic == "tail"):
        sorting.reasons[bone] = OF_THE_TAIL
    elif _is_end(skeleton, bone):
        sorting.ends.add(bone)
        sorting.reasons[bone] = AN_END
    elif spoken.hangs:
        sorting.free.add(bone)
    elif above in sorting.soft or (_is_soft(place, spoken) and above in sorting.free):
        sorting.bar(bone, ON_A_PART)
    elif above in sorting.barred and _is_soft(place, spoken):
        sorting.bar(bone, sorting.reasons[above])
    elif _is_soft(place, spoken):
        sorting.soft.add(bone)
    elif spoken.topic == BODY and above not in sorting.free:
        sorting.reasons[bone] = REASONS[BODY]
    elif spoken.topic in REASONS and spoken.topic != BODY:
        sorting.bar(bone, REASONS[spoken.topic])
    elif above in sorting.barred:
        sorting.bar(bone, sorting.reasons[above])
    elif above in sorting.free:
        sorting.free.add(bone)
    elif any(_hangs_by_name(place, b) for b in skeleton.descendants(bone)):
        sorting.reasons[bone] = CARRIES
    elif _is_head(place, sorting, bone):
        sorting.reasons[bone] = REASONS[BODY]
    elif reason := _not_by_place(place, bone, spoken):
        sorting.bar(bone, reason)
    else:
        sorting.free.add(bone)


def _is_soft(place: Place, spoken: Spoken) -> bool:
    """Whether a bone is soft by its name; the cheeks of a face that is posed by bones are not."""
    if spoken.topic != CHEEKS:
        return spoken.topic == SOFT
    names = place.skeleton.names
    return sum(speaks_of_hanging(name).topic in (FACE, CHEEKS) for name in names) <= FACES


def _is_end(skeleton: Skeleton, bone: int) -> bool:
    """Whether a last bone is an end by its name; "scarf_end_2" goes on from "scarf_end_1"."""
    above = skeleton.names[skeleton.parents[bone]]
    return (
        names_an_end(skeleton.names[bone])
        and not names_an_end(above)
        and not skeleton.children[bone]
    )


def _hangs_by_name(place: Place, bone: int) -> bool:
    return speaks_of_hanging(place.skeleton.names[bone]).hangs


def _not_by_place(place: Place, bone: int, spoken: Spoken) -> str:
    """Why a bone without a telling name does not hang where it is; "" if it may."""
    region = place.region(bone)
    if spoken.topic in (MOVES, JIGGLES):
        return ""
    if region == LIMB:
        return OF_A_LIMB
    if region == HEAD and _points(place, bone)[0] > FORWARD:
        return REASONS["face"]
    has_arms = any(role.startswith("upper_arm") for role in place.roles.values())
    return MAYBE_AN_ARM if place.kind == BIPED and region == TRUNK and not has_arms else ""


def _is_head(place: Place, sorting: Sorting, bone: int) -> bool:
    """Whether a bone without a name continues the neck of a biped upwards, and is its head."""
    above = place.skeleton.parents[bone]
    if place.kind != BIPED or place.region(bone) != HEAD:
        return False
    follows = above in place.roles or sorting.reasons.get(above) == REASONS[BODY]
    siblings = place.skeleton.children[above]
    rises = _rises(place, bone)
    return follows and rises > UPWARDS and rises == max(_rises(place, b) for b in siblings)


def _rises(place: Place, bone: int) -> float:
    """How far up a bone points, by its own tail or by what it carries: the hair may hang."""
    if place.axes is None:
        return 0.0
    own = place.skeleton.tails[bone] - place.skeleton.heads[bone]
    return max(_points(place, bone)[1], float(unit(own) @ place.axes.up))


def _points(place: Place, bone: int) -> tuple[float, float]:
    """How far a bone points ahead and up: cosines of the way to the farthest point below it."""
    if place.axes is None:
        return 0.0, 0.0
    skeleton = place.skeleton
    below = list(skeleton.descendants(bone))
    ways = np.vstack([skeleton.heads[below], skeleton.tails[below]]) - skeleton.heads[bone]
    lengths = np.linalg.norm(ways, axis=1)
    way = ways[int(np.argmax(lengths))] / max(float(lengths.max()), 1e-12)
    return place.ahead(way), float(way @ place.axes.up)

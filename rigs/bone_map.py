"""The bone map: the bone of each segment, with reasons, certainty, and the length of a metre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..bodies.kinds import BIPED, QUADRUPED
from . import kinds
from .bone_assignment import BY_STRUCTURE, BoneAssignment
from .confidence import DOUBTFUL, GUESSED, confidence_of
from .four_legged_confidence import how_sure_on_four_legs
from .skeleton import Skeleton

# The role asked for first: most of the body follows from the left thigh.
ASKED_FIRST = ("upper_leg.L", "upper_leg.BL", "pelvis", "torso")


@dataclass(frozen=True)
class Question:
    """An open question, and the role whose pick answers it."""

    role: str
    sentence: str


@dataclass(frozen=True)
class BoneMap:
    """The bones that play the segments of a body.

    Attributes:
        armature: its name.
        roles: segment name -> bone name; the bone's head is the segment's joint.
        missing: segments without a bone.
        reasons: for each role, a few words on why this bone.
        metres_per_unit: length of one unit of the scene in which the rig stands [m].
        convention: the naming convention.
        certainty: for each role picked, certain, likely, guessed or doubtful.
        question: the one question for the artist; None where there is none.
        notes: sentences on what is unusual about the rig.
        saved: name of the saved map that was used, or "".
        kind: of the body, "biped" or "quadruped".
    """

    armature: str
    roles: dict[str, str]
    missing: tuple[str, ...]
    reasons: dict[str, str]
    metres_per_unit: float
    convention: str
    certainty: dict[str, str] = field(default_factory=dict)
    question: Question | None = None
    notes: tuple[str, ...] = ()
    saved: str = ""
    kind: str = BIPED

    @property
    def missing_required(self) -> tuple[str, ...]:
        """Missing segments that a simulation needs."""
        return tuple(role for role in self.missing if role in kinds.required_of(self.kind))

    def to_data(self) -> dict[str, Any]:
        """The map as plain data for JSON."""
        return {
            "armature": self.armature,
            "kind": self.kind,
            "roles": dict(self.roles),
            "missing": list(self.missing),
            "metres_per_unit": self.metres_per_unit,
            "convention": self.convention,
            "reasons": dict(self.reasons),
            "certainty": dict(self.certainty),
            "question": asdict(self.question) if self.question else None,
            "notes": list(self.notes),
        }


def make_bone_map(
    skeleton: Skeleton, assignment: BoneAssignment, picks: Mapping[str, str]
) -> BoneMap:
    """The map of an assignment; a rig without legs or trunk gets the unit 1.

    `picks`: the roles that the artist settled, now or in a saved map.
    """
    missing = tuple(r for r in kinds.roles_of(assignment.kind) if r not in assignment.roles)
    roles = {role: skeleton.names[bone] for role, bone in assignment.roles.items()}
    certainty = {role: _how_sure(skeleton, assignment, role, picks) for role in roles}
    return BoneMap(
        armature=skeleton.armature,
        roles=roles,
        missing=missing,
        reasons=assignment.reasons,
        metres_per_unit=_unit(skeleton, assignment),
        convention=assignment.convention,
        certainty=certainty,
        question=_question(assignment.kind, roles, missing, certainty),
        notes=assignment.notes,
        saved=assignment.saved,
        kind=assignment.kind,
    )


def _unit(skeleton: Skeleton, assignment: BoneAssignment) -> float:
    if not kinds.is_measurable(assignment.kind, assignment.roles):
        return 1.0
    return kinds.metres_per_unit(
        assignment.kind, kinds.read_rest(assignment.kind, skeleton, assignment.roles)
    )


def _how_sure(
    skeleton: Skeleton, assignment: BoneAssignment, role: str, picks: Mapping[str, str]
) -> str:
    if assignment.kind == QUADRUPED:
        return how_sure_on_four_legs(skeleton, assignment, role, picks)
    source = _source(assignment, role, picks)
    return confidence_of(skeleton, assignment.roles, role, source, assignment.sides_told)


def _source(assignment: BoneAssignment, role: str, picks: Mapping[str, str]) -> str:
    if role in picks:
        return "picked"
    return "shape" if assignment.convention == BY_STRUCTURE else "name"


def _question(
    kind: str, roles: Mapping[str, str], missing: tuple[str, ...], certainty: Mapping[str, str]
) -> Question | None:
    """The question for the artist: first what prevents the simulation, then what may be wrong."""
    needed = [role for role in missing if role in kinds.required_of(kind)]
    if needed:
        role = next((first for first in ASKED_FIRST if first in needed), needed[0])
        return Question(role, f"Which bone is {role}? Pick it: what hangs on it is found by it.")
    doubtful = [role for role, word in certainty.items() if word == DOUBTFUL]
    if doubtful:
        role = doubtful[0]
        doubt = f"Is {roles[role]!r} really {role}? It lies where none is expected: pick the bone."
        return Question(role, doubt)
    if GUESSED in certainty.values() and kind == QUADRUPED:
        return Question(
            "upper_leg.FL",
            "Which leg is the left front one? Nothing shows the front of the rig, so "
            f"{roles['upper_leg.FL']!r} was taken for upper_leg.FL: pick the bone.",
        )
    if GUESSED in certainty.values():
        return Question(
            "upper_leg.L",
            "Which leg is the left one? Nothing shows the front of the rig, so "
            f"{roles['upper_leg.L']!r} was taken for upper_leg.L: pick the bone.",
        )
    return None

"""Which skills suit which kind of body."""

from __future__ import annotations

from ..base.errors import InvalidInput
from .falling import GET_UP
from .four_legs import OWN_SKILLS, SHARED
from .skills import CUES
from .walking import PLANAR_WALK

OF_FOUR_LEGS = {skill.name for skill in OWN_SKILLS}
# What planar bodies can do, and which parameters of the bipeds' skills they take.
WALKS_IN_A_PLANE, RISES_IN_A_PLANE = PLANAR_WALK.name, GET_UP.name
IN_A_PLANE = {WALKS_IN_A_PLANE, RISES_IN_A_PLANE, "push"}
RISING_IN_A_PLANE = frozenset({"heading", "plan"})


def suits(skill: str, kind: str) -> bool:
    """Whether a body of a kind can perform a skill, or receive it (a push)."""
    if kind == "quadruped":
        return skill in OF_FOUR_LEGS or skill in SHARED
    if kind == "planar":
        return skill in IN_A_PLANE
    return skill not in OF_FOUR_LEGS


def check_suits(skill: str, kind: str) -> None:
    """Raise InvalidInput where a body of this kind cannot perform the skill."""
    if not suits(skill, kind):
        whose = "planar character" if kind == "planar" else kind
        allowed = ", ".join(skills_for(kind))
        raise InvalidInput(f"A {whose} cannot {skill}; allowed: {allowed}.")


def skills_for(kind: str) -> tuple[str, ...]:
    """Names of all skills of a kind of body, in the catalogue's order."""
    return tuple(name for name in CUES if suits(name, kind))


def parameters_for(skill: str, kind: str) -> frozenset[str]:
    """Names of the parameters of a skill that a body of this kind takes."""
    names = frozenset(parameter.name for parameter in CUES[skill].parameters)
    if kind == "planar" and skill == GET_UP.name:
        return names & RISING_IN_A_PLANE
    return names & SHARED[skill] if kind == "quadruped" and skill in SHARED else names

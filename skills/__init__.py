"""The skills: one file for each, with a class that is the behaviour of that name.

The table is written by hand; a skill's label and parameters are in catalogue/. A skill's module is
loaded as the skill first begins, so that a run depends on the skills that it does and on no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from ..bodies.kinds import BIPED, PLANAR, QUADRUPED

if TYPE_CHECKING:
    from .behaviour import Behaviour

# Module and class, by the kind of body that does it and by the skill's name.
SKILLS: Mapping[str, Mapping[str, str]] = {
    BIPED: {
        "walk": "walk:Walk",
        "run": "run:Run",
        "skip": "run:Run",
        "hop": "hop:Hop",
        "side_gallop": "side_gallop:SideGallop",
        "stand": "stand:Stand",
        "balance": "balance:Balance",
        "step": "step:Step",
        "step_up": "step_up:StepUp",
        "handstand": "handstand:Handstand",
        "jump": "jump:Jump",
        "follow": "follow:Follow",
        "goals": "goals:Goals",
        "approach": "approach:Approach",
        "queue": "queue:Queue",
        "sit_to_stand": "sit_to_stand:SitToStand",
        "stand_to_sit": "stand_to_sit:StandToSit",
        "dance": "dance:Dance",
        "reach": "reach:Reach",
        "pick_up": "pick_up:PickUp",
        "put_down": "put_down:PutDown",
        "push_crate": "push_crate:PushCrate",
        "pull_crate": "pull_crate:PullCrate",
        "fall": "fall:Fall",
        "get_up": "get_up:GetUp",
        "perform": "perform:Perform",
    },
    QUADRUPED: {
        "walk": "four_legs.walk:Walk",
        "trot": "four_legs.trot:Trot",
        "pace": "four_legs.pace:Pace",
        "canter": "four_legs.canter:Canter",
        "gallop": "four_legs.gallop:Gallop",
        "stand": "four_legs.stand:Stand",
        "sit": "four_legs.sit:Sit",
        "lie_down": "four_legs.lie_down:LieDown",
        "fall": "four_legs.fall:Fall",
        "get_up": "four_legs.get_up:GetUp",
        "perform": "perform:Perform",
    },
    PLANAR: {
        "planar_walk": "planar.planar_walk:PlanarWalk",
        "get_up": "planar.get_up:GetUpInPlane",
    },
}


@cache
def behaviour_of(kind: str, skill: str) -> type[Behaviour[Any]]:
    """The behaviour of a skill on a kind of body."""
    found: type[Behaviour[Any]] = resolve_name(f"{__name__}.{SKILLS[kind][skill]}")
    return found


__all__ = ["SKILLS", "behaviour_of"]

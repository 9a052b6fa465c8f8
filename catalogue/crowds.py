"""What members of a crowd may do, as data: panels, command line and checks read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .skills import DANCE, GOALS, STAND, WALK


@dataclass(frozen=True, kw_only=True)
class CrowdBehaviour:
    """
    Attributes:
        name: as typed and saved.
        skill: of each member's cue.
        dances: whether members mix dances, on a beat; others mix styles of walking.
        walks: whether members walk, at speeds and with steps from a range.
        has_goals: whether members walk to goals that may be given.
    """

    name: str
    sentence: str
    skill: str
    dances: bool = False
    walks: bool = False
    has_goals: bool = False


DANCING = CrowdBehaviour(
    name="dance", sentence="Dance in place, on the beat", skill=DANCE.name, dances=True
)
WANDERING = CrowdBehaviour(
    name="wander", sentence="Walk from place to place", skill=GOALS.name, walks=True
)
TO_GOALS = CrowdBehaviour(
    name="goals", sentence="Walk along a curve, or to the other side, making way for others",
    skill=GOALS.name, walks=True, has_goals=True,
)  # fmt: skip
STANDING_ABOUT = CrowdBehaviour(name="stand", sentence="Stand about", skill=STAND.name)
# Of bodies that cannot do what the crowd does.
ROAMING = CrowdBehaviour(
    name="roam", sentence="Walk about in wide circles", skill=WALK.name, walks=True
)
CROWD_BEHAVIOURS: Mapping[str, CrowdBehaviour] = {
    behaviour.name: behaviour for behaviour in (DANCING, WANDERING, TO_GOALS, STANDING_ABOUT)
}

"""What members of a crowd may do, as data that panels, the command line and checks read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .queueing import QUEUE
from .standing import DANCE, STAND
from .tasks import SIT_TO_STAND, STAND_TO_SIT
from .walking import APPROACH, GOALS, WALK


@dataclass(frozen=True, kw_only=True)
class CrowdBehaviour:
    """
    Attributes:
        name: as typed and as saved in files.
        skill: the skill of each member's cue.
        dances: whether members dance, on a beat, each in one of several dances; other members walk
            in one of several styles.
        walks: whether members walk, with speeds and steps from a range.
        has_goals: whether members walk to goals, which may be given.
        passes: whether members come out of sources during the shot, and leave it by sinks.
        together: whether members may walk in companies, side by side.
        chats: whether members stand in circles.
        queues: whether members line up in queues, and are served for a time.
        sits: whether members are given places on seats, and stay there for a time.
    """

    name: str
    sentence: str
    skill: str
    dances: bool = False
    walks: bool = False
    has_goals: bool = False
    passes: bool = False
    together: bool = False
    chats: bool = False
    queues: bool = False
    sits: bool = False


DANCING = CrowdBehaviour(
    name="dance", sentence="Dance in place, on the beat", skill=DANCE.name, dances=True
)
WANDERING = CrowdBehaviour(
    name="wander", sentence="Walk from place to place", skill=GOALS.name, walks=True,
    together=True,
)  # fmt: skip
TO_GOALS = CrowdBehaviour(
    name="goals", sentence="Walk along a curve, or to the other side, making way for others",
    skill=GOALS.name, walks=True, has_goals=True, together=True,
)  # fmt: skip
PASSING = CrowdBehaviour(
    name="pass", sentence="Come out of sources, walk around what is in the way, leave by sinks",
    skill=GOALS.name, walks=True, passes=True, together=True,
)  # fmt: skip
SITTING = CrowdBehaviour(
    name="sit", sentence="Walk to a seat, sit down for a time, rise, and leave by a sink",
    skill=STAND_TO_SIT.name, walks=True, sits=True,
)  # fmt: skip
RISING = SIT_TO_STAND.name  # what members do that start on their seats
QUEUEING = CrowdBehaviour(
    name="queue", sentence="Line up, be served, and walk on to goals or leave by a sink",
    skill=QUEUE.name, walks=True, has_goals=True, queues=True,
)  # fmt: skip
CHATTING = CrowdBehaviour(
    name="chat", sentence="Stand in small circles, facing each other", skill=STAND.name,
    together=True, chats=True,
)  # fmt: skip
STANDING_ABOUT = CrowdBehaviour(name="stand", sentence="Stand about", skill=STAND.name)
# For bodies that cannot do what the crowd does.
ROAMING = CrowdBehaviour(
    name="roam", sentence="Walk about in wide circles", skill=WALK.name, walks=True
)
CROWD_BEHAVIOURS: Mapping[str, CrowdBehaviour] = {
    behaviour.name: behaviour
    for behaviour in (
        DANCING, WANDERING, TO_GOALS, PASSING, SITTING, QUEUEING, CHATTING, STANDING_ABOUT,
    )
}

# What members do who notice a blast: the name of each reaction, and what it is.
UNMOVED, FLEE, LOOK, CHEER = "none", "flee", "look", "cheer"
REACTIONS: Mapping[str, str] = {
    UNMOVED: "They go on with what they do",
    FLEE: "They walk away fast, by the nearest sink or until they are far enough",
    LOOK: "They stop, turn to it and stay turned",
    CHEER: "They stop, turn to it and cheer with raised hands",
}
# The skills with which they do so.
FLEEING, LOOKING, CHEERING = GOALS.name, APPROACH.name, DANCE.name
CHEERING_DANCE = "hands_up"
LARGEST_COMPANY = 4  # members that walk side by side

# How members are in the scene: the name of each kind, and what it is.
FULL, LIGHT, BOXES = "full", "light", "boxes"
KINDS: Mapping[str, str] = {
    FULL: "An armature with an Action for each member, which can be edited",
    LIGHT: "One object for all members, made of rigid pieces of the mesh; for thousands",
    BOXES: "Like light members, with the boxes of the simulated bodies instead of the mesh",
}

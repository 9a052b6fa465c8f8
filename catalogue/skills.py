"""The table of skills: read by panels, checks, command line and documentation."""

from __future__ import annotations

from collections.abc import Mapping

from .climbing import STEP_UP
from .entry import IN_CLIP, ON_HANDS, SEATED, STANDING, Skill
from .falling import FALL, GET_UP
from .four_legs import OWN_SKILLS
from .hops import HOP, SIDE_GALLOP
from .limp import LIMP
from .performing import PERFORM
from .pushes import PUSH
from .queueing import QUEUE
from .running import RUN, SKIP
from .standing import BALANCE, DANCE, HANDSTAND, JUMP, STAND, STEP
from .tasks import PICK_UP, PULL_CRATE, PUSH_CRATE, PUT_DOWN, REACH, SIT_TO_STAND, STAND_TO_SIT
from .walking import APPROACH, FOLLOW, GOALS, PLANAR_WALK, WALK

# Skills that last until the next cue, and events that happen during them.
SKILLS: Mapping[str, Skill] = {
    skill.name: skill
    for skill in (
        WALK, RUN, SKIP, HOP, SIDE_GALLOP, STAND, BALANCE, STEP, STEP_UP, HANDSTAND, JUMP, FOLLOW,
        GOALS, APPROACH, QUEUE, SIT_TO_STAND, STAND_TO_SIT, DANCE, REACH, PICK_UP, PUT_DOWN,
        PUSH_CRATE, PULL_CRATE, FALL, GET_UP, PLANAR_WALK, PERFORM,
        *OWN_SKILLS,
    )
}  # fmt: skip
EVENTS: Mapping[str, Skill] = {skill.name: skill for skill in (PUSH, LIMP)}
CUES: Mapping[str, Skill] = {**SKILLS, **EVENTS}
# Skills that other folders need by role and not by name.
USUAL = WALK.name  # the skill where none is named
OPENING: Mapping[str, str] = {
    STANDING: STAND.name, SEATED: STAND_TO_SIT.name, ON_HANDS: HANDSTAND.name,
    IN_CLIP: STAND.name,
}  # what a performer does before its first cue, by start
OF_ACTIONS = PERFORM.name  # the skill that performs an Action
OF_CLIPS = RUN.name  # the skill for which a clip of running is learned

"""What quadrupeds can do: their own skills, and the parameters of bipeds' skills that they take."""

from __future__ import annotations

from collections.abc import Mapping

from .entry import ON_FOUR_LEGS, Ending, Skill
from .gait import STEP_HEIGHT, gait_skill

TROT = gait_skill(
    "trot", "Trot at a speed in a direction: diagonal legs step together.", 1.2, 6.0, STEP_HEIGHT,
    group=ON_FOUR_LEGS, icon="PLAY",
)  # fmt: skip
PACE = gait_skill(
    "pace", "Pace at a speed in a direction: legs of a side step together.", 1.0, 4.0, STEP_HEIGHT,
    group=ON_FOUR_LEGS, icon="NEXT_KEYFRAME",
)  # fmt: skip
CANTER = gait_skill(
    "canter", "Canter at a speed in a direction: in three beats; trot below the speed it needs.",
    2.0, 5.0, STEP_HEIGHT, group=ON_FOUR_LEGS, icon="FRAME_NEXT",
)  # fmt: skip
GALLOP = gait_skill(
    "gallop", "Gallop at a speed in a direction; trot below the speed that a gallop needs.", 2.6,
    6.0, STEP_HEIGHT, group=ON_FOUR_LEGS, icon="FF",
)  # fmt: skip
SIT = Skill(
    name="sit",
    sentence="Sit down on the haunches, front legs upright.",
    parameters=(),
    ending=Ending(event="seated", still="still sitting down", seconds={"quadruped": 4.0}),
    icon="ANCHOR_BOTTOM",
    group=ON_FOUR_LEGS,
)
LIE_DOWN = Skill(
    name="lie_down",
    sentence="Lie down on the belly.",
    parameters=(),
    ending=Ending(event="lying", still="still lying down", seconds={"quadruped": 5.0}),
    icon="REMOVE",
    group=ON_FOUR_LEGS,
)

OWN_SKILLS = (TROT, PACE, CANTER, GALLOP, SIT, LIE_DOWN)
# The parameters that a quadruped takes of skills that bipeds have as well.
SHARED: Mapping[str, frozenset[str]] = {
    "walk": frozenset({"speed", "heading", "turn_rate", "step_height"}),
    "stand": frozenset({"heading"}),
    "fall": frozenset({"protect"}),
    "get_up": frozenset({"heading"}),
    "perform": frozenset({
        "clip", "begin", "tempo", "timing", "mirrored", "stiffness", "stiffness_legs",
        "stiffness_trunk", "stiffness_head", "influence", "tries", "contact_marks", "plan",
    }),
    "push": frozenset({"direction", "strength", "impulse", "force", "duration", "segment"}),
}

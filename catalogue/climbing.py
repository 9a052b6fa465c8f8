"""The entry of steps onto platforms."""

from __future__ import annotations

from .entry import WALK_AND_RUN, Ending, Skill
from .gait import GAIT, HEADING, PACE

STEP_UP = Skill(
    name="step_up",
    sentence="Walk to the platform ahead, step onto it, or off it, and stand there.",
    parameters=(PACE, HEADING, *GAIT),
    ending=Ending(event="stepped_up", still="still stepping up", seconds={"biped": 5.0}),
    icon="SORT_DESC",
    group=WALK_AND_RUN,
    chief=("speed", "heading", "style"),
)

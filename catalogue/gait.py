"""Parameters that several skills share: how to walk, stand and look."""

from __future__ import annotations

import math
from itertools import combinations

from .entry import WALK_AND_RUN, Ending, Skill
from .parameters import AnyParameter, Parameter, StyleParameter, TextParameter
from .styles import NATURAL, list_styles

ARRIVED, STILL_WALKING = "arrived", "still on the way"  # event of walks that have an end

HEADING = Parameter(
    name="heading", unit="rad", low=-100 * math.pi, high=100 * math.pi, default=None,
    sentence="World direction to face: 0 is +X, pi/2 is +Y; none keeps the present one.",
)  # fmt: skip

TURN_RATE = Parameter(
    name="turn_rate", unit="rad/s", low=-2.0, high=2.0, default=None, typical=0.5,
    sentence="How fast to turn, left positive; none turns to the heading.",
)  # fmt: skip

SPEED = Parameter(
    name="speed", unit="m/s", low=-1.5, high=2.5, default=1.0,
    sentence="Forward speed; negative walks backwards.",
)  # fmt: skip

TORSO_LEAN = Parameter(
    name="torso_lean", unit="rad", low=-0.4, high=0.6, default=0.0,
    sentence="Forward lean of the upper body.",
)  # fmt: skip

STANCE_KNEE = Parameter(
    name="stance_knee", unit="rad", low=0.0, high=1.2, default=None, typical=0.2,
    sentence="Bend of the knee that carries; none takes the style's.",
)  # fmt: skip

STYLE = StyleParameter(
    name="style", choices=list_styles, most=2, default=NATURAL,
    sentence="How it looks: a style, or two between which style_blend mixes.",
)  # fmt: skip

STYLE_BLEND = Parameter(
    name="style_blend", unit="", low=0.0, high=1.0, default=1.0,
    sentence="0 is the first of two styles, or natural where one is given; 1 is the last.",
)  # fmt: skip

STEP_HEIGHT = Parameter(
    name="step_height", unit="m", low=0.0, high=0.5, default=None, typical=0.08,
    sentence="How high the swing foot is lifted; none takes what suits size and style.",
)  # fmt: skip

STEP_WIDTH = Parameter(
    name="step_width", unit="m", low=0.0, high=0.5, default=None, typical=0.12,
    sentence="Distance between the two lines of footprints; none suits size and style.",
)  # fmt: skip

VARIATION = Parameter(
    name="variation", unit="", low=0.0, high=1.0, default=0.0,
    sentence="How much steps differ, by the shot's seed: at 1 by 3 % as a person's; 0 for loops.",
)  # fmt: skip

GAIT = (
    Parameter(
        name="step_period", unit="s", low=0.2, high=1.0, default=None, typical=0.6,
        sentence="Time from one footstrike to the next; none takes what suits speed and size.",
    ),
    STEP_HEIGHT,
    STEP_WIDTH,
    Parameter(
        name="knee_twist", unit="rad", low=-0.6, high=0.6, default=0.0,
        sentence="Turns the knees: positive outwards, bow-legged; negative knock-kneed.",
    ),
    TORSO_LEAN,
    STANCE_KNEE,
    VARIATION,
    STYLE,
    STYLE_BLEND,
)  # fmt: skip

PACE = Parameter(
    name="speed", unit="m/s", low=0.1, high=2.5, default=1.0,
    sentence="Speed on the way; it slows down where the way turns tightly and before it ends.",
)  # fmt: skip

AVOID = TextParameter(
    name="avoid", choices=lambda: ("both", "step_over", "duck", "ignore"), default="both",
    sentence="What it does about static props across its way: step over, duck under, or ignore.",
)  # fmt: skip


STAND_STILL, WALK_ON = "stand", "walk_on"
AT_END = TextParameter(
    name="at_end", choices=lambda: (STAND_STILL, WALK_ON), default=STAND_STILL,
    sentence="At the last point: stop there, or walk on past it.",
)  # fmt: skip


WAYS = ("heading", "turn_rate", "path")  # where to go: at most one of them may be given


def gait_skill(
    name: str,
    sentence: str,
    usual: float,
    fastest: float,
    *more: AnyParameter,
    ending: Ending | None = None,
    bound_by: str = "",
    group: str = WALK_AND_RUN,
    icon: str = "",
) -> Skill:
    """A skill that travels ahead at a speed [m/s], towards a heading, turning or along a path."""
    speed = Parameter(
        name="speed", unit="m/s", low=0.0, high=fastest, default=usual,
        sentence="Forward speed; in place at 0.",
    )  # fmt: skip
    parameters = (speed, HEADING, TURN_RATE, *more)
    ways = [parameter.name for parameter in parameters if parameter.name in WAYS]
    return Skill(
        name=name,
        sentence=sentence,
        parameters=parameters,
        exclusive=tuple(combinations(ways, 2)),
        ending=ending,
        bound_by=bound_by,
        icon=icon,
        group=group,
        chief=(speed.name, *ways),
    )

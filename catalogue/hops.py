"""The entries of hops and of gallops sideways."""

from __future__ import annotations

from .entry import WALK_AND_RUN, Skill
from .gait import HEADING, TURN_RATE, gait_skill
from .parameters import Parameter, TextParameter

HOP = gait_skill(
    "hop", "Hop on one foot at a speed, in a direction or on the spot.", 1.0, 1.3,
    TextParameter(
        name="foot", choices=lambda: ("left", "right"), default="left",
        sentence="The foot that it hops on.",
    ),
    icon="TRIA_UP",
)  # fmt: skip
SIDE_GALLOP = Skill(
    name="side_gallop",
    sentence="Gallop sideways: a foot steps out, the other one closes up to it in a flight.",
    parameters=(
        TextParameter(
            name="side", choices=lambda: ("left", "right"), default="left",
            sentence="The side to which it goes.",
        ),
        Parameter(
            name="speed", unit="m/s", low=0.0, high=1.5, default=1.2,
            sentence="Speed to that side; in place at 0.",
        ),
        HEADING,
        TURN_RATE,
    ),
    exclusive=(("heading", "turn_rate"),),
    icon="TRIA_LEFT",
    group=WALK_AND_RUN,
    chief=("side", "speed"),
)  # fmt: skip

"""Falling and getting up, as data."""

from __future__ import annotations

from .entry import FALL_AND_RISE, Ending, Skill
from .gait import HEADING
from .parameters import Parameter, PoseParameter, TextParameter
from .performing import clip_content_of
from .rising_styles import USUAL, rising_styles

FALL = Skill(
    name="fall",
    sentence="Give way and fall, and lie still at the end.",
    parameters=(
        Parameter(
            name="protect", unit="", low=0.0, high=1.0, default=1.0,
            sentence="How much the body protects itself: 0 is limp; at 1 the arms brace the fall.",
        ),
    ),
    ending=Ending(
        event="at_rest", still="still falling", seconds={"biped": 3.0, "quadruped": 2.0},
    ),
    lies=True,
    gives_way=True,
    icon="TRIA_DOWN_BAR",
    group=FALL_AND_RISE,
)  # fmt: skip

GET_UP = Skill(
    name="get_up",
    sentence="Get up from the ground and stand.",
    parameters=(
        HEADING,
        Parameter(
            name="pace", unit="", low=0.5, high=1.5, default=1.0, keyable=False,
            sentence="How quickly it gets up: 1 is usual.",
        ),
        TextParameter(
            name="style", choices=lambda: tuple(rising_styles()), default=USUAL,
            sentence="How it moves: in a hurry, tired, old, or sparing a hurt leg.",
        ),
        TextParameter(
            name="way", choices=lambda: ("either", "hands_and_knees", "squat"), default="either",
            sentence="From its front over hands and knees, or from its back out of a squat; either "
            "is first the one that begins on the side on which it lies.",
        ),
        PoseParameter(
            name="end", content=clip_content_of, seconds=4.0,
            sentence="The Action whose first pose it ends in and holds; none: it stands at ease.",
        ),
        TextParameter(
            name="plan", is_free=True, default="",
            sentence="How it does so, as a search has found it; none searches.",
        ),
    ),
    ending=Ending(
        event="on_feet", still="still getting up",
        seconds={"biped": 7.0, "quadruped": 2.0, "planar": 15.0},
    ),
    lies=True,
    is_searched=True,
    icon="TRIA_UP_BAR",
    group=FALL_AND_RISE,
    chief=("style", "pace", "heading", "end"),
)  # fmt: skip

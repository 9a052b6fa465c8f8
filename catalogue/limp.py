"""Parts of a body that hang limp for a moment, whatever else it does."""

from __future__ import annotations

from collections.abc import Mapping

from .body_parts import ARM, LEG, of_side
from .entry import FALL_AND_RISE, Skill
from .parameters import Parameter, TextParameter

WHOLE = "whole_body"
# The segments whose joints lose their muscles.
LIMP_PARTS: Mapping[str, tuple[str, ...]] = {
    WHOLE: ("lower_back", "torso", "head", *ARM, *LEG),
    "upper_body": ("lower_back", "torso", "head", *ARM),
    "head": ("head",),
    "arms": ARM,
    "left_arm": of_side(ARM, "L"),
    "right_arm": of_side(ARM, "R"),
    "legs": LEG,
    "left_leg": of_side(LEG, "L"),
    "right_leg": of_side(LEG, "R"),
}

LIMP = Skill(
    name="limp",
    sentence="Be limp for a moment, whatever else is being done: hit, tired or unconscious.",
    parameters=(
        TextParameter(
            name="parts", choices=lambda: tuple(LIMP_PARTS), default=WHOLE,
            sentence="What hangs limp: the whole body sinks to the ground.",
        ),
        Parameter(
            name="tone", unit="", low=0.0, high=1.0, default=0.0, keyable=False,
            sentence="The share of the muscles' torques that is left: 0 is unconscious.",
        ),
        Parameter(
            name="duration", unit="s", low=0.001, high=60.0, default=1.0, keyable=False,
            label="Limp Lasts", sentence="How long it stays limp.",
        ),
    ),
    icon="MOD_SOFT",
    group=FALL_AND_RISE,
)  # fmt: skip

"""A push in the artist's words: the side it comes from, and its strength."""

from __future__ import annotations

import math
from collections.abc import Mapping

from .entry import FALL_AND_RISE, Skill
from .parameters import Parameter, StrengthParameter, TextParameter, Vector, VectorParameter

WORLD, CUSTOM = "world", "custom"
# Direction in which a push from each side drives the body: forward, left.
SIDES: Mapping[str, tuple[float, float]] = {
    "from_behind": (1.0, 0.0),
    "from_left": (0.0, -1.0),
    "from_right": (0.0, 1.0),
    "from_front": (-1.0, 0.0),
}
WORDS = ("nudge", "shove", "knocks_over")
# For each word and kind of body, the change of the whole body's velocity by a push,
# divided by sqrt(gravity * leg length), which makes bodies of all sizes alike.
# Tuned: bench push_words
STRENGTHS: Mapping[str, tuple[float, ...]] = {
    "biped": (0.05, 0.2, 0.9),
    "quadruped": (0.05, 0.3, 1.5),
}

PUSH = Skill(
    name="push",
    sentence="Be pushed for a moment, whatever else is being done.",
    parameters=(
        TextParameter(
            name="direction", choices=lambda: (*SIDES, WORLD), default="from_behind",
            sentence="Where the push comes from, as the body faces when it begins; or a force in "
            "the world.",
        ),
        StrengthParameter(
            name="strength", choices=lambda: (*WORDS, CUSTOM), default="shove",
            applies_if=("direction", tuple(SIDES)),
            sentence="How hard: a nudge sways a standing body, a shove makes it step, the third "
            "knocks it over, by its mass and legs, where the trunk is pushed for at most 0.3 s; "
            "or an impulse of your own.",
        ),
        Parameter(
            name="impulse", unit="N s", low=0.0, high=1e5, default=40.0, keyable=False,
            applies_if=("strength", (CUSTOM,)),
            sentence="Force times duration: the mass times the speed that the push gives it.",
        ),
        VectorParameter(
            name="force", unit="N", low=-1e5, high=1e5, default=(300.0, 0.0, 0.0),
            applies_if=("direction", (WORLD,)),
            sentence="The force along the world's x, y and z.",
        ),
        Parameter(
            name="duration", unit="s", low=0.001, high=60.0, default=0.1, keyable=False,
            label="Push Lasts", sentence="How long the push lasts.",
        ),
        TextParameter(
            name="segment", default="torso",
            sentence="The part of the body that is pushed, at its center of mass.",
        ),
    ),
    icon="FORCE_FORCE",
    group=FALL_AND_RISE,
    chief=("direction", "strength", "impulse", "force", "segment"),
)  # fmt: skip


def impulse_of(
    strength: str, kind: str, mass: float, leg_length: float, gravity: float
) -> float:
    """The impulse [N s] that a word means for a kind of body [kg, m, m/s2]."""
    share = STRENGTHS.get(kind, STRENGTHS["biped"])[WORDS.index(strength)]
    return share * mass * math.sqrt(gravity * leg_length)


def force_from(direction: str, impulse: float, duration: float) -> Vector:
    """The mean force [N], ahead, left and up, of an impulse [N s] from a side."""
    ahead, left = (share * impulse / duration for share in SIDES[direction])
    return (ahead, left, 0.0)

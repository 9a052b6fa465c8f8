"""The table of skills: written by hand, read by panels, checks, command line and docs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that the artist may set or key over time.

    Attributes:
        name: as in the cue.
        unit: SI unit, "rad" for angles, "" for none.
        low, high: allowed range, both ends included.
        default: the value where none is given; None means "as it is".
        sentence: what it does.
    """

    name: str
    unit: str
    low: float
    high: float
    default: float | None
    sentence: str


@dataclass(frozen=True, kw_only=True)
class Skill:
    """Something that a performer can be told to do."""

    name: str
    sentence: str
    parameters: tuple[Parameter, ...]


HEADING = Parameter(
    name="heading", unit="rad", low=-100 * math.pi, high=100 * math.pi, default=None,
    sentence="World direction to face: 0 is +X, pi/2 is +Y; none keeps the present one.",
)  # fmt: skip

WALK = Skill(
    name="walk",
    sentence="Walk at a speed in a direction.",
    parameters=(
        Parameter(
            name="speed", unit="m/s", low=-1.0, high=2.0, default=1.0,
            sentence="Forward speed; negative walks backwards.",
        ),
        HEADING,
        Parameter(
            name="step_period", unit="s", low=0.2, high=1.0, default=0.6,
            sentence="Time from one footstrike to the next.",
        ),
        Parameter(
            name="step_height", unit="m", low=0.0, high=0.5, default=0.08,
            sentence="How high the swing foot is lifted.",
        ),
        Parameter(
            name="step_width", unit="m", low=0.0, high=0.5, default=0.12,
            sentence="Sideways distance between the two lines of footprints.",
        ),
        Parameter(
            name="torso_lean", unit="rad", low=-0.4, high=0.6, default=0.0,
            sentence="Forward lean of the upper body.",
        ),
    ),
)  # fmt: skip

STAND = Skill(
    name="stand",
    sentence="Come to a stop and stand, stepping when balance asks for it.",
    parameters=(
        HEADING,
        Parameter(
            name="torso_lean", unit="rad", low=-0.4, high=0.6, default=0.0,
            sentence="Forward lean of the upper body.",
        ),
    ),
)  # fmt: skip

SKILLS: Mapping[str, Skill] = {skill.name: skill for skill in (WALK, STAND)}

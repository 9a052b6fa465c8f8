"""The entries of what a body does about one place: it stands, steps, jumps, dances."""

from __future__ import annotations

import math

from .entry import ON_HANDS, STAND_AND_BALANCE, Ending, Skill
from .gait import (
    ARRIVED,
    HEADING,
    STANCE_KNEE,
    STEP_HEIGHT,
    STEP_WIDTH,
    STYLE,
    STYLE_BLEND,
    TORSO_LEAN,
)
from .parameters import FootstepsParameter, Parameter, StyleParameter, TargetParameter
from .styles import list_dances

STAND = Skill(
    name="stand",
    sentence="Come to a stop and stand, stepping when balance asks for it.",
    parameters=(
        HEADING,
        TORSO_LEAN,
        STANCE_KNEE,
        Parameter(
            name="idle", unit="", low=0.0, high=1.0, default=0.0,
            sentence="How much to shift the weight and shuffle the feet.",
        ),
        STYLE,
        STYLE_BLEND,
    ),
    keeps_heading=True,
    icon="PAUSE",
    group=STAND_AND_BALANCE,
    chief=("heading", "idle", "style"),
)  # fmt: skip

BALANCE = Skill(
    name="balance",
    sentence="Stand, and step when a push requires it; the dampings set how soon.",
    parameters=(
        HEADING,
        Parameter(
            name="linear_damping", unit="1/s", low=0.0, high=20.0, default=4.0,
            sentence="How much the body's speed makes it step; more steps sooner.",
        ),
        Parameter(
            name="angular_damping", unit="1/s", low=0.0, high=40.0, default=3.0,
            sentence="How much the body's turning over makes it step; more steps sooner.",
        ),
        TORSO_LEAN,
        STANCE_KNEE,
        STYLE,
        STYLE_BLEND,
    ),
    icon="CON_DISTLIMIT",
    group=STAND_AND_BALANCE,
    chief=("heading", "torso_lean", "style"),
)  # fmt: skip

STEP = Skill(
    name="step",
    sentence="Step on footprints, one after the other, then stand.",
    parameters=(
        FootstepsParameter(
            name="footsteps",
            sentence="Where each foot comes down, which way it points and how long it takes.",
        ),
        TORSO_LEAN,
        STANCE_KNEE,
        STYLE,
        STYLE_BLEND,
    ),
    ending=Ending(event=ARRIVED, still="still stepping", seconds={"biped": 2.0}),
    returns=False,
    bound_by="footsteps",
    shown_as="footsteps",
    icon="SNAP_INCREMENT",
    group=STAND_AND_BALANCE,
    chief=("footsteps", "style"),
)

HANDSTAND = Skill(
    name="handstand",
    sentence="Stand on the hands, with shoulders that turn without limits and arms stronger than "
    "a human's; a performer whose first cue is done on the hands starts there.",
    parameters=(),
    start=ON_HANDS,
    icon="SORT_DESC",
    group=STAND_AND_BALANCE,
)

JUMP = Skill(
    name="jump",
    sentence="Jump from a stand, up, ahead, turning, onto something; or out of a run over a gap.",
    parameters=(
        Parameter(
            name="height", unit="m", low=0.02, high=2.0, default=None, typical=0.3, keyable=False,
            sentence="How far the body rises; none: as far as the way needs.",
        ),
        Parameter(
            name="distance", unit="m", low=-2.0, high=4.0, default=0.0, keyable=False,
            sentence="How far ahead to land; negative jumps backwards. Out of a run with no gap "
            "ahead: how much ground to leap over.",
        ),
        Parameter(
            name="sideways", unit="m", low=-2.0, high=2.0, default=0.0, keyable=False,
            sentence="How far to the left to land; negative jumps to the right.",
        ),
        Parameter(
            name="turn", unit="rad", low=-math.pi, high=math.pi, default=0.0, keyable=False,
            sentence="By how much to turn in the air, to the left.",
        ),
        TargetParameter(
            name="target", purpose="to land on", is_needed=False,
            sentence="Where to land, in place of the distances: a place, or the top of a prop.",
        ),
    ),
    exclusive=(("target", "distance"), ("target", "sideways")),
    ending=Ending(event="landed", still="still in the air", seconds={"biped": 3.0}),
    icon="SORT_DESC",
    group=STAND_AND_BALANCE,
    chief=("height", "distance", "turn", "target"),
)  # fmt: skip

DANCE = Skill(
    name="dance",
    sentence="Dance in place, stepping on the beat.",
    parameters=(
        Parameter(
            name="bpm", unit="1/min", low=40.0, high=240.0, default=110.0, keyable=False,
            sentence="Beats per minute, from the start of the cue on; it steps on every beat, "
            "every second one or twice as often, whatever suits its size.",
        ),
        Parameter(
            name="energy", unit="", low=0.0, high=1.5, default=1.0,
            sentence="How large the movements of trunk and arms are.",
        ),
        HEADING,
        StyleParameter(
            name="style", choices=list_dances, most=2, default="groove",
            sentence="How it dances: a dance, or two between which style_blend mixes.",
        ),
        STYLE_BLEND,
        STEP_HEIGHT,
        STEP_WIDTH,
        TORSO_LEAN,
        STANCE_KNEE,
    ),
    icon="SOUND",
    group=STAND_AND_BALANCE,
    chief=("bpm", "energy", "heading", "style"),
)  # fmt: skip

"""Skills that act on something: sitting on it, reaching, lifting, pushing and pulling it."""

from __future__ import annotations

from .entry import (
    HANDS,
    LIFTS,
    LOWERS,
    PULLS,
    PUSHES,
    REACHES,
    SEATED,
    STAND_AND_BALANCE,
    Ending,
    Skill,
)
from .gait import GAIT, HEADING, PACE, STYLE, STYLE_BLEND
from .parameters import Parameter, PlaceParameter, PropParameter, TargetParameter, TextParameter

SEAT = PropParameter(
    name="seat", default="chair", purpose="to sit on", is_moved=False,
    sentence="The prop to sit on, by its name: its top is the seat.",
)  # fmt: skip

SIT_TO_STAND = Skill(
    name="sit_to_stand",
    sentence="Rise from a seat and stand; a performer whose first cue this is starts seated.",
    parameters=(SEAT, STYLE, STYLE_BLEND),
    start=SEATED,
    icon="TRIA_UP",
    ending=Ending(event="on_feet", still="still rising", seconds={"biped": 2.0}),
    group=STAND_AND_BALANCE,
    chief=("seat", "style"),
)

PLACE_BEFORE = PlaceParameter(
    name="place", is_needed=False,
    sentence="A place before the seat, which says at which side and where along it to sit; none is "
    "the nearest.",
)  # fmt: skip
STAY = Parameter(
    name="stay", unit="s", low=0.0, high=3600.0, default=0.0, keyable=False,
    sentence="How long to sit before a cue that follows begins.",
)  # fmt: skip

STAND_TO_SIT = Skill(
    name="stand_to_sit",
    sentence="Walk to a seat unless it is right behind, sit down on it and stay there.",
    parameters=(SEAT, PLACE_BEFORE, STAY, PACE, STYLE, STYLE_BLEND),
    returns=False,
    icon="TRIA_DOWN",
    ending=Ending(event="seated", still="still sitting down", seconds={"biped": 3.0}),
    group=STAND_AND_BALANCE,
    chief=("seat", "speed", "style"),
)

HAND_CHOICES = ("L", "R", "both")
REACH = Skill(
    name="reach",
    sentence="Walk to something and reach it with a hand, at any height; hold the hand there.",
    parameters=(
        TargetParameter(
            name="target", purpose="to reach",
            sentence="The place to reach, or the prop that is reached for.",
        ),
        TextParameter(
            name="hand", choices=lambda: HAND_CHOICES, default="R",
            sentence="Which hand: L, R or both.",
        ),
        PACE,
        *GAIT,
    ),
    ending=Ending(event="reached", still="still reaching", seconds={"biped": 6.0}),
    task=REACHES,
    icon="VIEW_PAN",
    group=HANDS,
    chief=("target", "hand", "speed", "style"),
)  # fmt: skip

PICK_UP = Skill(
    name="pick_up",
    sentence="Walk to a thing, take it with both hands and lift it; the next cues carry it.",
    parameters=(
        PropParameter(
            name="prop", default="crate", purpose="to pick up",
            sentence="The prop to pick up, by its name.",
        ),
        PACE,
        *GAIT,
    ),
    ending=Ending(event="steady", still="still lifting it", seconds={"biped": 10.0}),
    task=LIFTS,
    icon="EXPORT",
    group=HANDS,
    chief=("prop", "speed", "style"),
)  # fmt: skip

PUT_DOWN = Skill(
    name="put_down",
    sentence="Walk to a place with what the hands hold, lower it there and let go.",
    parameters=(
        TargetParameter(
            name="target", purpose="to put something on",
            sentence="Where the middle of its underside comes to rest, or a prop to put it on.",
        ),
        PACE,
        *GAIT,
    ),
    ending=Ending(event="put_down", still="still putting it down", seconds={"biped": 10.0}),
    task=LOWERS,
    icon="IMPORT",
    group=HANDS,
    chief=("target", "speed", "style"),
)  # fmt: skip

HAULED = (
    PropParameter(
        name="prop", default="crate", purpose="to push or pull", sentence="The prop, by its name.",
    ),
    Parameter(
        name="speed", unit="m/s", low=0.1, high=1.0, default=0.5,
        sentence="How fast it goes once the hands hold it.",
    ),
    HEADING,
    Parameter(
        name="approach_speed", unit="m/s", low=0.1, high=2.5, default=1.0,
        sentence="Speed on the way to it.",
    ),
    *GAIT,
)  # fmt: skip

PUSH_CRATE = Skill(
    name="push_crate",
    sentence="Walk to something heavy, take its handles and push it.",
    parameters=HAULED,
    task=PUSHES,
    icon="FORWARD",
    group=HANDS,
    chief=("prop", "speed", "heading", "style"),
)

PULL_CRATE = Skill(
    name="pull_crate",
    sentence="Walk to something heavy, take its handles and pull it, walking backwards.",
    parameters=HAULED,
    task=PULLS,
    icon="BACK",
    group=HANDS,
    chief=("prop", "speed", "heading", "style"),
)

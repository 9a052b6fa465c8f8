"""The skill that performs a clip."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..base.errors import InvalidInput
from .body_parts import ARM, LEG, is_among, of_side
from .contact_marks import checked_marks
from .entry import IN_CLIP, OWN_ANIMATION, Ending, Skill
from .parameters import ClipParameter, ContactMarksParameter, Parameter, TextParameter

BY_SIZE = "size"
SPINE = ("spine1", "spine2", "spine3", "spine4")  # of a four-legged body
TAIL = ("tail1", "tail2", "tail3")
KEPT = 4  # clips whose measures are kept
# Parts of a body whose stiffness may differ, by the names of the segments that their joints turn.
PARTS = {
    "legs": LEG,
    "trunk": ("lower_back", "torso", *SPINE, *TAIL),
    "head": ("neck", "head"),
    "left_arm": of_side(ARM, "L"),
    "right_arm": of_side(ARM, "R"),
}
INFLUENCE, KEEP = "influence", "keep"
# What a cue may keep, as the segments whose joints then turn as in the clip.
KEPT_PARTS = {
    "nothing": (),
    "hands": ("hand",),
    "head": PARTS["head"],
    "arms": ARM,
    "left_arm": PARTS["left_arm"],
    "right_arm": PARTS["right_arm"],
    "upper_body": (*PARTS["trunk"], *PARTS["head"], *ARM),
}


def stiffness_parameter(part: str) -> str:
    """The name of the parameter that is a part's stiffness; "": that of the whole body."""
    return f"stiffness_{part}" if part else "stiffness"


STIFFNESS = {part: stiffness_parameter(part) for part in PARTS}


def part_of(segment: str) -> str:
    """The part to which a segment belongs; "" for the pelvis."""
    return next((part for part, segments in PARTS.items() if is_among(segment, segments)), "")


def is_kept(segment: str, keep: str) -> bool:
    """Whether a cue that keeps something by this name keeps a segment's joint."""
    return is_among(segment, KEPT_PARTS[keep])


def clip_content_of(text: str) -> str:
    """What a shot stores for a clip: its content, read from the file where the text names one."""
    if text.lstrip().startswith("{"):
        return text
    path = Path(text)
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else text
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The clip {text!r} cannot be read: {error}.") from error


def loops(values: Mapping[str, Any]) -> bool:
    """Whether a cue's clip goes on in a loop until the next cue."""
    return bool(values["repeated"] == "yes")


def performed_seconds(values: Mapping[str, Any], leg_length: float) -> float | None:
    """How long a cue's clip takes [s]; None where the cue has no clip that can be read, or loops.

    Args:
        values: of all parameters of the cue.
        leg_length: of the performer [m].
    """
    measures = _measures_of(values["clip"])
    if measures is None or loops(values):
        return None
    seconds, leg = measures
    return max(seconds - values["begin"], 0.0) / tempo_of(values, leg, leg_length)


def tempo_of(values: Mapping[str, Any], leg: float, leg_length: float) -> float:
    """Seconds of the clip that pass in a second.

    Args:
        leg: length of the leg of the clip's body; leg_length: of the performer's [m].
    """
    by_size = math.sqrt(leg / leg_length) if values["timing"] == BY_SIZE else 1.0
    return float(values["tempo"]) * by_size


@lru_cache(KEPT)
def _measures_of(text: str) -> tuple[float, float] | None:
    """The duration [s] of a clip and the length of its body's leg [m]."""
    try:
        data = json.loads(text)
        return (len(data["pelvis"]) - 1) / float(data["rate"]), float(data["leg"])
    except (ValueError, TypeError, KeyError, ZeroDivisionError):
        return None


def _stiffness(part: str, sentence: str) -> Parameter:
    return Parameter(
        name=stiffness_parameter(part), unit="", low=0.0, high=1.0, default=1.0, sentence=sentence
    )


PERFORM = Skill(
    name="perform",
    sentence="Perform a clip with muscles, weight and balance, as near to it as physics allows.",
    parameters=(
        ClipParameter(
            name="clip", content=clip_content_of,
            sentence="The Action that it performs; none: that of the rig.",
        ),
        Parameter(
            name="begin", unit="s", low=0.0, high=1000.0, default=0.0, keyable=False,
            sentence="The second of the clip with which it begins.",
        ),
        Parameter(
            name="tempo", unit="", low=0.25, high=4.0, default=1.0, keyable=False,
            sentence="Seconds of the clip that pass in a second.",
        ),
        TextParameter(
            name="timing", choices=lambda: ("clip", BY_SIZE), default="clip",
            sentence="Whether the clip keeps its own time, or passes slower on a larger body and "
            "faster on a smaller one.",
        ),
        TextParameter(
            name="mirrored", choices=lambda: ("no", "yes"), default="no",
            sentence="Whether left and right are exchanged.",
        ),
        _stiffness(
            "", "How closely the body follows the clip: less yields to what hits it, 0 is limp.",
        ),
        _stiffness("legs", "Of the legs, as a share of the body's stiffness."),
        _stiffness("trunk", "Of the trunk, as a share of the body's stiffness."),
        _stiffness("head", "Of the neck and the head, as a share of the body's stiffness."),
        _stiffness("left_arm", "Of the left arm, as a share of the body's stiffness."),
        _stiffness("right_arm", "Of the right arm, as a share of the body's stiffness."),
        Parameter(
            name=INFLUENCE, unit="", low=0.0, high=1.0, default=1.0,
            sentence="How far the keys are those of the simulation: 0 leaves the clip's own.",
        ),
        TextParameter(
            name=KEEP, choices=lambda: tuple(KEPT_PARTS), default="nothing",
            sentence="A part whose joints are keyed as in the clip, on the simulated body.",
        ),
        TextParameter(
            name="repeated", choices=lambda: ("no", "yes"), default="no",
            sentence="Whether a cycle of the clip goes on until the next cue, wherever the body "
            "gets; it is not searched for then.",
        ),
        Parameter(
            name="turn_rate", unit="rad/s", low=-0.5, high=0.5, default=0.0,
            applies_if=("repeated", ("yes",)),
            sentence="How fast a loop turns to the left.",
        ),
        Parameter(
            name="tries", unit="", low=1.0, high=1000.0, default=24.0, keyable=False,
            sentence="How many ways to go on are tried for each tenth of a second; more of them "
            "come nearer to the clip and take longer.",
        ),
        ContactMarksParameter(
            name="contact_marks", content=checked_marks,
            sentence="Where parts of the body bear, in seconds of the clip, in place of what it "
            "shows: foot.L 0-0.42, hand.R none; none: as it shows.",
        ),
        TextParameter(
            name="plan", is_free=True, default="",
            sentence="How it balances, as a search has found it; none searches.",
        ),
    ),
    ending=Ending(
        event="performed", still="still performing", seconds={"biped": 5.0, "quadruped": 5.0},
        lasts=performed_seconds, unless=("repeated", ("yes",)),
    ),
    start=IN_CLIP,
    is_searched=True,
    icon="ACTION",
    group=OWN_ANIMATION,
    chief=("clip", "begin", "stiffness", "influence"),
)  # fmt: skip

"""A clip as data: what an Action or a file shows, in the segments of the simulation skeleton.

It is kept as the artist has it. `track` moves it to a body, `reference` makes it physical.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.checks import check_data, check_number
from ...base.errors import InvalidInput
from ...base.files import check_format
from ...base.rotations import continuous_signs, quaternions_from_matrices
from ...bodies.character import Character
from ...bodies.kinds import BIPED, QUADRUPED
from ...bodies.quadruped import LEGS, NAMES_OF_JOINTS

Array = NDArray[np.float64]
FORMAT_VERSION = 1
DECIMALS = 5  # of a number in the text
FASTEST, LONGEST = 1000.0, 120.0  # rate [1/s], duration [s]
SHORTEST = 0.2  # [s]
HELD, HELD_RATE = 9, 30.0  # frames, and frames a second, of a clip that holds a pose
NORMS = (0.3, 1.5)  # between which the largest number of an orientation is
NEEDED = {
    BIPED: ("pelvis", "torso", "upper_leg.L", "lower_leg.L", "upper_leg.R", "lower_leg.R"),
    QUADRUPED: ("pelvis", *(f"{part}.{leg}" for leg in LEGS for part in NAMES_OF_JOINTS)),
}
PARTS = ("version", "name", "rate", "leg", "pelvis", "turns")


@dataclass(frozen=True, eq=False)
class PerformedClip:
    """A movement over the ground z = 0, on a body of its own proportions.

    Attributes:
        name: of the Action or the file.
        rate: frames a second.
        leg: hip to sole of the body that moves [m].
        pelvis: (frames, 3) origin of the pelvis [m].
        turns: segment -> its orientation in the world (frames, 4), signs continuous.
    """

    name: str
    rate: float
    leg: float
    pelvis: Array
    turns: Mapping[str, Array]

    @property
    def duration(self) -> float:
        """[s]"""
        return (len(self.pelvis) - 1) / self.rate

    @property
    def kind(self) -> str:
        """The kind of body that it shows."""
        return QUADRUPED if any(f"foot.{leg}" in self.turns for leg in LEGS) else BIPED

    @property
    def shows_toes(self) -> bool:
        """Whether the toes move by themselves."""
        return "toes.L" in self.turns


def clip_of_segments(
    axes: Mapping[str, Array], pelvis: Array, rate: float, character: Character, name: str
) -> PerformedClip:
    """The clip that a rig's segments show; raises InvalidInput where it cannot be performed.

    Args:
        axes: segment -> its axes in the world (frames, 3, 3); pelvis: (frames, 3) its origin [m].
        rate: frames a second.
        character: measured from the same rig.
    """
    turns = {role: continuous_signs(quaternions_from_matrices(own)) for role, own in axes.items()}
    return checked(PerformedClip(name, rate, character.leg_length, pelvis, turns))


def pose_of_segments(
    axes: Mapping[str, Array], pelvis: Array, character: Character, name: str
) -> PerformedClip:
    """A clip that holds the pose of a rig's segments in a single frame: see `clip_of_segments`."""
    turns = {role: quaternions_from_matrices(own) for role, own in axes.items()}
    return held_pose(PerformedClip(name, HELD_RATE, character.leg_length, pelvis, turns))


def checked(clip: PerformedClip) -> PerformedClip:
    """The same clip; raises InvalidInput with one sentence for the first error."""
    check_number("a clip's rate", clip.rate, "frames a second", 1.0, FASTEST)
    check_number("a clip's leg", clip.leg, "m", 0.01, 100.0)
    missing = [role for role in NEEDED[clip.kind] if role not in clip.turns]
    if missing:
        raise InvalidInput(
            f"The clip {clip.name!r} does not move {', '.join(missing)}: map these bones of its "
            "rig, or choose an Action of this rig."
        )
    frames = len(clip.pelvis)
    if any(len(turns) != frames for turns in clip.turns.values()):
        raise InvalidInput(f"The clip {clip.name!r} has segments of different lengths.")
    if not SHORTEST <= clip.duration <= LONGEST:
        raise InvalidInput(
            f"The clip {clip.name!r} lasts {max(clip.duration, 0.0):.3g} s: choose an Action of "
            f"{SHORTEST:g} to {LONGEST:g} s."
        )
    numbers = [clip.pelvis, *clip.turns.values()]
    if not all(np.isfinite(array).all() for array in numbers):
        raise InvalidInput(
            f"The clip {clip.name!r} holds keys that are not numbers: delete them or key them anew."
        )
    return clip


def check_kind(clip: PerformedClip, character: Character) -> None:
    """Raise InvalidInput where a clip shows another kind of body than the one that performs it."""
    if clip.kind != character.kind:
        raise InvalidInput(
            f"The clip {clip.name!r} is of a {clip.kind}, and the performer is a {character.kind}: "
            "choose an Action of such a body."
        )


def to_text(clip: PerformedClip) -> str:
    """The clip as JSON, as a cue holds it."""
    data = {
        "version": FORMAT_VERSION,
        "name": clip.name,
        "rate": clip.rate,
        "leg": round(clip.leg, DECIMALS),
        "pelvis": clip.pelvis.round(DECIMALS).tolist(),
        "turns": {role: turns.round(DECIMALS).tolist() for role, turns in clip.turns.items()},
    }
    return json.dumps(data, separators=(",", ":"))


def from_text(text: str) -> PerformedClip:
    """The inverse of `to_text`; raises InvalidInput on anything else."""
    return checked(_read(text, "Perform needs a clip"))


def held_pose(clip: PerformedClip) -> PerformedClip:
    """A clip that holds the first pose of another one."""
    turns = {role: np.repeat(rows[:1], HELD, axis=0) for role, rows in clip.turns.items()}
    pelvis = np.repeat(clip.pelvis[:1], HELD, axis=0)
    return checked(replace(clip, rate=HELD_RATE, pelvis=pelvis, turns=turns))


def pose_from_text(text: str) -> PerformedClip:
    """A clip that holds the first pose of one which a text shows; raises InvalidInput where there
    is none. A clip of a single frame will do.
    """
    held = held_pose(_read(text, "A pose must be a clip"))
    for role, turns in held.turns.items():
        if not NORMS[0] < float(np.abs(turns[0]).max()) < NORMS[1]:
            raise InvalidInput(f"The pose of {held.name!r} is damaged: {role} has no orientation.")
    return held


def _read(text: str, needed: str) -> PerformedClip:
    """The clip that a text shows, unchecked.

    Args:
        needed: the begin of the sentence for a text that shows none.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"{needed}, got {text[:40]!r}: choose an Action.") from error
    check_data("clip", data, PARTS)
    check_format("clip", data["version"], FORMAT_VERSION)
    try:
        pelvis = _array(data["pelvis"], 3)
        turns = {str(role): _array(rows, 4) for role, rows in dict(data["turns"]).items()}
        rate, leg = float(data["rate"]), float(data["leg"])
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidInput(f"The clip {data['name']!r:.60} is damaged: {error}.") from error
    return PerformedClip(str(data["name"]), rate, leg, pelvis, turns)


def _array(rows: Any, width: int) -> Array:
    array = np.array(rows, dtype=float)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"rows of {width} numbers are needed")
    return array

"""How a performer starts that begins with a clip: in the clip's first pose, with its speed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import quaternions_from_matrices
from ...bodies.character import Character
from ...catalogue.performing import loops, tempo_of
from ...motion.biped_frames import Z
from ...motion.joint_numbers import about
from ...motion.performing.clip import PerformedClip, from_text
from ...motion.performing.loop import LoopReference, loop_of
from ...motion.performing.reference import PerformedReference, reference_of
from ...motion.performing.surface import Footing
from ...motion.performing.track import Placing

Array = NDArray[np.float64]
LEAST_LEFT = 0.04  # [s] of the performed clip: fewer frames have no rates


class Opening(NamedTuple):
    """
    Attributes:
        position: (3,) of the pelvis [m]; orientation: (4,).
        joints, rates: flat, as in `Body`.
        velocity, turning: (3,) of the pelvis's origin [m/s], of the pelvis [rad/s].
    """

    position: Array
    orientation: Array
    joints: Array
    rates: Array
    velocity: Array
    turning: Array


def opening_of(
    character: Character, values: Mapping[str, Any], position: tuple[float, float], heading: float,
    gravity: float, footing: Footing | None = None,
) -> Opening:  # fmt: skip
    """The start of a body whose first cue performs a clip from the beginning of the shot.

    Args:
        values: of the cue.
        position, heading: of the body [m], [rad].
        gravity: [m/s2]; footing: the shot's ground; None for the plane z = 0.
    """
    if loops(values):
        return _loop_opening(looped(character, values, gravity), position, heading)
    reference = performed(character, values, position, heading, gravity, footing=footing)
    return Opening(
        reference.placed.origins[0, 0], reference.root_orientation[0], reference.joints[0],
        reference.rates[0], reference.root_velocity[0], reference.root_rate[0],
    )  # fmt: skip


def _loop_opening(loop: LoopReference, position: tuple[float, float], heading: float) -> Opening:
    """The start of a loop at a place (x, y) [m] and a heading [rad]."""
    reference, turn = loop.reference, about(Z, np.array(heading))
    origin = np.array([*position, reference.placed.origins[0, 0, Z]])
    turned = quaternions_from_matrices(turn @ reference.placed.axes[0, 0])
    return Opening(
        origin, turned, reference.joints[0], reference.rates[0],
        turn @ reference.root_velocity[0], turn @ reference.root_rate[0],
    )  # fmt: skip


def looped(character: Character, values: Mapping[str, Any], gravity: float) -> LoopReference:
    """The loop of a cue's clip on a body."""
    clip = from_text(values["clip"])
    tempo = tempo_of(values, clip.leg, character.leg_length)
    return loop_of(clip, character, gravity, values["begin"], tempo, values["mirrored"] == "yes")


def performed(
    character: Character, values: Mapping[str, Any], position: tuple[float, float], heading: float,
    gravity: float, later: float = 0.0, footing: Footing | None = None,
) -> PerformedReference:  # fmt: skip
    """What a cue's clip becomes on a body, from a place and a heading on.

    Args:
        values: of the cue.
        later: time [s] after the cue's own beginning with which it begins, from rest.
        footing: the shot's ground; None for the plane z = 0.
    """
    clip = from_text(values["clip"])
    tempo = tempo_of(values, clip.leg, character.leg_length)
    placing = Placing.of_cue(values, tempo, position, heading, later)
    check_begin(clip, placing.start, tempo)
    return reference_of(clip, character, placing, gravity, footing, values["contact_marks"])


def check_begin(clip: PerformedClip, begin: float, tempo: float) -> None:
    """Raise InvalidInput where too little of a clip is left after a second of it."""
    if begin > clip.duration - LEAST_LEFT * tempo:
        raise InvalidInput(
            f"The clip {clip.name!r} ends after {clip.duration:.3g} s: begin at least "
            f"{LEAST_LEFT * tempo:.2g} s before, got {begin:g}."
        )

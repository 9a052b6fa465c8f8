"""The motion of a body, fitted to the bones of a rig."""

from __future__ import annotations

from collections.abc import Container, Mapping

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.kinds import QUADRUPED
from .body_motion import BodyMotion
from .rigid_feet import lift_tips
from .rigid_paws import lift_paws
from .shared_bones import follow_shared

Array = NDArray[np.float64]


def fit_to_bones(
    body: BodyMotion, character: Character, roles: Container[str], paws: Mapping[str, Array]
) -> BodyMotion:
    """The motion in which segments that share a bone turn as one, and feet that are one rigid piece
    stay above the ground.

    Args:
        roles: the segments that have bones.
        paws: points (n, 3) of a quadruped's feet, by leg, in the foot's frame [m].
    """
    if character.kind == QUADRUPED:
        return lift_paws(follow_shared(body, character, roles), character, paws)
    return lift_tips(body, character, roles)

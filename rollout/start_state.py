"""Place and pose of a performer at the start of a shot."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..shots.ground import Ground
from ..shots.performer import Performer
from ..simulation.pose import joint_positions
from ..simulation.rotation import Array

FLAT = Ground.flat()
FOOT_REACH = 0.2  # of the leg: largest distance of a standing foot from below the pelvis
STEPPED_ONTO = 0.5  # of the leg over the ground, and over z = 0: what is higher is not stood on
Heights = Callable[[Array, float], Array]  # under places (n, 2), below a height [m]; NaN for none


def start_state(
    performer: Performer, ground: Ground = FLAT, moved: Heights | None = None
) -> tuple[Array, Array, Array]:
    """Root position, root orientation and flat joint positions at the start.

    Args:
        moved: heights of what carries a body that stands on it, such as an elevator.
    """
    character, pose = performer.character, dict(performer.pose or {})
    half = performer.heading / 2
    height = character.standing_height_of_root + _level_under(performer, ground, moved)
    standing = ((*performer.position, height), (math.cos(half), 0.0, 0.0, math.sin(half)))
    position, orientation = pose.pop("root", standing)
    joints = joint_positions(character, pose)
    return np.array(position, float), np.array(orientation, float), joints


def _level_under(performer: Performer, ground: Ground, moved: Heights | None) -> float:
    """Highest ground [m] under standing feet, so that no foot starts inside the ground."""
    (x, y), reach = performer.position, FOOT_REACH * performer.character.leg_length
    around = [(0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)]
    heights = [ground.height_at(x + dx, y + dy) for dx, dy in around]
    level = max((height for height in heights if height is not None), default=0.0)
    if moved is None:
        return level
    places = np.array([(x + dx, y + dy) for dx, dy in around])
    top = max(level, 0.0) + STEPPED_ONTO * performer.character.leg_length
    return float(np.nanmax([level, *moved(places, top)]))

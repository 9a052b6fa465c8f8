"""Place and pose of a performer at the start of a shot."""

from __future__ import annotations

import math

import numpy as np

from ..shots.ground import Ground
from ..shots.performer import Performer
from ..simulation.pose import joint_positions
from ..simulation.rotation import Array

FLAT = Ground.flat()
FOOT_REACH = 0.2  # of the leg: largest distance of a standing foot from below the pelvis


def start_state(performer: Performer, ground: Ground = FLAT) -> tuple[Array, Array, Array]:
    """Root position, root orientation and flat joint positions at the start."""
    character, pose = performer.character, dict(performer.pose or {})
    half = performer.heading / 2
    height = character.standing_height_of_root + _level_under(performer, ground)
    standing = ((*performer.position, height), (math.cos(half), 0.0, 0.0, math.sin(half)))
    position, orientation = pose.pop("root", standing)
    joints = joint_positions(character, pose)
    return np.array(position, float), np.array(orientation, float), joints


def _level_under(performer: Performer, ground: Ground) -> float:
    """Highest ground [m] under standing feet, so that no foot starts inside the ground."""
    (x, y), reach = performer.position, FOOT_REACH * performer.character.leg_length
    around = [(0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)]
    heights = [ground.height_at(x + dx, y + dy) for dx, dy in around]
    return max((height for height in heights if height is not None), default=0.0)

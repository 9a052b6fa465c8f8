"""The start of a planar body: in a pose, with its lowest sole on the ground."""

from __future__ import annotations

import math

import numpy as np

from ...base.rotations import multiply_quaternions
from ...bodies.character import Character
from ...shots.ground import Ground
from ...simulation.body import Motion, make_body, make_motion, move
from ...simulation.rotation import Array

SIDES = (".L", ".R")


def start_in_plane(
    character: Character,
    pose: Array,
    ground: Ground,
    position: tuple[float, float] = (0.0, 0.0),
    heading: float = 0.0,
) -> tuple[Array, Array, Array]:
    """Root position, root orientation and flat joint positions.

    Args:
        pose: (n,) the root's pitch and the joints' angles [rad].
        position: of the root over the ground [m]; heading: [rad].
    """
    turned = np.array([math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)])
    bowed = np.array([math.cos(pose[0] / 2), 0.0, math.sin(pose[0] / 2), 0.0])
    orientation = multiply_quaternions(turned, bowed)
    motion = placed(character, pose, orientation)
    place = np.array([*position, 0.0])
    above = [
        _ground_height(ground, place + ball) + radius - float(ball[2])
        for side in SIDES
        for ball, radius in balls_of(character, motion, "foot" + side)
    ]
    place[2] = max(above)
    return place, orientation, pose[1:].copy()


def placed(character: Character, pose: Array, orientation: Array) -> Motion:
    """A body at rest with its root's origin at the world's."""
    _, body = make_body(character)
    motion, record = make_motion(len(character.segments))
    root = np.zeros(13)
    root[3:7] = orientation
    still = np.zeros(len(pose) - 1)
    move(body, root, pose[1:], still, record)
    root[0:3] = -motion.origin[0]
    move(body, root, pose[1:], still, record)
    return motion


def balls_of(character: Character, motion: Motion, name: str) -> list[tuple[Array, float]]:
    """Middles (3,) and radius of a foot's heel and toe [m], in the world."""
    i = character.segment_names.index(name)
    radius = ball_radius(character)
    spots = motion.origin[i] + foot_balls(character) @ motion.rotation[i].T
    return [(spot, radius) for spot in spots]


def foot_balls(character: Character) -> Array:
    """(2, 3) middles of a foot's heel and toe in its frame [m]."""
    shape = character.segment("foot.L").shape
    assert shape is not None
    reach = shape.size[0] / 2 - shape.size[2] / 2
    x, y, z = shape.center
    return np.array([[x - reach, y, z], [x + reach, y, z]])


def ball_radius(character: Character) -> float:
    shape = character.segment("foot.L").shape
    assert shape is not None
    return shape.size[2] / 2


def _ground_height(ground: Ground, spot: Array) -> float:
    height = ground.height_at(float(spot[0]), float(spot[1]))
    return 0.0 if height is None else height

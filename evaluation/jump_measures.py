"""Jumps, measured on a take: flight, rise, place and turn of the landing, its hardest moment."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..shots.ground import Ground
from ..shots.take import Performance, Take

Array = NDArray[np.float64]
GRAVITY = 9.81  # [m/s2]
IN_AIR = 0.01  # of body weight: a body on which nothing pushes harder flies
FEET = ("foot.L", "foot.R", "toes.L", "toes.R")


class Measured(NamedTuple):
    """
    Attributes:
        rise: of the center of mass above that of the first frame [m].
        way: (2,) of the middle of the feet from the first frame to the last [m].
        turn: of the hips from the first frame to the last [rad].
        shock: largest force under the body in a frame after the flight, in body weights.
        drift: change over the flight of the momentum over ground, and of the angular momentum over
            leg's length, of the momentum at the take-off.
    """

    rise: float
    way: Array
    turn: float
    shock: float
    drift: float


def flight_of(character: Character, performance: Performance) -> slice:
    """The frames of the longest flight; none in a take without one.

    The take must have its contact forces.
    """
    assert performance.contact_forces is not None  # recorded
    # From whatever side: a foot that brushes an edge is pushed back and hardly up.
    pushes = np.linalg.norm(performance.contact_forces, axis=2).sum(axis=1)
    flies = pushes < IN_AIR * character.mass * GRAVITY
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flies.astype(int), [0]])))
    spans = edges.reshape(-1, 2)
    if len(spans) == 0:
        return slice(0, 0)
    start, stop = spans[np.argmax(spans[:, 1] - spans[:, 0])].tolist()
    return slice(start, stop)


def load_of(character: Character, performance: Performance) -> Array:
    """(frames,) vertical force of the ground, in body weights."""
    assert performance.contact_forces is not None  # recorded
    load: Array = performance.contact_forces[:, :, 2].sum(axis=1) / (character.mass * GRAVITY)
    return load


def measure_jump(character: Character, take: Take) -> Measured:
    """Measure the only jump of the first performer, who stands at the beginning and at the end.

    The take must have its contact forces and momentum.
    """
    performance = take.performances[0]
    masses = np.array([segment.mass for segment in character.segments])
    com = np.einsum("i,fik->fk", masses, performance.segment_positions) / masses.sum()
    flight = flight_of(character, performance)
    after = load_of(character, performance)[flight.stop :]
    feet = [performance.segment_names.index(name) for name in FEET]
    middle = performance.segment_positions[:, feet].mean(axis=1)
    ahead = matrices_from_quaternions(performance.segment_orientations[:, 0])[:, :2, 0]
    facing = np.unwrap(np.arctan2(ahead[:, 1], ahead[:, 0]))
    return Measured(
        float(com[:, 2].max() - com[0, 2]), (middle[-1] - middle[0])[:2],
        float(facing[-1] - facing[0]), float(after.max()) if len(after) else math.nan,
        _drift(character, performance, flight),
    )  # fmt: skip


def _drift(character: Character, performance: Performance, flight: slice) -> float:
    assert performance.momentum is not None  # recorded
    # The first and the last frame may have had a contact within them.
    flying = performance.momentum[flight][1:-1]
    if len(flying) == 0:
        return math.inf
    size = float(np.linalg.norm(flying[0, :3]))
    level = np.ptp(flying[:, :2], axis=0).max()
    turning = np.ptp(flying[:, 3:], axis=0).max() / character.leg_length
    return float(max(level, turning) / size)


def platforms(near: float, far: float) -> Ground:
    """Two level platforms with nothing between them [m]."""
    corners = [
        (x, y, 0.0)
        for low, high in ((-3.0, near), (far, far + 25.0))
        for x, y in ((low, -5.0), (high, -5.0), (high, 5.0), (low, 5.0))
    ]
    return Ground.mesh(corners, [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)])

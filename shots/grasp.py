"""Where both hands grasp a prop, and where the performer stands for it (Section 5.4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from ..base.rotations import matrices_from_quaternions
from ..bodies.reach_posture import Outline
from .prop import Prop

Array = NDArray[np.float64]

WIDEST = 2.0  # of the shoulders' width: largest distance of the hands
HELD_AT = 0.75  # of a prop's height: above its middle, so that it hangs stably
PUSHED_AT, PULLED_AT = 0.8, 0.62  # of the hips' height; a prop that is pulled higher tips over
APART = 0.7  # of the shoulders' width: usual half distance of the hands
EDGE = 0.05  # [m] between the hands and the edges of a side
BETWEEN = 0.02  # [m] of the middle from between the hands, which hold both sides
GRASPED_FROM = 0.02  # [m] between a palm's middle and the surface it holds


@dataclass(frozen=True)
class Grasp:
    """A grasp with both hands.

    Attributes:
        points: (2, 3) of left and right hand, in the prop's frame [m].
        facing: heading of the performer that takes the grasp [rad].
        middle: (3,) between the hands, in the world [m].
        front: how far the prop extends from that middle towards the performer [m].
        below: how far the prop extends below that middle [m].
    """

    points: Array
    facing: float
    middle: Array
    front: float
    below: float

    @property
    def half_width(self) -> float:
        """Half the distance of the hands [m]."""
        return float(np.linalg.norm(self.points[0] - self.points[1])) / 2


def widest_hold(outline: Outline) -> float:
    """Largest distance of the hands [m]."""
    return WIDEST * outline.shoulder_width


def find_grasp(
    prop: Prop, position: Array, orientation: Array, place: Array, widest: float
) -> Grasp:
    """The most convenient grasp for a performer at a place (2,).

    Raises InvalidInput where the prop is wider than the hands can be apart.

    Args:
        position, orientation: the present pose of the prop.
        widest: largest distance of the hands [m].
    """
    turn, corners = matrices_from_quaternions(orientation), corners_of(prop)
    pairs = _pairs_of_handles(prop) if len(prop.handles) > 1 else _pairs_of_sides(corners, turn)
    world = corners @ turn.T + position
    holds = [_hold(pair, turn, position, world, place) for pair in pairs]
    narrow = [hold for hold in holds if 2.0 * hold.half_width <= widest]
    if not narrow:
        width = min(2.0 * hold.half_width for hold in holds)
        raise InvalidInput(
            f"The prop {prop.name!r} is too wide to hold: {width:.2f} m from hand to hand, at most "
            f"{widest:.2f} m. Give it handles that are nearer to each other."
        )
    return min(narrow, key=lambda hold: _detour(hold, place, position))


def find_handles(
    prop: Prop, position: Array, orientation: Array, place: Array, outline: Outline, level: float,
    pulled: bool,
) -> Grasp:  # fmt: skip
    """The grasp for pushing or pulling a prop: by its handles, or by places on one of its sides.

    Args:
        position, orientation: the present pose of the prop.
        place: (2,) of the performer.
        outline: of the performer's body.
        level: height of the ground under the performer [m].
    """
    turn, corners = matrices_from_quaternions(orientation), corners_of(prop)
    world = corners @ turn.T + position
    if len(prop.handles) > 1:
        pairs = _pairs_of_handles(prop)
    else:
        share = PULLED_AT if pulled else PUSHED_AT
        height = min(level + share * outline.hip_height, float(world[:, 2].max()) - EDGE)
        pairs = _pairs_on_sides(corners, turn, APART * outline.shoulder_width, height - position[2])
    holds = [_hold(pair, turn, position, world, place) for pair in pairs]
    return min(holds, key=lambda hold: _detour(hold, place, position))


def corners_of(prop: Prop) -> Array:
    """Corners (n, 3) of a prop, or of a box around it, in the prop's frame [m]."""
    if prop.shape == "mesh":
        return np.array(prop.vertices, float)
    if prop.shape == "box":
        half = np.array(prop.size, float) / 2
    else:
        radius = prop.size[0]
        half = np.array([radius, radius, prop.size[-1] / 2 if prop.shape == "capsule" else radius])
    return np.array(list(product((-1.0, 1.0), repeat=3))) * half


def _pairs_of_handles(prop: Prop) -> list[Array]:
    """The first two handles, either one for either hand."""
    first, second = (np.array(handle, float) for handle in list(prop.handles.values())[:2])
    return [np.array([first, second]), np.array([second, first])]


def _pairs_of_sides(corners: Array, turn: Array) -> list[Array]:
    """Points on opposite sides, above their middles, seen from all four directions."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    up = int(np.argmax(np.abs(turn[2])))
    pairs = []
    for across in range(3):
        if across == up:
            continue
        pair = np.tile((low + high) / 2, (2, 1))
        share = HELD_AT if turn[2, up] > 0.0 else 1.0 - HELD_AT
        pair[:, up] = low[up] + share * (high[up] - low[up])
        pair[:, across] = high[across] + GRASPED_FROM, low[across] - GRASPED_FROM
        pairs += [pair, pair[::-1].copy()]
    return pairs


def _pairs_on_sides(corners: Array, turn: Array, apart: float, height: float) -> list[Array]:
    """Two points on each upright side, as far apart as the side allows."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    up = int(np.argmax(np.abs(turn[2])))
    flat = [axis for axis in range(3) if axis != up]
    pairs = []
    for out, across in (flat, flat[::-1]):
        half = min(apart, (high[across] - low[across]) / 2 - EDGE)
        for side in (low[out] - GRASPED_FROM, high[out] + GRASPED_FROM):
            pair = np.tile((low + high) / 2, (2, 1))
            pair[:, up], pair[:, out] = height * np.sign(turn[2, up]), side
            pair[:, across] += np.array([half, -half])
            pairs += [pair, pair[::-1].copy()]
    return pairs


def _hold(points: Array, turn: Array, position: Array, corners: Array, place: Array) -> Grasp:
    left, right = points @ turn.T + position
    middle = (left + right) / 2
    across = left - right
    facing = math.atan2(-across[0], across[1])
    ahead = np.array([math.cos(facing), math.sin(facing)])
    front = float(np.max((middle[:2] - corners[:, :2]) @ ahead))
    return Grasp(points, facing, middle, front, float(middle[2] - corners[:, 2].min()))


def _detour(hold: Grasp, place: Array, position: Array) -> float:
    """How far a performer must walk around the prop: the angle [rad] from its approach to `facing`.

    A prop is not grasped through itself: its middle lies ahead of the hands or between them.
    """
    way = hold.middle[:2] - place
    ahead = np.array([math.cos(hold.facing), math.sin(hold.facing)])
    through = float((position - hold.middle)[:2] @ ahead) < -BETWEEN
    turn = math.remainder(math.atan2(way[1], way[0]) - hold.facing, math.tau)
    return abs(turn) + (math.pi if through else 0.0)

"""A prop as a seat: the place of its front edge, and the height of its top."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...base.errors import InvalidInput
from ...shots.shot import Prop
from ...simulation.rotation import Array, matrix_of, wrapped

LEVEL = math.cos(math.radians(15.0))  # least cosine of the tilt of a seat's top


@dataclass(frozen=True)
class Seat:
    """The top of a prop, seen from a body that sits on it.

    Attributes:
        edge: (2,) the point of the front edge in the middle of the sitter [m].
        heading: of the sitting body [rad].
        height: of the top [m].
        depth: from the front edge to the back [m].
    """

    edge: Array
    heading: float
    height: float
    depth: float


def find_seat(
    prop: Prop, position: Array, orientation: Array, place: Array, heading: float,
    breadth: float = 0.0,
) -> Seat:  # fmt: skip
    """The side of a prop on which a body at `place` (2,) [m] that faces `heading` [rad] would sit.

    Raises InvalidInput where the prop's top is not level.

    Args:
        position, orientation: of the prop now.
        breadth: of the body [m]; it sits entirely on the prop where that is broad enough.
    """
    low, high = _bounds(prop)
    axes, half = matrix_of(orientation), (high - low) / 2
    middle = position + axes @ ((low + high) / 2)
    up = int(np.argmax(np.abs(axes[2])))
    if abs(axes[2, up]) < LEVEL:
        raise InvalidInput(f"The seat {prop.name!r} is tilted: lay a side of it level.")
    flat = [axis for axis in range(3) if axis != up]
    sides = [(axis, sign) for axis in flat for sign in (1.0, -1.0)]
    headings = [math.atan2(sign * axes[1, axis], sign * axes[0, axis]) for axis, sign in sides]
    best = int(np.argmin([abs(wrapped(facing - heading)) for facing in headings]))
    front, facing = sides[best][0], headings[best]
    side = next(axis for axis in flat if axis != front)
    ahead = np.array([math.cos(facing), math.sin(facing)])
    left = np.array([-ahead[1], ahead[0]])
    room = max(half[side] - breadth / 2, 0.0)
    aside = float(np.clip((place - middle[:2]) @ left, -room, room))
    return Seat(
        edge=middle[:2] + half[front] * ahead + aside * left,
        heading=facing,
        height=float(middle[2] + half[up]),
        depth=float(2 * half[front]),
    )


def side_towards(prop: Prop, position: Array, orientation: Array, place: Array) -> float:
    """Heading [rad] of the side of a prop that a place (2,) [m] lies before."""
    low, high = _bounds(prop)
    axes, half = matrix_of(orientation), (high - low) / 2
    middle = position + axes @ ((low + high) / 2)
    up = int(np.argmax(np.abs(axes[2])))
    flat = [axis for axis in range(3) if axis != up]
    ways = [axes[:2, axis] / math.hypot(*axes[:2, axis]) for axis in flat]
    beyond = [abs(way @ (place - middle[:2])) - half[axis]
              for axis, way in zip(flat, ways, strict=True)]  # fmt: skip
    way = ways[int(np.argmax(beyond))]
    x, y = way * np.sign(way @ (place - middle[:2]))
    return math.atan2(y, x)


def _bounds(prop: Prop) -> tuple[Array, Array]:
    """Lowest and highest corner in the prop's frame [m]."""
    if prop.shape == "mesh":
        points = np.array(prop.vertices, dtype=float)
        return points.min(axis=0), points.max(axis=0)
    if prop.shape == "box":
        half = np.array(prop.size, dtype=float) / 2
        return -half, half
    raise InvalidInput(
        f"A performer cannot sit on the {prop.shape} {prop.name!r}: use a box or a mesh."
    )

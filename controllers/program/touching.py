"""Points of a body that may touch the ground, and the program with those that do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from ...simulation.compiled import compiled
from ...simulation.dynamics import Indices
from ...simulation.rotation import Array
from .contacts import EDGES, Contacts, contacts_between
from .objectives import Tick
from .record import Integers, Reals
from .whole_body import solve_qp

MOST_TOUCHES = 128  # points that a record holds


class Touching(TypedDict):
    """The points that may touch the ground: a part of a law's record."""

    touches: int  # number of them
    touch_segment: Annotated[Integers, (MOST_TOUCHES,)]
    touch_point: Annotated[Reals, (MOST_TOUCHES, 3)]  # in the segment's frame [m]
    touch_radius: Annotated[Reals, (MOST_TOUCHES,)]  # of the round end around the point [m]
    forces: Annotated[Reals, (EDGES * MOST_TOUCHES,)]  # last forces along the contacts' edges [N]


def set_touches(record: Touching, touches: Iterable[tuple[int, Array, float]]) -> None:
    """Fill in points as `bodies.touch_points.touches_of` gives them."""
    for k, (segment, point, radius) in enumerate(touches):
        record["touch_segment"][k] = segment
        record["touch_point"][k] = point
        record["touch_radius"][k] = radius
        record["touches"] = k + 1


@compiled
def solve_among(
    tick: Tick[object], contacts: Contacts, numbers: Indices, count: int, forces: Array,
    gravity: float, outside: Array,
) -> Array:  # fmt: skip
    """(n, 3) torque rows [N m] as by `solve_qp`, with those of many points that touch now.

    Args:
        contacts: of which the first `count` are filled in, but for their forces.
        numbers: of each contact among all points.
        forces: (EDGES k,) last forces of all points [N], then the new ones.
        outside: (n, 6) further wrenches on the segments, as in `solve_qp`.
    """
    for i in range(count):
        for edge in range(EDGES):
            contacts.forces[EDGES * i + edge] = forces[EDGES * numbers[i] + edge]
    torques = solve_qp(tick, contacts_between(contacts, 0, count), gravity, outside)
    forces[:] = 0.0
    for i in range(count):
        for edge in range(EDGES):
            forces[EDGES * numbers[i] + edge] = contacts.forces[EDGES * i + edge]
    return torques

"""How far joints are beyond their range, for those who judge a body by its state."""

from __future__ import annotations

from ...simulation.body import FIXED, Body, Motion
from ...simulation.compiled import compiled
from ..program.limits import beyond_limit
from ..program.record import Rows


@compiled
def furthest_beyond(bodies: Rows[Body], motions: Rows[Motion]) -> float:
    """The angle [rad] by which that joint is beyond its range which is so most."""
    body, motion, most = bodies[0], motions[0], 0.0
    for i in range(1, body.rows[0]):
        if body.joint_type[i] == FIXED:
            continue
        for axis in range(3):
            most = max(most, abs(beyond_limit(body, motion, i, axis, 0.0)))
    return most

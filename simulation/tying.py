"""Springs and dampers between a body and a held prop: Coros et al. 2010, Section 5.4."""

from __future__ import annotations

import numpy as np

from .actor import Actor
from .rotation import Array, matrix_of
from .world import World


def tie(
    world: World, actor: Actor, segment: int, prop: str, point: Array, stiffness: float,
    damping: float, turning: float,
) -> Array:  # fmt: skip
    """Tie a segment's middle to a point of a prop for the next step.

    Returns:
        (3,) the force on the segment [N]; the prop feels the opposite, at the same place.

    Args:
        point: (3,) in the prop's frame [m]; stiffness: [N/m]; damping: [N s/m].
        turning: damping of the prop's rotation in the hand [N m s/rad].
    """
    identity, motion = world.props[prop], actor.motion
    position, orientation = world.engine.pose(identity)
    velocity, angular_velocity = world.engine.velocity(identity)
    arm = matrix_of(orientation) @ point
    stretch = position + arm - motion.center[segment]
    slip = velocity + np.cross(angular_velocity, arm) - motion.velocity[segment]
    force: Array = stiffness * stretch + damping * slip
    at = (motion.center[segment] + 0.5 * stretch).tolist()
    world.push(actor, segment, force.tolist(), at)
    world.engine.push(identity, -1, (-force).tolist(), at)
    moment = turning * (angular_velocity - motion.angular_velocity[segment])
    _twist(world, actor.identity, actor.links[segment], moment, motion.center[segment])
    _twist(world, identity, -1, -moment, position)
    return force


def _twist(world: World, identity: int, link: int, moment: Array, at: Array) -> None:
    """Apply a moment (3,) [N m] for the next step, as two opposite forces around a place (3,)."""
    thinnest = np.eye(3)[int(np.argmin(np.abs(moment)))]
    arm = np.cross(moment, thinnest)
    length = float(np.linalg.norm(arm))
    if length == 0.0:
        return
    arm /= length
    force = np.cross(moment, arm)
    for way in (0.5, -0.5):
        world.engine.push(identity, link, (2.0 * way * force).tolist(), (at + way * arm).tolist())

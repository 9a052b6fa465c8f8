"""The torques that the engine is given, time step by time step, about each axis of each joint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bodies.body import Body
from ..controllers.program.limits import NEAR, beyond_limit
from ..rollout.simulate import simulate
from ..shots.shot import Shot
from ..shots.take import Take
from ..simulation.actor import Actor
from ..simulation.direct_engine import DirectEngine
from ..simulation.rotation import Array
from ..simulation.world import World

WRITTEN = {"fixed": 0, "hinge": 1, "universal": 2, "spherical": 1}  # joints of PyBullet


class AppliedTorques:
    """The largest torques that one body's joints were given.

    Attributes:
        largest: (joints of PyBullet,) in the order of the segments, the largest in size about any
            axis of the joint [N m]; empty before the first time step.
    """

    def __init__(self) -> None:
        self.largest: NDArray[np.float64] = np.zeros(0)

    def add(self, forces: Any) -> None:
        """Add one time step: for each joint its torques about its axes [N m]."""
        sizes = np.array([max(map(abs, about)) for about in forces])
        if not self.largest.size:
            self.largest = np.zeros(len(sizes))
        self.largest = np.maximum(self.largest, sizes)

    def shares(self, body: Body) -> dict[str, float]:
        """Largest torque of each joint about any of its axes, of its limit, by segment.

        Raises:
            ValueError: another body was simulated.
        """
        joints = [s for s in body.segments[1:] for _ in range(WRITTEN[s.joint.type])]
        shares: dict[str, float] = {}
        for segment, torque in zip(joints, self.largest.tolist(), strict=True):
            share = torque / segment.joint.torque_limit
            shares[segment.name] = max(share, shares.get(segment.name, 0.0))
        return shares


@contextmanager
def watch_torques() -> Iterator[AppliedTorques]:
    """Record what the engine is given for the joints of the only body that is simulated meanwhile.

    Steps that a search tries and takes back count as well. A joint at an end of its range is left
    out: ligaments may hold more there than muscles.
    """
    found, write = AppliedTorques(), World.write_torques

    def watched_write(world: World, actor: Actor, torques: Array) -> None:
        is_free = _between_its_ends(actor)
        found.add([
            torques[start:end].tolist() if free else [0.0]
            for (start, end), free in zip(actor.spans, is_free, strict=True)
        ])  # fmt: skip
        write(world, actor, torques)

    patched, engine, handles = _patched(World), _patched(DirectEngine), DirectEngine.handles
    patched.write_torques = watched_write
    engine.handles = lambda _: None  # compiled code would write torques itself
    try:
        yield found
    finally:
        patched.write_torques, engine.handles = write, handles


def _between_its_ends(actor: Actor) -> list[bool]:
    """For each joint of PyBullet, whether it is away from the ends of its range."""
    body, motion = actor.body, actor.motion
    return [
        not any(beyond_limit(body, motion, i, axis, NEAR) for axis in range(3))
        for i, segment in enumerate(actor.character.segments[1:], start=1)
        for _ in range(WRITTEN[segment.joint.type])
    ]


def _patched(kind: Any) -> Any:
    """A class whose methods are replaced, so that mypy does not compare their types."""
    return kind


class Watched(NamedTuple):
    """A take, and the largest torque of each joint, of its limit, in all that was simulated."""

    take: Take
    shares: dict[str, float]


def simulate_watched(shot: Shot) -> Watched:
    """Simulate a shot of one performer, with its contact forces and momentum."""
    with watch_torques() as torques:
        take = simulate(shot, record=("contact_forces", "momentum"))
    return Watched(take, torques.shares(shot.performers[0].character))

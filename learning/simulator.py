"""A simulator in which planar controllers are tried and evaluated: Sharon 2004, 4.3."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..controllers.planar.walking import CONTROL_STEP, planar_actuators
from ..shots.ground import Ground
from ..simulation.rotation import Array
from ..simulation.world import World
from ..skills.planar.policy import SIDES, both, make_memory, make_policy, pose_from
from ..skills.planar.start import ball_radius, foot_balls, start_in_plane
from .target import EVERY, Target, segment_ends

TIME_STEP = 0.001  # [s], as in any shot
GRAVITY = (0.0, 0.0, -9.81)
FALLEN = 1.0  # [m], cost per moment after a fall, far above that of any step
# A step whose duration is beyond these shares of the target's, or whose distance from it is above
# this [m], counts as a fall: it ends the trial.
LONGEST, SHORTEST, FARTHEST = 1.5, 0.75, 0.3
SHORTEST_ON_BUMPS = 0.3  # a step on bumps may end early, when the foot meets the ground
LOW, BOWED = 0.7, math.radians(70.0)  # hips' height of standing's, and root's pitch, in a fall


@dataclass(frozen=True)
class WalkResult:
    """The result of a trial.

    Attributes:
        cost: mean distance of the body's mass from the target over the whole duration [m].
        lasted: simulated time before a fall or the end [s].
        fell: whether the body fell.
        error: mean distance while it walked [m].
        steps: number of steps begun.
        way: distance walked [m].
    """

    cost: float
    lasted: float
    fell: bool
    error: float
    steps: int
    way: float


class Simulator:
    """A body on a ground, reset before each trial."""

    def __init__(
        self, target: Target, controller: Any, ground: Ground, shortest: float = SHORTEST
    ) -> None:
        """
        Args:
            shortest: smallest duration of a step, as a share of the target's.
        """
        self.target, self.shortest = target, shortest
        character = target.character
        self._world = World(
            GRAVITY, TIME_STEP, ground.friction, ground.vertices, ground.triangles
        )
        start = pose_from(character, controller["start"]["pose"])
        position, orientation, joints = start_in_plane(character, start, ground)
        self.actor = self._world.add_character(character, position, orientation, joints)
        self._world.set_going(self.actor, joints, np.array(controller["start"]["rates"]))
        self._begin = self._world.snapshot()
        self.policy, self._record = make_policy(character, controller)
        self.ends = segment_ends(character)
        self.balls = foot_balls(character)
        self.sole = ball_radius(character)
        self.mass = np.array([s.mass for s in character.segments]) / character.mass
        self.hips = self.policy.hips
        self.legs = character.leg_length

    def close(self) -> None:
        self._world.close()

    def try_poses(
        self, center: Array, action: Array, duration: float, bound: float = math.inf
    ) -> WalkResult:
        """Walk with other nodes.

        Args:
            center, action: (m, n) of one step.
            bound: the trial ends where the cost is certain to be above this.
        """
        for name, poses in both(self.target.character, center, action).items():
            getattr(self.policy, name)[:] = poses
        return self.walk(duration, bound, is_strict=True)

    def walk(
        self, duration: float, bound: float = math.inf, is_strict: bool = False
    ) -> WalkResult:
        """Walk with the present nodes; `is_strict`: losing the gait counts as a fall."""
        self._world.restore(self._begin)
        memory, memories = make_memory()
        world, actor = self._world, self.actor
        cost = StepCost(self, memory, is_strict)
        samples, every = round(duration / EVERY), round(EVERY / CONTROL_STEP)
        most = bound * samples
        for tick in range(samples * every):
            if tick % every == 0:
                cost.add_distance()
                if cost.fell or cost.total > most:
                    break
            flat = planar_actuators(
                actor.body_record, actor.motion_record, self._record, memories, CONTROL_STEP
            )
            for _ in range(round(CONTROL_STEP / TIME_STEP)):
                world.write_torques(actor, flat)
                world.step()
            world.read(actor)
            world.read_contacts(actor)
        return cost.result(samples)


class StepCost:
    """Compares the walker with the target, step by step."""

    def __init__(self, simulator: Simulator, memory: Any, is_strict: bool) -> None:
        self._simulator, self._memory, self._is_strict = simulator, memory, is_strict
        self._usual = simulator.target.step / EVERY
        self.lost = False
        self._motion = simulator.actor.motion
        self._half = len(simulator.policy.stance) // 2
        self._side, self._clock = -1, 0
        self._anchor = np.zeros(2)
        self._mirror = _mirrored_segments(simulator.target.character)
        self._start = float(self._motion.origin[0, 0])
        self.total, self.looks, self.steps, self.fell = 0.0, 0, 0, False

    def add_distance(self) -> None:
        """Add the present distance (Equation 4.3.1), and check for a fall."""
        side = int(self._memory.active[0] >= self._half)
        if side != self._side:
            self.lost = self.steps > 0 and self._clock < self._simulator.shortest * self._usual
            self._begin_step(side)
        points, target = self._points(), self._target()
        apart = np.sqrt(((points - target) ** 2).sum(axis=2)).mean(axis=1)
        distance = float(self._simulator.mass @ apart)
        self.total += distance
        self.looks += 1
        self._clock += 1
        self.lost = self.lost or self._clock > LONGEST * self._usual or distance > FARTHEST
        self.fell = self._falls() or (self._is_strict and self.lost)

    def _begin_step(self, side: int) -> None:
        """Begin the target's step where this foot stands, so that errors of steps in length and
        time do not accumulate.
        """
        self._side, self._clock = side, 0
        self.steps += 1
        foot = self._simulator.policy.feet[side]
        origin, rotation = self._motion.origin[foot], self._motion.rotation[foot]
        balls = origin + self._simulator.balls @ rotation.T
        sole = balls[:, 2].min() - self._simulator.sole
        self._anchor = np.array([origin[0], sole])

    def _points(self) -> Array:
        """Ends of the segments (n, 2, 2), forwards and upwards."""
        motion = self._motion
        ends = motion.origin[:, None, :] + np.einsum(
            "nij,nej->nei", motion.rotation, self._simulator.ends
        )
        return ends[:, :, [0, 2]]

    def _target(self) -> Array:
        points = self._simulator.target.points
        row = points[min(self._clock, len(points) - 1)]
        return self._anchor + (row if self._side == 0 else row[self._mirror])

    def _falls(self) -> bool:
        motion, simulator = self._motion, self._simulator
        hips = motion.origin[simulator.hips[0], 2]
        soles = min(motion.origin[foot, 2] for foot in simulator.policy.feet)
        bowed = motion.rotation[0, 2, 2] < math.cos(BOWED)
        return bool(bowed or hips - soles < LOW * simulator.legs)

    def result(self, samples: int) -> WalkResult:
        missing = samples - self.looks
        cost = (self.total + FALLEN * missing * self.fell) / samples
        return WalkResult(
            cost=cost,
            lasted=self.looks * EVERY,
            fell=self.fell,
            error=self.total / max(self.looks, 1),
            steps=self.steps,
            way=float(self._motion.origin[0, 0]) - self._start,
        )


def _mirrored_segments(character: Any) -> list[int]:
    names = character.segment_names
    other = {".L": ".R", ".R": ".L"}
    return [names.index(n[:-2] + other[n[-2:]] if n[-2:] in SIDES else n) for n in names]


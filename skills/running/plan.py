"""A run that follows its planner's poses, Kwon and Hodgins 2010: Sections 5.1 to 5.3.

State estimation and planning run at 120 Hz, tracking at every time step. The planner takes over at
a footstrike of the runner, at the target speed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ...base.rotations import matrices_from_rotation_vectors, rotation_vectors_from_matrices
from ...bodies.character import Character
from ...catalogue.trackings import PROGRAM
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import Anatomy
from ...controllers.run.tracking import TrackedPose, track_actuators
from ...motion.biped_frames import SIDES, Placed
from ...motion.pendulum_analysis import analyse
from ...motion.pendulum_estimation import StateEstimator, upper_points
from ...motion.planned_poses import PlannedPose, velocities
from ...motion.planner import Plan, RunPlanner
from ...motion.prediction import Command
from ...motion.reference import load_reference
from ...simulation.body import Body, Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array

PLANNED_EVERY = 1.0 / 120.0  # [s]
LAG = 0.04  # [s] by which the sampled pose is ahead


class Runner(Protocol):
    """A body that runs, as its runs read and move it: a `Biped`."""

    character: Character
    body: Rows[Body]
    anatomies: Rows[Anatomy]
    commands: Rows[GaitCommand]
    memories: Rows[GaitMemory]
    anatomy: Anatomy
    command: GaitCommand
    memory: GaitMemory
    events: list[str]
    assist: Array | None

    @property
    def leg(self) -> float: ...


@dataclass(frozen=True, eq=False)
class Sample:
    """The poses to reach after the lag, between two runs of the planner.

    Attributes:
        turns: (n, 3, 3) orientation of every segment in its parent at the beginning; way: (n, 3)
            its rotation until the end [rad].
        rates: (2, k) rates of the joints at beginning and end; changes: (k,) their derivatives.
        centers: (2, 3) centers of mass at beginning and end [m].
    """

    turns: Array
    way: Array
    rates: Array
    changes: Array
    centers: Array


class PlannedRun:
    """A run that tracks a plan; `tracking`: whether the root is tracked as well."""

    def __init__(
        self, biped: Runner, reference: str, tracking: str, motion: Motion, heading: float,
        speed: float, side: int,
    ) -> None:  # fmt: skip
        self._biped, self._holds_root = biped, tracking == PROGRAM
        analysis = analyse(load_reference(reference))
        self._planner = RunPlanner(
            analysis, biped.character, tuple(motion.com[:2].tolist()), heading
        )
        contact = next(c for c in analysis.reference.contacts if c.side == SIDES[side])
        self._planner.run_at(speed, contact.start)
        self._estimator = StateEstimator(self._planner.motion)
        self._since = PLANNED_EVERY
        self._plan: Plan | None = None
        self._sample: Sample | None = None

    def actuators(self, motion: Rows[Motion], speed: float, turn_rate: float) -> Array:
        """The flat actuator vector for the next time step.

        Args:
            motion: of the body. speed: target [m/s]. turn_rate: target [rad/s].
        """
        dt = float(self._biped.command["dt"])
        self._since += dt
        sample = self._sample
        if sample is None or self._since >= PLANNED_EVERY:
            state = views_of(Motion, motion)
            sample = self._sample = self._look_ahead(state, Command(speed, turn_rate))
            self._since = 0.0
        share = self._since / PLANNED_EVERY
        turns = sample.turns @ matrices_from_rotation_vectors(share * sample.way)
        rates = (1.0 - share) * sample.rates[0] + share * sample.rates[1]
        gone = sample.centers[1] - sample.centers[0]
        way = np.array([sample.centers[0] + share * gone, gone / PLANNED_EVERY])
        flat: Array = track_actuators(
            self._biped.body, self._biped.anatomies, motion,
            TrackedPose(turns, rates, sample.changes, way), self._holds_root,
            float(self._biped.command["gravity"]), dt,
        )  # fmt: skip
        return flat

    def _look_ahead(self, motion: Motion, command: Command) -> Sample:
        """Estimate, plan, and sample the pose to reach after the lag."""
        planner, figure = self._planner, self._planner.motion.figure
        estimate = None
        if self._plan is not None:
            placed = Placed(
                motion.origin[None], motion.center[None], motion.rotation[None],
                motion.com[None],
            )  # fmt: skip
            estimate = self._estimator.estimate(
                upper_points(figure, placed)[0], motion.com, motion.com_velocity,
                self._plan.phase_at(PLANNED_EVERY), PLANNED_EVERY,
            )  # fmt: skip
        self._plan = planner.step(PLANNED_EVERY, command, estimate)
        times = LAG + PLANNED_EVERY * np.arange(3)
        poses = self._plan.poses(times, tilt=True)
        posture = poses.posture(figure)
        _, _, rates = velocities(figure, _rows(poses, 0), _rows(poses, 1), PLANNED_EVERY)
        now, then = posture.turns[0], posture.turns[1]
        return Sample(
            turns=now,
            way=rotation_vectors_from_matrices(np.swapaxes(now, -1, -2) @ then),
            rates=rates,
            changes=(rates[1] - rates[0]) / PLANNED_EVERY,
            centers=figure.place(posture).com[:2],
        )


def _rows(poses: PlannedPose, first: int) -> PlannedPose:
    """Two successive ones of three poses, from the first or the second one on."""
    two = slice(first, first + 2)
    return PlannedPose(
        poses.root_position[two], poses.root_orientation[two], poses.joints[two],
        poses.contacts[two],
    )  # fmt: skip

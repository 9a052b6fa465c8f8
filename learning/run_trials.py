"""The cost of a run's tuning: Kwon and Hodgins 2010, Section 6.

A trial runs from several starts, since the outcome of a single run depends on chance. The starts
differ by kicks now and then, at any phase and in any direction, which change the velocity of the
center of mass and the lean of the trunk.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ..base.errors import SimulationError
from ..bodies.character import Character
from ..catalogue.references import reference_data
from ..catalogue.skills import OF_CLIPS
from ..controllers.gait.gait import ADULT_LEG
from ..controllers.run.clock import ACCELERATION
from ..motion.reference import ReferenceMotion, from_data, to_text
from ..motion.tracking_error import joint_distance
from ..motion.tuning import Tuning, tuning_of_steps
from ..rollout.simulate import WHOLE, simulate_parts
from ..search.trial import Trial
from ..search.workers import TrialCost
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..shots.take import Take
from ..skills.running.running import LAUNCH_SPEED

STARTS = (0, 1, 2, 3, 4)  # seeds of the kicks; start 0 has none
OTHER_STARTS = (101, 102, 103, 104, 105, 106)  # for validation, not used by a search
WALKED = 3.0  # [s], of an adult, before a run begins
FIRST_KICK, BETWEEN_KICKS, KICK_TIME, KICK = 2.5, 4.0, 0.05, 0.2  # [s], [s], [s], [m/s]
STRIDE = 0.7  # [s], within which the phase of a kick varies
FRAME_RATE = 60.0  # [1/s], rate at which a run is evaluated
FAILED = 1.0  # cost of the smallest failure; successes cost less
WITHIN = 0.1  # of the asked speed: a run at another speed is a failure as well
SPEED_COST, CLOSENESS_COST, EFFORT_COST = 3.0, 0.5, 0.1  # per share, [1/rad], per share of limits
CHANGE_COST = 0.002  # per squared number, in usual steps


@dataclass(frozen=True)
class RunTask:
    """A body and the motion that it is to run.

    Attributes:
        reference: content of the reference motion's file.
        character: the body that runs.
        speed: target speed [m/s].
    """

    reference: str
    character: Character
    speed: float

    @property
    def pace(self) -> float:
        """Durations of the body relative to an adult's."""
        return math.sqrt(self.character.leg_length / ADULT_LEG)

    @property
    def up_to_speed(self) -> float:
        """When the body has reached its speed [s]."""
        gained = max(self.speed - LAUNCH_SPEED * self.pace, 0.0)
        return WALKED * self.pace + gained / ACCELERATION


def make_run_cost(task: RunTask) -> TrialCost:
    """The cost of a task's trials: vectors are `Tuning.steps`, levels are durations [s]."""
    return RunCost(task)


class RunCost:
    """Evaluates trials of one task."""

    def __init__(self, task: RunTask) -> None:
        self._task = task
        self.reference = reference_of(task.reference)

    def __call__(self, trial: Trial) -> float:
        """The cost of a trial: below `FAILED` where no start falls or misses the speed; else the
        starts after the first failure are not run.
        """
        tuning, costs = tuning_of_steps(trial.vector), []
        for count, start in enumerate(STARTS):
            result = run_once(self._task, self.reference, tuning, trial.level, start)
            missed = self._missed(result)
            if missed > 0.0:
                return FAILED + (len(STARTS) - count - 1 + missed) / len(STARTS)
            costs.append(self._cost(result))
        change = CHANGE_COST * float(np.sum(trial.vector**2))
        return FAILED * (1.0 - math.exp(-float(np.mean(costs)) - change))

    def _missed(self, result: RunResult) -> float:
        """How much of the task a run misses: 0 to 1."""
        if result.fell_at is not None:
            return 1.0 - result.fell_at / result.lasting
        return min(max(self._off_speed(result) - WITHIN, 0.0), 1.0)

    def _off_speed(self, result: RunResult) -> float:
        return abs(result.speed / self._task.speed - 1.0)

    def _cost(self, result: RunResult) -> float:
        speed = SPEED_COST * self._off_speed(result)
        return speed + CLOSENESS_COST * result.apart + EFFORT_COST * result.effort


def reference_of(text: str) -> ReferenceMotion:
    """The inverse of `running.reference.to_text`."""
    return from_data(reference_data(text))


@dataclass(frozen=True)
class RunResult:
    """The result of a run.

    Attributes:
        lasting: intended duration [s].
        fell_at: [s]; None: no fall.
        speed: mean speed [m/s], once the body has reached it.
        apart: RMS distance of the joints from the clip's [rad].
        effort: RMS of the torques relative to their limits.
    """

    lasting: float
    fell_at: float | None
    speed: float = 0.0
    apart: float = 0.0
    effort: float = 0.0


def run_once(
    task: RunTask, reference: ReferenceMotion, tuning: Tuning, lasting: float, start: int
) -> RunResult:
    """Run from one start until the body falls or the time is over."""
    text = to_text(replace(reference, tuning=tuning))
    cue = Cue(OF_CLIPS, speed=task.speed, reference=text)
    shot = Shot(
        [Performer(task.character, [cue])],
        pushes=kicks(task, lasting, start), duration=lasting, frame_rate=FRAME_RATE,
    )  # fmt: skip
    try:
        take = simulate_parts(shot, WHOLE, record=("torques",), ends_at_fall=True)
    except SimulationError:
        return RunResult(lasting, fell_at=0.0)
    if take.performances[0].fell_at is not None:
        return RunResult(lasting, take.performances[0].fell_at)
    return _measured(task, reference, take)


def _measured(task: RunTask, reference: ReferenceMotion, take: Take) -> RunResult:
    performance = take.performances[0]
    since = min(task.up_to_speed, float(take.times[-1]) / 2.0)
    late = take.times >= since
    way = performance.center_of_mass[late, :2]
    moved = float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum())
    assert performance.joint_torques is not None
    limits = np.array([s.joint.torque_limit for s in task.character.segments[1:]])
    shares = np.linalg.norm(performance.joint_torques[late], axis=-1) / limits
    return RunResult(
        lasting=float(take.times[-1]),
        fell_at=None,
        speed=moved / float(np.ptp(take.times[late])),
        apart=joint_distance(performance, take.times, reference, since),
        effort=float(np.sqrt(np.mean(shares**2))),
    )


def kicks(task: RunTask, lasting: float, start: int) -> list[Push]:
    """Short pushes on the torso; start 0 has none."""
    if start == 0:
        return []
    random, pushes = np.random.default_rng(start), []
    force = KICK * task.pace * task.character.mass / KICK_TIME
    for time in np.arange(FIRST_KICK, lasting, BETWEEN_KICKS):
        direction = random.uniform(-math.pi, math.pi)
        pushes.append(
            Push(
                0, "torso", float(time + random.uniform(0.0, STRIDE)), KICK_TIME,
                (force * math.cos(direction), force * math.sin(direction), 0.0),
            )
        )  # fmt: skip
    return pushes

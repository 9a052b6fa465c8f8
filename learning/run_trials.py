"""What a tuning of a run costs: Kwon and Hodgins 2010, Section 6.

A trial runs from some starts that differ, since what one run does hangs on luck. Each is kicked
now and then, at any phase and in any direction: that changes the velocity of the center of mass
and leans the trunk.
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
from ..search.workers import Judge
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..shots.take import Take
from ..skills.running.running import LAUNCH_SPEED

STARTS = (0, 1, 2, 3, 4)  # seeds of their kicks; 0 gets none
OTHER_STARTS = (101, 102, 103, 104, 105, 106)  # that no search has seen
WALKED = 3.0  # [s], an adult's, before a run begins
FIRST_KICK, BETWEEN_KICKS, KICK_TIME, KICK = 2.5, 4.0, 0.05, 0.2  # [s], [s], [s], [m/s]
STRIDE = 0.7  # [s], at any time of which a kick may come
FRAME_RATE = 60.0  # [1/s] at which a run is judged
FAILED = 1.0  # what the least failure costs; no success is as dear
WITHIN = 0.1  # of the speed that is asked: to run at another one is a failure as well
SPEED_COST, CLOSENESS_COST, EFFORT_COST = 3.0, 0.5, 0.1  # per share, [1/rad], per share of limits
CHANGE_COST = 0.002  # of a usual step of each number, squared


@dataclass(frozen=True)
class RunTask:
    """Who runs what.

    Attributes:
        reference: content of the reference motion's file.
        character: the body that runs.
        speed: [m/s] at which it shall run.
    """

    reference: str
    character: Character
    speed: float

    @property
    def pace(self) -> float:
        """Times of the body over an adult's."""
        return math.sqrt(self.character.leg_length / ADULT_LEG)

    @property
    def up_to_speed(self) -> float:
        """When it runs at its speed [s]."""
        gained = max(self.speed - LAUNCH_SPEED * self.pace, 0.0)
        return WALKED * self.pace + gained / ACCELERATION


def make_run_judge(task: RunTask) -> Judge:
    """What judges the trials of a task: vectors of `Tuning.steps`, levels in [s] of a run."""
    return RunJudge(task)


class RunJudge:
    """Judges trials of one task."""

    def __init__(self, task: RunTask) -> None:
        self._task = task
        self.reference = reference_of(task.reference)

    def __call__(self, trial: Trial) -> float:
        """Below `FAILED` where no start falls or gets too slow or too fast; else starts after the
        first failure are not run.
        """
        tuning, costs = tuning_of_steps(trial.vector), []
        for count, start in enumerate(STARTS):
            ran = run_once(self._task, self.reference, tuning, trial.level, start)
            missed = self._missed(ran)
            if missed > 0.0:
                return FAILED + (len(STARTS) - count - 1 + missed) / len(STARTS)
            costs.append(self._cost(ran))
        change = CHANGE_COST * float(np.sum(trial.vector**2))
        return FAILED * (1.0 - math.exp(-float(np.mean(costs)) - change))

    def _missed(self, ran: Ran) -> float:
        """How much of what is asked a run fails in: 0 to 1."""
        if ran.fell_at is not None:
            return 1.0 - ran.fell_at / ran.lasting
        return min(max(self._off_speed(ran) - WITHIN, 0.0), 1.0)

    def _off_speed(self, ran: Ran) -> float:
        return abs(ran.speed / self._task.speed - 1.0)

    def _cost(self, ran: Ran) -> float:
        speed = SPEED_COST * self._off_speed(ran)
        return speed + CLOSENESS_COST * ran.apart + EFFORT_COST * ran.effort


def reference_of(text: str) -> ReferenceMotion:
    """The inverse of `running.reference.to_text`."""
    return from_data(reference_data(text))


@dataclass(frozen=True)
class Ran:
    """How a run went.

    Attributes:
        lasting: how long it should have lasted [s].
        fell_at: [s]; None where it did not.
        speed: [m/s], from when it is up to it.
        apart: of its joints from the clip's, RMS [rad].
        effort: of its torques in their limits, RMS.
    """

    lasting: float
    fell_at: float | None
    speed: float = 0.0
    apart: float = 0.0
    effort: float = 0.0


def run_once(
    task: RunTask, reference: ReferenceMotion, tuning: Tuning, lasting: float, start: int
) -> Ran:
    """Run from one start until it falls or the time is over."""
    text = to_text(replace(reference, tuning=tuning))
    cue = Cue(OF_CLIPS, speed=task.speed, reference=text)
    shot = Shot(
        [Performer(task.character, [cue])],
        pushes=kicks(task, lasting, start), duration=lasting, frame_rate=FRAME_RATE,
    )  # fmt: skip
    try:
        take = simulate_parts(shot, WHOLE, record=("torques",), ends_at_fall=True)
    except SimulationError:
        return Ran(lasting, fell_at=0.0)
    if take.performances[0].fell_at is not None:
        return Ran(lasting, take.performances[0].fell_at)
    return _measured(task, reference, take)


def _measured(task: RunTask, reference: ReferenceMotion, take: Take) -> Ran:
    performance = take.performances[0]
    since = min(task.up_to_speed, float(take.times[-1]) / 2.0)
    late = take.times >= since
    way = performance.center_of_mass[late, :2]
    moved = float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum())
    assert performance.joint_torques is not None
    limits = np.array([s.joint.torque_limit for s in task.character.segments[1:]])
    shares = np.linalg.norm(performance.joint_torques[late], axis=-1) / limits
    return Ran(
        lasting=float(take.times[-1]),
        fell_at=None,
        speed=moved / float(np.ptp(take.times[late])),
        apart=joint_distance(performance, take.times, reference, since),
        effort=float(np.sqrt(np.mean(shares**2))),
    )


def kicks(task: RunTask, lasting: float, start: int) -> list[Push]:
    """Short pushes at the torso; the start 0 gets none."""
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

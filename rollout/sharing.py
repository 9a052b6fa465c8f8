"""Trials of a lookahead that other processes help to evaluate, each in a copy of the world."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..base.errors import SimulationError
from ..catalogue import CUES, IN_CLIP
from ..catalogue.performing import loops
from ..search.helpers import Helpers, Started
from ..shots.cue import Cue, skills_among
from ..shots.push import Push
from ..shots.shot import Shot
from ..simulation.actor import Actor
from ..simulation.copying import Contents, contents_of, world_of
from ..simulation.world import World
from ..skills.behaviour import ControlledBody, EvaluateAll, SharedTrials, Values
from .lookahead import Lookahead, Watch
from .pushing import TriedPushes
from .recorder import Recorder
from .stop import Stop

Task = TypeVar("Task")
Result = TypeVar("Result")


class Replica(NamedTuple):
    """What another process needs to make a lookahead of its own.

    Attributes:
        contents: of the world; number: of the body in it.
        pushes: on the body; gravity: downwards [m/s2].
        folder: of the marked moments.
    """

    contents: Contents
    number: int
    trials: SharedTrials[Any, Any]
    pushes: tuple[Push, ...]
    gravity: float
    folder: Path


class _Tried(NamedTuple):
    """See `pushing.Tried`."""

    actor: Actor
    recorder: Recorder


class _Answer(NamedTuple):
    """A result, and the number of rollouts and time steps that it took."""

    result: Any
    rollouts: int
    steps: int


class Place(NamedTuple):
    """Where in a movement a search is.

    Attributes:
        second, end: of the movement [s].
        most: usual simulated time of all trials, to their end [s].
    """

    second: float
    end: float
    most: float


class Sharing(Lookahead):
    """A lookahead whose trials other processes may share.

    Attributes:
        left: time until the next cue or the end of the shot [s].
        place: where a search is; None where it does not tell.
    """

    def __init__(
        self, world: World, actor: Actor, body: ControlledBody, time: float, watch: Watch,
        pushes: TriedPushes, workers: int, started: Started | None, left: float, stop: Stop,
        values: Callable[[float], Values],
    ) -> None:  # fmt: skip
        """
        Args:
            workers: number of processes that evaluate shared trials, this one included.
            started: some of the others: see `start_helpers`.
            left: time until the next cue or the end of the shot [s].
            stop: ends the evaluation of shared trials.
            values: of the cue's parameters, at a time of the shot [s].
        """
        super().__init__(world, actor, body, time, watch, pushes)
        self._workers, self._started = workers, started
        self.left, self._stop = left, stop
        self._values, self._present = values, time
        self.place: Place | None = None

    def came_to(self, second: float, end: float, longest: float) -> None:
        """See `skills.behaviour.SharingLookahead`."""
        spent = self.spent[1] * self._world.time_step
        self.place = Place(second, end, spent + longest)

    def values_after(self, seconds: float) -> Values:
        """See `skills.behaviour.SharingLookahead`."""
        return self._values(self._present + seconds)

    @contextmanager
    def shared(
        self, evaluate: Callable[[Task], Result], trials: SharedTrials[Task, Result]
    ) -> Iterator[EvaluateAll[Task, Result]]:
        """See `skills.behaviour.SharingLookahead`."""
        with self._stop.offered(), self._evaluating(evaluate, trials) as evaluate_all:
            yield evaluate_all

    @contextmanager
    def _evaluating(
        self, evaluate: Callable[[Task], Result], trials: SharedTrials[Task, Result]
    ) -> Iterator[EvaluateAll[Task, Result]]:
        if self._workers == 1:
            yield partial(_evaluate_in_turn, evaluate)
            return

        def evaluate_here(task: Task) -> _Answer:
            return _Answer(evaluate(task), 0, 0)  # its rollouts are noted as they are made

        self.folder = _make_folder()
        try:
            with Helpers(
                evaluate_here, make_evaluator, self._replica(trials), self._workers - 1,
                lambda: self.note(0, 0), self._started,
            ) as helpers:  # fmt: skip
                yield partial(self._evaluate_side_by_side, helpers)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None

    def _evaluate_side_by_side(
        self, helpers: Helpers[Task, _Answer], tasks: Sequence[Task],
        renewed: Callable[[Task], Task], note: Callable[[Task, Result], object],
    ) -> list[Result]:  # fmt: skip
        answers = helpers.evaluate_all(tasks, renewed, lambda task, a: note(task, a.result))
        return [self._noted(answer) for answer in answers]

    def _look(self) -> None:
        super()._look()
        self._stop.look()

    def _noted(self, answer: _Answer) -> Any:
        self.note(answer.rollouts, answer.steps)
        return answer.result

    def _replica(self, trials: SharedTrials[Any, Any]) -> Replica:
        assert self.folder is not None
        world, pushes = self._world, tuple(self._pushes.pushes)
        number = [actor.identity for actor in world.actors].index(self._actor.identity)
        gravity = -float(world.setting[0][2])
        return Replica(contents_of(world), number, trials, pushes, gravity, self.folder)


def start_helpers(shot: Shot, workers: int) -> Started:
    """Helpers that get ready while this process prepares a clip; none without a search.

    Args:
        workers: number of processes that a search may use, this one included.
    """
    begins = (next(iter(skills_among(performer.cues)), None) for performer in shot.performers)
    searches = any(
        cue is not None and _searches(cue) and not performer.plans
        for cue, performer in zip(begins, shot.performers, strict=True)
    )
    return Started(make_evaluator, workers - 1 if searches else 0)


def _searches(cue: Cue) -> bool:
    """Whether a cue begins with a search that processes share: for how to perform a clip."""
    values = cue.values()
    return CUES[cue.skill].start == IN_CLIP and not (loops(values) or values["plan"])


def make_evaluator(replica: Replica) -> Callable[[Any], _Answer]:
    """The function that evaluates tasks in another process."""
    world = world_of(replica.contents)
    actor = world.actors[replica.number]
    body = replica.trials.body_of(world, actor)
    tried = _Tried(actor, Recorder(actor, replica.gravity, ()))
    pushes = TriedPushes(replica.pushes, world.time_step, tried)
    lookahead = Lookahead(world, actor, body, 0.0, _watch_nothing, pushes, replica.folder)
    evaluate = replica.trials.evaluator(body, lookahead)
    lookahead.rollout(world.time_step)  # loads compiled laws; a task then restores its moment

    def answer(task: Any) -> _Answer:
        rollouts, steps = lookahead.spent
        result = evaluate(task)
        return _Answer(result, lookahead.spent[0] - rollouts, lookahead.spent[1] - steps)

    return answer


def _evaluate_in_turn(
    evaluate: Callable[[Task], Result], tasks: Sequence[Task], renewed: Callable[[Task], Task],
    note: Callable[[Task, Result], object],
) -> list[Result]:  # fmt: skip
    results = []
    for task in tasks:
        result = evaluate(renewed(task))
        note(task, result)
        results.append(result)
    return results


def _watch_nothing(tries: int, time: float) -> None:
    """Another process reports the progress."""


def _make_folder() -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix="footfall-"))
    except OSError as error:
        raise SimulationError(
            f"A search finds no place for its files: {error.strerror or error}; free some space in "
            "the temporary folder, or simulate with 1 worker."
        ) from error

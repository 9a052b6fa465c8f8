"""What a skill is to the runtime: a behaviour that moves a body from the start of a cue to its end.

The runtime makes a behaviour as its cue begins and calls, in this order: `enter` once; `command`
whenever the values of its parameters change; `choice` once, and what it returns, later
`choice_again`; `steer` many times a second; `act` at every control step where the behaviour moves
the body; `leave` as the next cue begins. The body outlives its behaviours and carries over what
they leave behind: a stride, a seat, things in the hands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ..simulation.actor import Actor
from ..simulation.body import Motion
from ..simulation.records import Rows
from ..simulation.rotation import Array
from ..simulation.world import World

B = TypeVar("B", bound="ControlledBody")
Task = TypeVar("Task")
Result = TypeVar("Result")
Contra = TypeVar("Contra", contravariant=True)  # a task, and its result, of a protocol
Co = TypeVar("Co", covariant=True)
Values = Mapping[str, Any]  # of a cue's parameters now: a number, a name, or None for "as it is"
NOTHING: frozenset[str] = frozenset()


class Lookahead(Protocol):
    """Trials of what a body may do next; the world is restored after each: `rollout.lookahead`.

    Attributes:
        is_exact: whether what is tried is what happens then: no other body is in the world.
    """

    is_exact: bool

    @property
    def motion(self) -> Rows[Motion]:
        """The record of the body's present state."""

    def rollout(self, longest: float, gives_up: Callable[[], bool]) -> float:
        """Simulate until the body's behaviour is over or gives up, at most so long [s].

        Returns:
            How long that was [s].
        """

    def mark(self) -> Any:
        """The present moment."""

    def go_back(self, mark: Any) -> None:
        """Restore a moment: the simulation from there is bit-identical to the first one."""

    def forget_contacts(self) -> None:
        """Compute the contacts of the body's pelvis again: see `World.forget_contacts`."""

    def drop(self, mark: Any) -> None:
        """Free a moment's memory."""

    def film(self, longest: float) -> None:
        """Simulate as `rollout` does, and show the frames to those who watch the run, in place of
        those shown from the present moment on. Does nothing where nobody watches.
        """


class SharedTrials(Protocol[Contra, Co]):
    """Plain data with which another process evaluates trials as this one does."""

    def body_of(self, world: World, actor: Actor) -> ControlledBody:
        """The body under control; its memories and commands are those of each moment restored."""

    def evaluator(self, body: Any, lookahead: Lookahead) -> Callable[[Contra], Co]:
        """The function that evaluates a trial with that body."""


class EvaluateAll(Protocol[Task, Result]):
    """Evaluates tasks; returns their results in order."""

    def __call__(
        self, tasks: Sequence[Task], renewed: Callable[[Task], Task],
        note: Callable[[Task, Result], object],
    ) -> list[Result]:  # fmt: skip
        """
        Args:
            renewed: what becomes of a task as it begins.
            note: called with each task and its result as it comes.
        """


class SharingLookahead(Lookahead, Protocol):
    """A lookahead from the present on that shares trials with other processes."""

    def values_after(self, seconds: float) -> Values:
        """The values of the cue's parameters so many seconds from the present."""

    @property
    def left(self) -> float:
        """Time [s] until the next cue begins, or the shot ends."""

    def came_to(self, second: float, end: float, longest: float) -> None:
        """Report where in a movement a search is.

        Args:
            second, end: of the movement [s].
            longest: usual simulated time of the trials that are left [s].
        """

    def shared(
        self, evaluate: Callable[[Task], Result], trials: SharedTrials[Task, Result]
    ) -> AbstractContextManager[EvaluateAll[Task, Result]]:
        """A context with a function that evaluates trials here and in other processes. It raises
        Stopped where the search should end with what it has found.

        A result must depend on its trial alone. Trials and results may hold moments marked within
        the context, and none of before.

        Args:
            evaluate: evaluates a trial here; trials: does so elsewhere.
        """


class Choice(NamedTuple):
    """A choice, by trials, among several ways in which a body may go on.

    Attributes:
        settle: tries the ways and begins the best one; returns the plan that a shot may keep, None
            where there is none.
        longest: most simulated time of the trials [s].
    """

    settle: Callable[[Values, SharingLookahead], str | None]
    longest: float


class Behaviour(Generic[B]):
    """What a body does from the start of a cue to its end. The base class does nothing.

    Attributes:
        may_touch: names of the segments whose contact with the ground is no fall;
            None: any segment may, at any height.
        may_be_low: whether the pelvis may be near the ground.
        meets_itself: whether arms and head collide with the rest of the body.
        moves_body: whether `act` gives the torques, in place of the body's own law.
    """

    may_touch: ClassVar[frozenset[str] | None] = NOTHING
    may_be_low: bool = False
    meets_itself: ClassVar[bool] = False
    moves_body: bool = False

    def __init__(self, body: B) -> None:
        self.body = body

    def enter(self) -> None:
        """Called once as the cue begins."""

    def command(self, values: Values) -> None:
        """Take over the present values of the cue's parameters."""

    def choice(self) -> Choice | None:
        """The choice to make once the cue has begun; None where there is only one way to go on."""
        return self.body.choice()

    def choice_again(self) -> Choice | None:
        """The choice to make before a later control step; None where the behaviour goes on."""
        return None

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        """Follow the state of the body; called every `STEERING_STEP` of the runtime."""

    def act(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step; called where `moves_body` is set."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the movement that `act` makes has ended."""
        return False

    def passes_into(self, following: type[Behaviour[Any]]) -> bool:
        """Whether the next cue's behaviour may take over at any time, whatever `must_stay` says."""
        return False

    @property
    def must_stay(self) -> bool:
        """Whether the behaviour cannot be left now, so that the next cue waits.

        The runtime asks this when another cue is due, from the step after this cue began; it must
        become False some time. A fall never waits.
        """
        return False

    def leans_as_meant(self, motion: Rows[Motion]) -> bool:
        """Whether a body that leans beyond its balance does what it is to do, and is not falling.
        """
        return False

    def thrown(self) -> None:
        """Called as the body falls."""

    def leave(self) -> None:
        """Called once as the next cue begins."""


class ControlledBody:
    """A body under control, of any kind, as the runtime drives it.

    The base class is for a body that does not look at the ground, holds nothing and does not
    recover from falls.

    Attributes:
        kind: key of `SKILLS`.
        falls_on: whether a body that does not recover goes on falling by the behaviour of a fall.
        stands_up_anew: whether a body that fell for good counts as standing once it is on its feet.
        commands, memories: (1,) records of the body's control law: its input, and its state
            between steps.
        behaviour: of the active cue.
        events: names of the events since the runtime last read them.
    """

    kind: ClassVar[str]
    falls_on: ClassVar[bool] = False
    stands_up_anew: ClassVar[bool] = False
    commands: Rows[Any]
    memories: Rows[Any]
    behaviour: Behaviour[Any]
    events: list[str]

    @property
    def heading(self) -> float | None:
        """The heading [rad] to return to after a fall; None where the body keeps none."""
        return None

    @property
    def may_touch(self) -> frozenset[str] | None:
        """As in Behaviour; what else the body does may allow more segments."""
        return self.behaviour.may_touch

    @property
    def may_be_low(self) -> bool:
        """Whether the pelvis may be near the ground."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether the movement that replaces the body's own control law has ended."""
        return self.behaviour.moves_body and self.behaviour.is_over

    def prepare(self, time: float, dt: float) -> None:
        """Called as a control step begins, in a world with time steps of dt [s]."""

    def begin(self, behaviour: type[Behaviour[Any]]) -> None:
        """Leave the behaviour before and enter another one."""
        self.behaviour.leave()
        self.behaviour = behaviour(self)
        self.behaviour.enter()

    def turn_to(self, heading: float | None) -> None:
        """Set the heading [rad]; None keeps the present one."""

    def choice(self) -> Choice | None:
        """As in Behaviour, for a choice that the body itself must make."""
        return None

    def tick(self, time: float) -> None:
        """Advance movements with their own schedule; called as often as `Behaviour.steer`."""

    def look(self, motion: Rows[Motion], time: float) -> None:
        """Look at the ground; called before each control step."""

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step."""
        return self.behaviour.act(motion)

    def act(self, world: World, actor: Actor, most: int) -> tuple[Array, int]:
        """The actuator vector, and the number of time steps for which it holds.

        Args:
            most: number of time steps for which it may hold where the law can take that.
        """
        return self.actuators(actor.motion_record), 1

    def apply(self, world: World, actor: Actor) -> None:
        """Apply the forces on the body other than its actuators', for the next time step."""

    def changes_after(self, time: float) -> float:
        """When the body itself changes next, whatever its cues ask [s]."""
        return math.inf

    def goes_over(self, actor: Actor) -> bool:
        """Whether the body is about to fall and may protect itself."""
        return False

    def fall(self, recovers: bool) -> None:
        """Take note of a fall."""

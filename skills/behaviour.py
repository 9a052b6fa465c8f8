"""What a skill is to the runtime: a behaviour that moves a body from the start of a cue to its end.

The runtime makes a behaviour as its cue begins and calls, in this order: `enter` once; `command`
whenever the values of its parameters change; `choice` once, and what it returns; `steer` many times
a second; `act` at every control step where the behaviour moves the body; `leave` as the next cue
begins. The body outlives its behaviours and carries over what they leave behind: a stride, a seat,
things in the hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from numpy.typing import NDArray

from ..simulation.actor import Actor
from ..simulation.rotation import Array
from ..simulation.world import World

B = TypeVar("B", bound="ControlledBody")
Values = Mapping[str, Any]  # of a cue's parameters now: a number, a name, or None for "as it is"
NOTHING: frozenset[str] = frozenset()


class Lookahead(Protocol):
    """Trying what a body may do before it is done for good: see `rollout.lookahead`."""

    @property
    def motion(self) -> NDArray[Any]:
        """The record of the body's present state."""

    def rollout(self, longest: float, gives_up: Callable[[], bool]) -> float:
        """Simulate until the body's behaviour is over or gives up, at most so long [s].

        Returns:
            How long that was [s].
        """

    def mark(self) -> Any:
        """The present moment."""

    def go_back(self, mark: Any) -> None:
        """To a moment: what follows is bit-identical to what followed it."""

    def drop(self, mark: Any) -> None:
        """Forget a moment."""


class Choice(NamedTuple):
    """What settles, by trying, in which of several ways to go on.

    Attributes:
        settle: tries the ways, and goes on in the best of them; returns the plan that a shot may
            keep, None where there is none.
        longest: how long it simulates at most [s].
    """

    settle: Callable[[Values, Lookahead], str | None]
    longest: float


class Behaviour(Generic[B]):
    """What a body does from the start of a cue to its end. This one does nothing.

    Attributes:
        may_touch: names of the segments that may touch the ground without it being a fall;
            None: any segment may, at any height.
        moves_body: whether `act` gives the torques, in place of the body's own law.
    """

    may_touch: ClassVar[frozenset[str] | None] = NOTHING
    moves_body: ClassVar[bool] = False

    def __init__(self, body: B) -> None:
        self.body = body

    def enter(self) -> None:
        """The cue begins."""

    def command(self, values: Values) -> None:
        """Take over what the cue's parameters say now."""

    def choice(self) -> Choice | None:
        """Asked once the cue has begun; None where there is but one way to go on."""
        return self.body.choice()

    def steer(self, motion: NDArray[Any], values: Values) -> None:
        """Follow the state of the body; called every `STEERING_STEP` of the runtime."""

    def act(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next control step, where `moves_body`."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether what `act` does now is done."""
        return False

    @property
    def must_stay(self) -> bool:
        """Whether the behaviour cannot be left now, so that the next cue waits.

        Asked from the step after its own cue began, only when another cue is due; it must become
        False some time. A fall never waits.
        """
        return False

    def leave(self) -> None:
        """The next cue begins."""


class ControlledBody:
    """A body under control, of whichever kind, as the runtime drives it.

    What is here is for a body that neither looks at the ground nor holds or recovers anything.

    Attributes:
        kind: key of `SKILLS`.
        falls_on: whether a body that does not recover goes on falling by the behaviour of a fall.
        stands_up_anew: whether a body that fell for good counts as standing once it is on its feet.
        command, memory: records of the body's own law: what it is told, and what it remembers.
        behaviour: of the active cue.
        events: since they were last taken note of.
    """

    kind: ClassVar[str]
    falls_on: ClassVar[bool] = False
    stands_up_anew: ClassVar[bool] = False
    command: Any
    memory: Any
    behaviour: Behaviour[Any]
    events: list[str]

    @property
    def heading(self) -> float | None:
        """The way that the body goes [rad], for after a fall; None where it keeps none."""
        return None

    @property
    def may_touch(self) -> frozenset[str] | None:
        """As in Behaviour, with what the body is at beside its behaviour."""
        return self.behaviour.may_touch

    @property
    def may_be_low(self) -> bool:
        """Whether the pelvis may be near the ground."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether what moves the body in place of its own law is done."""
        return self.behaviour.moves_body and self.behaviour.is_over

    def prepare(self, time: float, dt: float) -> None:
        """A control step of a world with time steps of dt [s] begins."""

    def begin(self, behaviour: type[Behaviour[Any]]) -> None:
        """Leave the behaviour before and enter another one."""
        self.behaviour.leave()
        self.behaviour = behaviour(self)
        self.behaviour.enter()

    def turn_to(self, heading: float | None) -> None:
        """Go on in a direction [rad]; None keeps the present one."""

    def choice(self) -> Choice | None:
        """As of a Behaviour, where it is the body that must settle something."""
        return None

    def tick(self, time: float) -> None:
        """Move on what moves by a schedule of its own; called as often as `Behaviour.steer`."""

    def look(self, motion: NDArray[Any], time: float) -> None:
        """Look at the ground; called before each control step."""

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next control step."""
        return self.behaviour.act(motion)

    def act(self, world: World, actor: Actor) -> tuple[Array, int]:
        """The same, and for how many time steps of the world it holds."""
        return self.actuators(actor.motion_record), 1

    def apply(self, world: World, actor: Actor) -> None:
        """Exert what acts on the body beside its actuators in the time step to come."""

    def goes_over(self, actor: Actor) -> bool:
        """Whether the body is about to fall and may protect itself."""
        return False

    def fall(self, recovers: bool) -> None:
        """Take note of a fall."""

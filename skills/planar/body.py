"""A body in a vertical plane under control: its behaviours alone move it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...bodies.kinds import PLANAR
from ...controllers.planar.walking import CONTROL_STEP
from ...simulation.actor import Actor
from ...simulation.rotation import Array
from ...simulation.world import World
from ..behaviour import Behaviour, Choice


@dataclass
class PlaneBody:
    """A body in its plane.

    Attributes:
        body: its record for compiled code.
        ground: height at the plane's origin [m] and tangent of its slope.
        gravity: [m/s2].
        behaviour: of the active cue.
        events: since they were last taken note of.
    """

    character: Character
    body: NDArray[Any]
    ground: tuple[float, float]
    gravity: float
    events: list[str] = field(default_factory=list)
    # There is no law beside the behaviours', and so nothing that it is told or remembers.
    command: NDArray[Any] = field(default_factory=lambda: np.empty(0))
    memory: NDArray[Any] = field(default_factory=lambda: np.empty(0))

    kind: ClassVar[str] = PLANAR
    gives_way: ClassVar[bool] = False
    stands_up_anew: ClassVar[bool] = False
    heading: ClassVar[float | None] = None
    may_be_low: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.behaviour: Behaviour[Any] = Behaviour(self)

    def begin(self, behaviour: type[Behaviour[Any]]) -> None:
        self.behaviour.leave()
        self.behaviour = behaviour(self)
        self.behaviour.enter()

    def turn_to(self, heading: float | None) -> None:
        """A plane does not turn."""

    def choice(self) -> Choice | None:
        return None

    def prepare(self, time: float, dt: float) -> None:
        """Controllers have a control step of their own."""

    def tick(self, time: float) -> None:
        """Nothing moves by a schedule of its own."""

    def look(self, motion: NDArray[Any], time: float) -> None:
        """Ground is felt, not looked at."""

    def actuators(self, motion: NDArray[Any]) -> Array:
        return self.behaviour.act(motion)

    def act(self, world: World, actor: Actor) -> tuple[Array, int]:
        return self.actuators(actor.motion_record), round(CONTROL_STEP / world.time_step)

    def apply(self, world: World, actor: Actor) -> None:
        """Nothing acts beside the actuators."""

    @property
    def may_touch(self) -> frozenset[str] | None:
        return self.behaviour.may_touch

    @property
    def is_over(self) -> bool:
        return self.behaviour.is_over

    def goes_over(self, actor: Actor) -> bool:
        return False

    def fall(self, recovers: bool) -> None:
        """Nothing is to be let go."""

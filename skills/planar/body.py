"""A body in a vertical plane under control; only its behaviours move it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ...bodies.character import Character
from ...bodies.kinds import PLANAR
from ...controllers.planar.walking import CONTROL_STEP
from ...simulation.actor import Actor
from ...simulation.body import Body
from ...simulation.records import Rows
from ...simulation.rotation import Array
from ...simulation.world import World
from ..behaviour import Behaviour, ControlledBody


@dataclass
class PlaneBody(ControlledBody):
    """A body in its plane.

    Attributes:
        body: its record for compiled code.
        ground: height at the plane's origin [m] and tangent of its slope.
        gravity: [m/s2].
        behaviour: of the active cue.
        events: names of the events since the runtime last read them.
    """

    character: Character
    body: Rows[Body]
    ground: tuple[float, float]
    gravity: float
    events: list[str] = field(default_factory=list)
    # The behaviours have the only control laws, so the body has no command and no memory.
    commands: Rows[Any] = field(default_factory=lambda: np.empty(0))
    memories: Rows[Any] = field(default_factory=lambda: np.empty(0))

    kind: ClassVar[str] = PLANAR

    def __post_init__(self) -> None:
        self.behaviour = Behaviour(self)

    def act(self, world: World, actor: Actor, most: int) -> tuple[Array, int]:
        return self.actuators(actor.motion_record), round(CONTROL_STEP / world.time_step)

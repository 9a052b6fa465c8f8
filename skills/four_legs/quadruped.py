"""A four-legged body under control: one control law, whose command the active cue sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...bodies.character import Character
from ...bodies.kinds import QUADRUPED
from ...bodies.quadruped import DOG_HEIGHT
from ...catalogue.gaits import GAITS
from ...controllers.quadruped.quadruped import quadruped_actuators
from ...controllers.quadruped.records import (
    STANDING,
    QuadrupedAnatomy,
    QuadrupedCommand,
    QuadrupedMemory,
    make_quadruped_anatomy,
    make_quadruped_command,
    make_quadruped_memory,
)
from ...simulation.body import Body, Motion
from ...simulation.records import Rows, overwrite
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Choice, ControlledBody
from ..ways.obstacles import Obstacle
from .routine import Routine

PAWS = frozenset({"foot.FL", "foot.FR", "foot.BL", "foot.BR"})
STEP_HEIGHT = 0.15  # of the leg, where a cue gives none
WayUp = Callable[[Any], Choice]


def _forget_nothing() -> None:
    """Stands for `forget_contacts` where no search depends on contacts."""


@dataclass
class Quadruped(ControlledBody):
    """A four-legged body under control: `command` is its law's input, `memory` the law's state.

    Attributes:
        body, anatomies, commands, memories: (1,) records, as the compiled control law takes them;
            skills read and set the rows `anatomy`, `command` and `memory`.
        behaviour: of the active cue.
        routine: the present series of movements, such as sitting down; None in a gait.
        posture: "standing", "sitting", "lying" (on the belly) or "fallen".
        follows: called once a body that gets up stands; None where it does not get up.
        events: names of the events since the runtime last read them.
        plans: ways to get up that earlier searches found.
        heights: finds the height of the ground and of props under places (n, 2) [m].
        ways_up: for each posture the choice, by trials, of a way to get up from it.
        must_choose: whether a way to get up is still to be chosen.
        seed: of its own searches.
        thrown_from: the clip that the body performed as it fell, and its frame; None without.
        reported: events of `report_event` since the cue began.
        footing_heights: of the ground under places, seen from a height; None where it is a plane.
        obstacles: props that never move.
        forget_contacts: has the engine find the pelvis's contacts anew, as after a lookahead.
    """

    character: Character
    body: Rows[Body]
    anatomies: Rows[QuadrupedAnatomy]
    commands: Rows[QuadrupedCommand]
    memories: Rows[QuadrupedMemory]
    routine: Routine | None = None
    posture: str = "standing"
    follows: Callable[[Quadruped], None] | None = None
    events: list[str] = field(default_factory=list)
    plans: tuple[str, ...] = ()
    heights: Callable[[Array, float], Array] | None = None
    ways_up: Mapping[str, WayUp] = field(default_factory=dict)
    must_choose: bool = False
    seed: int = 0
    thrown_from: tuple[str, int] | None = None
    reported: set[str] = field(default_factory=set)
    footing_heights: Callable[[Array, float], Array] | None = None
    obstacles: Sequence[Obstacle] = ()
    forget_contacts: Callable[[], None] = field(default=_forget_nothing)

    kind: ClassVar[str] = QUADRUPED
    stands_up_anew: ClassVar[bool] = True
    falls_on: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.anatomy, self.command = self.anatomies[0], self.commands[0]
        self.memory = self.memories[0]
        self.behaviour = Behaviour(self)

    # Methods that the runtime calls: see behaviour.ControlledBody.

    def choice(self) -> Choice | None:
        if not self.must_choose:
            return None
        self.must_choose = False
        return self.ways_up[self.posture](self)

    @property
    def may_touch(self) -> frozenset[str] | None:
        return None if self.routine is not None else self.behaviour.may_touch

    @property
    def may_be_low(self) -> bool:
        return self.behaviour.may_be_low

    @property
    def is_over(self) -> bool:
        if self.behaviour.moves_body:
            return self.behaviour.is_over
        return self.routine is None

    def begin(self, behaviour: type[Behaviour[Any]]) -> None:
        self.reported.clear()
        super().begin(behaviour)

    def fall(self, recovers: bool) -> None:
        self.behaviour.thrown()
        if not recovers:
            self.posture = "fallen"

    # Methods that behaviours share.

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        if self.behaviour.moves_body:
            return self.behaviour.act(motion)
        return self.own_actuators(motion)

    def own_actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector of the body's own law, which a routine commands."""
        if self.routine is not None:
            self.routine.go_on(motion)
        flat: Array = quadruped_actuators(
            self.body, self.anatomies, motion, self.commands, self.memories
        )
        return flat

    def report_event(self, event: str) -> None:
        """Add an event, once for each cue."""
        if event not in self.reported:
            self.reported.add(event)
            self.events.append(event)

    @property
    def is_rising(self) -> bool:
        """Whether the body is getting up."""
        return self.routine is not None and self.follows is not None

    @property
    def leg(self) -> float:
        """Hip to sole, standing [m]."""
        return float(self.anatomy["leg"])

    @property
    def slowness(self) -> float:
        """Durations of this body's movements, relative to a dog's."""
        return math.sqrt(self.leg / DOG_HEIGHT)

    @property
    def time_scale(self) -> float:
        """sqrt(leg / g): the unit of time [s] of dynamically similar bodies."""
        return math.sqrt(self.leg / float(self.command["gravity"]))


def make_quadruped(
    character: Character, body: Rows[Body], heading: float, gravity: float, time_step: float
) -> Quadruped:
    """A four-legged body that stands and faces `heading`."""
    commands = make_quadruped_command()
    command = commands[0]
    command["heading"] = heading
    command["gravity"] = gravity
    command["dt"] = time_step
    quadruped = Quadruped(
        character,
        body,
        make_quadruped_anatomy(character),
        commands,
        make_quadruped_memory(heading),
    )
    stand_still(quadruped)
    return quadruped


def stand_still(quadruped: Quadruped) -> None:
    """Come to a stop, and step in place where balance requires it."""
    keep_heading(quadruped)
    quadruped.command["mode"] = STANDING
    quadruped.command["speed"] = 0.0
    stand_tall(quadruped)
    set_gait(quadruped, "trot", 0.0)


def stand_anew(quadruped: Quadruped, heading: float) -> None:
    """Come to a stop as one that faces a heading [rad] and has just begun to move by its law."""
    overwrite(quadruped.memories, make_quadruped_memory(heading))
    stand_still(quadruped)


def stand_tall(quadruped: Quadruped) -> None:
    """Set the command for standing level, at full height, on all feet."""
    command = quadruped.command
    command["height"][:] = 1.0
    command["pitch"][:] = command["roll"][:] = command["shift"][:] = 0.0
    command["surge"] = command["nod"] = 0.0
    command["rests"][:] = command["tucked"][:] = 0
    command["step"][:] = math.nan


def set_gait(quadruped: Quadruped, name: str, speed: float) -> None:
    """Take over a gait's rhythm, scaled to the body's size and speed."""
    gait, command = GAITS[name], quadruped.command
    pace = abs(speed) * quadruped.time_scale / quadruped.leg
    period = max(gait.period - gait.shortening * pace, gait.shortest)
    command["offset"][:] = gait.offsets
    command["duty"] = gait.duty
    command["period"] = period * quadruped.time_scale
    command["step_height"] = STEP_HEIGHT * quadruped.leg


def keep_heading(quadruped: Quadruped) -> None:
    """Stop turning: the present heading becomes the target."""
    quadruped.command["heading"] = quadruped.memory["heading"]
    quadruped.command["turn_rate"] = math.nan


def set_heading(quadruped: Quadruped, heading: float | None) -> None:
    """Turn to a world heading [rad]; None keeps the heading at the start of the cue."""
    if heading is not None:
        quadruped.command["heading"] = heading

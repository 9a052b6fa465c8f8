"""A biped under control: one walking controller, whose command the active cue sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..bodies.character import Character
from ..bodies.kinds import BIPED
from ..controllers.balance.handstand import handstand_actuators
from ..controllers.balance.toppling import topples
from ..controllers.balance.walker import walk_actuators
from ..controllers.control_rate import is_in_a_hurry
from ..controllers.gait.modes import WALKING
from ..controllers.gait.records import GaitCommand, GaitMemory, make_command, make_memory
from ..controllers.performing.yielding import slackened
from ..controllers.program.anatomy import Anatomy, make_anatomy, make_hand_anatomy
from ..simulation.actor import Actor
from ..simulation.body import Body, Motion
from ..simulation.records import Rows
from ..simulation.rotation import Array
from ..simulation.world import World
from .behaviour import Behaviour, ControlledBody
from .hands.arms import Arms
from .hands.holding import Holding, drop
from .limpness import Limpness
from .seats.sitting import Sitting
from .styles import Arrays, Offsets, Styles
from .ways.crossing import Crossing
from .ways.moving_ground import carry, feel_floor, seen_from_ground
from .world_access import WorldAccess

if TYPE_CHECKING:  # who does not run need not load the law of runs
    from .running.running import Running

FEET = frozenset({"foot.L", "foot.R", "toes.L", "toes.R"})
HANDS = frozenset({"hand.L", "hand.R"})


@dataclass
class Biped(WorldAccess, ControlledBody):
    """A biped under control: `command` is its controller's input, `memory` the controller's state.

    Attributes:
        body, anatomies, commands, memories: (1,) records, as the compiled control laws take them;
            skills read and set the rows `anatomy`, `command` and `memory`.
        styles: those of the shot, for `put_on`.
        behaviour: of the active cue.
        style: name and blend of the style in use, and the arrays made of them.
        sitting: how the body sits, sits down or rises, from cue to cue; None on its feet.
        running: how the body runs, or gets from a walk to a run and back; None while it does not.
        on_hands: whether the body stands on its hands, which then do what feet do.
        seed: of its own random choices.
        plans: plans to get up, or to perform, that earlier searches found, as a cue holds them.
        thrown_from: the clip that the body performed as it fell, and its frame; None without.
        thrown_on: the path that the body walked as it fell, and the number of points that it had
            reached; () where it walked to none.
        events: names of the events since the runtime last read them.
        reported: events of `report_event` since the cue began.
        time: of the shot [s].
        going: (2,) mean velocity over about a step [m/s], kept while a skill needs it.
        felt: time at which `going` was updated last [s].
        arms: the arms' tasks, which last from cue to cue.
        holding: the springs between the hands and the held prop.
        crossing: progress in stepping over an obstacle.
        bent: present bow under an obstacle, as a share of the deepest bow.
        limpness: when parts of the body are limp.
        held: number of time steps for which the last torques hold.
        assist: (3,) torque from outside on the trunk for the next time step [N m]; None without.
    """

    character: Character
    body: Rows[Body]
    anatomies: Rows[Anatomy]
    commands: Rows[GaitCommand]
    memories: Rows[GaitMemory]
    styles: Styles
    style: tuple[str, float] | None = None
    arrays: Arrays = field(default_factory=dict)
    offsets: Offsets = field(default_factory=dict)
    sitting: Sitting | None = None
    running: Running | None = None
    on_hands: bool = False
    seed: int = 0
    plans: tuple[str, ...] = ()
    thrown_from: tuple[str, int] | None = None
    thrown_on: tuple[Sequence[tuple[float, float]], int] = ((), 0)
    events: list[str] = field(default_factory=list)
    reported: set[str] = field(default_factory=set)
    time: float = 0.0
    going: Array = field(default_factory=lambda: np.zeros(2))
    felt: float = 0.0
    crossing: Crossing = field(default_factory=Crossing)
    bent: float = 0.0
    assist: Array | None = None
    held: int = 1

    kind: ClassVar[str] = BIPED

    def __post_init__(self) -> None:
        self.anatomy, self.command = self.anatomies[0], self.commands[0]
        self.memory = self.memories[0]
        self.arms = Arms(self.anatomy, self.command, self.memory)
        self.holding = Holding(self.anatomy, self.command, self.memory)
        self.limpness = Limpness(self.character)
        self.behaviour = Behaviour(self)

    # Methods that the runtime calls: see behaviour.ControlledBody.

    def begin(self, behaviour: type[Behaviour[Any]]) -> None:
        """The body leaves a seat, or ends a run, before the next cue begins."""
        self.get_up()
        self.slow_down()
        self.reported.clear()
        if self.memory["mode"] != WALKING:
            self.crossing.forget()
        super().begin(behaviour)
        self.meet_itself(behaviour.meets_itself)

    def turn_to(self, heading: float | None) -> None:
        if heading is not None:
            self.command["heading"] = heading

    def prepare(self, time: float, dt: float) -> None:
        self.command["dt"] = dt
        self.time = time

    def tick(self, time: float) -> None:
        self.arms.tick(time)

    def look(self, motion: Rows[Motion], time: float) -> None:
        if self.terrain is not None:
            self.terrain.look(motion, time)

    def act(self, world: World, actor: Actor, most: int) -> tuple[Array, int]:
        """Torques hold where the walking law gives them, and no foot is about to land.

        They are then those of the state that many time steps less one ahead, so that they are not
        late in the mean.
        """
        self.holding.tie(world, actor, self.arms)
        was_seated = self.is_seated
        self.command["dt"] = world.time_step * self.held
        may_hold = self.may_hold and not is_in_a_hurry(self.memory)
        self.held = most if may_hold else 1
        motion = actor.motion_record
        if self.held > 1:
            motion = world.motion_ahead(actor, (self.held - 1) * world.time_step)
        flat = self.actuators(motion)
        if self._tone is not None:
            flat = slackened(self.body, motion, self.command["dt"], flat, self._tone)
        if was_seated and not self.is_seated:
            self.events.append("on_feet")
        return flat, self.held

    @property
    def may_hold(self) -> bool:
        """Whether torques may hold: the walking law moves the body, with nothing in the way."""
        is_in_the_way = self.crossing.line is not None or self.bent > 0.0
        is_free = self.is_on_level and not (is_in_the_way or self.arms.grips)
        return is_free and self._tone is None and self.is_walker and self.assist is None

    @property
    def is_on_level(self) -> bool:
        """Whether the ground is level for the next steps."""
        return self.terrain is None or self.terrain.is_level

    @property
    def is_calm(self) -> bool:
        """Whether nothing but the walking law acts on the body, on ground that it need not see."""
        is_free = self.is_on_level and self.assist is None and not self.events
        return is_free and self._tone is None and self.is_walker and self.holding.is_idle(self.arms)

    def apply(self, world: World, actor: Actor) -> None:
        if self.assist is not None:
            world.twist(actor, int(self.anatomy["torso"]), self.assist.tolist())
            self.assist = None
        actor.pulls = self.holding.pulls

    @property
    def heading(self) -> float:
        return float(self.memory["heading"])

    @property
    def may_touch(self) -> frozenset[str] | None:
        usually = self.behaviour.may_touch
        return HANDS if self.on_hands and usually is not None else usually

    @property
    def may_be_low(self) -> bool:
        """The hips may be near the ground while the body sits, or bends down to reach a prop."""
        return self.is_seated or self.arms.crouches or self.behaviour.may_be_low

    def changes_after(self, time: float) -> float:
        limp = self.limpness.changes_after(time)
        return limp if self.terrain is None else min(limp, self.terrain.looks_after(time))

    @property
    def _tone(self) -> Array | None:
        """(n,) share of each joint's torques that is left; None where no part is limp."""
        return self.limpness.tone_at(self.time)

    @property
    def is_unconscious(self) -> bool:
        """Whether the body is limp everywhere, so that it cannot get up."""
        return self.limpness.sinks_at(self.time)

    def goes_over(self, actor: Actor) -> bool:
        """The body falls, and there is still time to reach for the ground."""
        if self.is_seated:
            return False
        gravity, motion = float(self.command["gravity"]), actor.motion_record
        if not topples(motion, self.anatomies, gravity):
            return False
        return not self.behaviour.leans_as_meant(motion)

    def fall(self, recovers: bool) -> None:
        """A body that falls lets go of what its hands hold."""
        self.behaviour.thrown()
        drop(self)

    # Methods that behaviours share.

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step."""
        if self.ground_velocity is not None:
            motion = self._on_moving_ground(motion, self.ground_velocity)
        if self.behaviour.moves_body:
            return self.behaviour.act(motion)
        if self.running is not None and not self.running.is_over:
            return self.running.actuators(motion)
        self.running = None
        if self.sitting is not None and not self.sitting.is_over:
            return self.sitting.actuators(
                self.body, self.anatomies, motion, self.commands, self.memories
            )
        self.sitting = None
        walker = handstand_actuators if self.on_hands else walk_actuators
        flat: Array = walker(self.body, self.anatomies, motion, self.commands, self.memories)
        return flat

    def _on_moving_ground(self, motion: Rows[Motion], velocity: Array) -> Rows[Motion]:
        """The state `motion` against the ground, which moves with (3,) [m/s]."""
        if self.is_walker:
            carry(self.command, self.memory, float(self.command["dt"]) * velocity)
            if self.terrain is None:
                feel_floor(motion, self.anatomy, self.command)
        return seen_from_ground(motion, velocity) if velocity.any() else motion

    @property
    def is_walker(self) -> bool:
        """Whether the walking controller moves the body, on its feet."""
        return (
            not self.behaviour.moves_body
            and self.sitting is None
            and self.running is None
            and not self.on_hands
        )

    @property
    def is_seated(self) -> bool:
        """Whether the body sits, sits down or rises."""
        return self.sitting is not None

    def report_event(self, event: str) -> None:
        """Add an event, once for each cue."""
        if event not in self.reported:
            self.reported.add(event)
            self.events.append(event)

    def get_up(self) -> None:
        """Rise from the seat before the next cue begins."""
        if self.sitting is not None:
            self.sitting.wants_up = True

    def slow_down(self) -> None:
        """Slow down from a run to a walk before the next cue begins."""
        if self.running is not None:
            self.running.wants_stop = True

    @property
    def leg(self) -> float:
        """Hip to sole [m]."""
        return float(self.anatomy["leg"])


def make_biped(
    character: Character,
    body: Rows[Body],
    heading: float,
    gravity: float,
    time_step: float,
    styles: Styles,
    parts: Mapping[str, float],
    may_cross: bool = False,
    on_hands: bool = False,
    seed: int = 0,
) -> Biped:
    """A biped that stands, on its feet or hands, and faces `heading`.

    Args:
        seed: of the differences between its steps.
        parts: shares of the walker's parts, by name.
        may_cross: whether its feet may cross, as where its legs pass through each other.
    """
    commands = make_command(**parts)
    command = commands[0]
    command["heading"] = heading
    command["gravity"] = gravity
    command["dt"] = time_step
    command["may_cross"] = may_cross
    anatomies = make_hand_anatomy(character) if on_hands else make_anatomy(character)
    memories = make_memory(heading, seed)
    return Biped(
        character, body, anatomies, commands, memories, styles, on_hands=on_hands, seed=seed
    )

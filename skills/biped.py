"""What the skills of a biped share: one walker whose command the active cue sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..controllers.balance.handstand import ELBOW_BEND, handstand_actuators
from ..controllers.balance.walker import walk_actuators
from ..controllers.gait.gait import ADULT_LEG
from ..controllers.gait.records import ANGULAR_DAMPING, LINEAR_DAMPING, make_command, make_memory
from ..controllers.gait.style import STANCE_KNEE
from ..controllers.program.anatomy import make_anatomy, make_hand_anatomy
from ..shots.shot import Prop
from ..simulation.rotation import Array
from .dancing import Dance
from .hands.arms import Arms
from .laws import Law, Task
from .running.running import Running
from .seats.sitting import Sitting
from .styles import Arrays, Offsets, Styles
from .ways.avoidance import Company, Errand
from .ways.course import Course
from .ways.crossing import Crossing
from .ways.obstacles import Thing

FEET = frozenset({"foot.L", "foot.R", "toes.L", "toes.R"})
HANDS = frozenset({"hand.L", "hand.R"})
STEP_HEIGHT, STEP_WIDTH = 0.09, 0.13  # of the leg, where a cue gives none
Values = Mapping[str, Any]  # of a cue's parameters now: a number, a name, or None for "as it is"


Heights = Callable[[Array, float], Array]  # of the ground under places, seen from a height; or nan
Meet = Callable[[str, bool], None]  # whether hands and forearms collide with a prop
Look = Callable[[str], tuple[Prop, Array, Array]]  # a prop by its name, and where it is now


def _nothing(name: str) -> tuple[Prop, Array, Array]:
    raise InvalidInput(f"There is no prop {name!r} here.")


def _meet_nothing(name: str, meets: bool) -> None:
    """What hands hold where there is nothing to hold."""


def _forget_nothing() -> None:
    """Contacts that nobody minds."""


def _nobody() -> Company:
    return Company(np.empty((0, 2)), np.empty((0, 2)), np.empty(0))


@dataclass
class Biped:
    """A biped under control: `command` is what to do, `memory` all that lives between steps.

    Attributes:
        styles: those of the shot, for `put_on`.
        style: name and blend of the style that is worn, and what they stand for.
        course: the path that is being followed.
        look_at: finds a prop of the shot.
        sitting: how it sits, sits down or rises, from cue to cue; None while it is on its feet.
        running: how it runs, or gets from a walk to a run and back; None while it does not.
        law: what moves it for the length of a cue, None for the walker or the sitter.
        on_hands: whether it stands on its hands, which then do what feet do.
        plans: ways to get up that were found before, as a cue holds them.
        news: events since they were last taken note of.
        told: those of `tell` since the cue began.
        time: of the shot [s].
        dance: where and since when it dances.
        errand: where it goes, making way for others.
        company: finds the others.
        going: (2,) its mean velocity over the last step or so [m/s], where a skill asks for it.
        felt: when that was [s].
        ground_heights: of the ground under places, seen from a height; None where it is level.
        forget_contacts: has the engine find what its pelvis touches anew, as after a rehearsal.
        let_meet: has hands and forearms collide with a prop or pass through it.
        task: what a cue of several parts is at; each such skill has its own kind.
        arms: what they do besides hanging, from cue to cue.
        things: that never move: some may lie or hang across its way.
        crossing: how far it is with one of them.
        bent: how deep it bows under one of them, of the deepest bow.
        assist: (3,) torque from outside on its trunk for the next time step [N m]; None without.
    """

    character: Character
    body: NDArray[Any]
    anatomy: NDArray[Any]
    command: NDArray[Any]
    memory: NDArray[Any]
    styles: Styles
    style: tuple[str, float] | None = None
    arrays: Arrays = field(default_factory=dict)
    offsets: Offsets = field(default_factory=dict)
    course: Course | None = None
    look_at: Look = field(default=_nothing)
    sitting: Sitting | None = None
    running: Running | None = None
    law: Law | None = None
    on_hands: bool = False
    plans: tuple[str, ...] = ()
    news: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    time: float = 0.0
    dance: Dance | None = None
    errand: Errand | None = None
    company: Callable[[], Company] = field(default=_nobody)
    going: Array = field(default_factory=lambda: np.zeros(2))
    felt: float = 0.0
    ground_heights: Heights | None = None
    let_meet: Meet = field(default=_meet_nothing)
    forget_contacts: Callable[[], None] = field(default=_forget_nothing)
    task: Any = None
    things: Sequence[Thing] = ()
    crossing: Crossing = field(default_factory=Crossing)
    bent: float = 0.0
    assist: Array | None = None

    def __post_init__(self) -> None:
        self.arms = Arms(self.anatomy[0], self.command[0], self.memory[0])

    @property
    def has_done(self) -> bool:
        """Whether the law that moves it in place of the walker is over."""
        return self.law is not None and self.law.is_over

    def actuators(self, motion: NDArray[Any]) -> Array:
        """The flat actuator vector for the next time step."""
        if self.law is not None:
            return self.law.actuators(motion)
        if self.running is not None and not self.running.is_over:
            return self.running.actuators(motion)
        self.running = None
        if self.sitting is not None and not self.sitting.is_over:
            return self.sitting.actuators(
                self.body, self.anatomy, motion, self.command, self.memory
            )
        self.sitting = None
        walker = handstand_actuators if self.on_hands else walk_actuators
        flat: Array = walker(self.body, self.anatomy, motion, self.command, self.memory)
        return flat

    def may_touch(self, usually: frozenset[str] | None) -> frozenset[str] | None:
        """Segments that may touch the ground where those of a skill `usually` may."""
        return HANDS if self.on_hands and usually is not None else usually

    @property
    def is_walker(self) -> bool:
        """Whether the walker moves it, on its feet."""
        return (
            self.law is None
            and self.sitting is None
            and self.running is None
            and not self.on_hands
        )

    @property
    def is_seated(self) -> bool:
        """Whether it sits, sits down or rises."""
        return self.sitting is not None

    @property
    def may_be_low(self) -> bool:
        """Whether its hips may be near the ground: it sits, or stoops to reach something."""
        return self.is_seated or self.arms.stoops

    def tell(self, event: str) -> None:
        """What the cue asks for is done: told once."""
        if event not in self.told:
            self.told.add(event)
            self.news.append(event)

    def get_up(self) -> None:
        """Rise first, before whatever comes next."""
        if self.sitting is not None:
            self.sitting.wants_up = True

    def slow_down(self) -> None:
        """Run no longer than it takes to get to a walk, before whatever comes next."""
        if self.running is not None:
            self.running.wants_stop = True

    def leave_task(self) -> None:
        """End what the cue before was at, so that the next one can begin."""
        task: Task | None = self.task
        if task is not None:
            task.leave(self)
        self.task = None

    @property
    def leg(self) -> float:
        """Hip to sole [m]."""
        return float(self.anatomy["leg"][0])


def make_biped(
    character: Character,
    body: NDArray[Any],
    heading: float,
    gravity: float,
    time_step: float,
    styles: Styles,
    parts: Mapping[str, float],
    may_cross: bool = False,
    on_hands: bool = False,
) -> Biped:
    """A biped that stands, on its feet or hands, and faces `heading`.

    Args:
        parts: shares of the walker's parts, by name.
        may_cross: whether its feet may cross, as where its legs pass through each other.
    """
    command = make_command()
    command["heading"] = heading
    command["gravity"] = gravity
    command["dt"] = time_step
    command["may_cross"] = may_cross
    for name, share in parts.items():
        command[name] = share
    anatomy = make_hand_anatomy(character) if on_hands else make_anatomy(character)
    memory = make_memory(heading)
    return Biped(character, body, anatomy, command, memory, styles, on_hands=on_hands)


def set_gait(biped: Biped, values: Values) -> None:
    """Set what walking and standing have in common: style, steps and posture.

    A skill without one of these parameters takes it as not given. A style's lengths are those of
    an adult and scale with the leg.
    """
    put_on(biped, values["style"], values["style_blend"])
    for name in ("trunk_mean", "limb_mean"):  # without the bow of one who ducks
        biped.command[name][0] = biped.arrays[name]
    command, offsets, size = biped.command, biped.offsets, biped.leg / ADULT_LEG
    for name, usual in (("step_height", STEP_HEIGHT), ("step_width", STEP_WIDTH)):
        own = max(usual * biped.leg + offsets[name] * size, 0.0)
        command[name] = _given(values, name, own)
    command["step_period"] = _given(values, "step_period", math.nan)
    command["liveliness"] = _given(values, "energy", 0.0)
    command["period_factor"] = offsets["step_period"]
    for name in ("torso_lean", "knee_twist"):
        command[name] = _given(values, name, 0.0) + offsets[name]
    _bend_stance_knee(biped, values["stance_knee"])
    if biped.on_hands:
        _leave_style(biped)


def _leave_style(biped: Biped) -> None:
    """Styles are for those on their feet; the elbows are bent."""
    for name in ("trunk", "trunk_mean", "limb", "limb_mean"):
        biped.command[name] = 0.0
    biped.command["limb_mean"][0, :, STANCE_KNEE] = ELBOW_BEND


def _given(values: Values, name: str, otherwise: float) -> float:
    value = values.get(name)
    return otherwise if value is None else float(value)


def put_on(biped: Biped, text: str, blend: float) -> None:
    """Ask for a style; its speed is an adult's and scales by dynamic similarity."""
    if biped.style == (text, blend):
        return
    biped.style = text, blend
    biped.arrays, biped.offsets = biped.styles.mixed(text, blend)
    for name, array in biped.arrays.items():
        biped.command[name][0] = array
    biped.command["style_speed"] *= math.sqrt(biped.leg / ADULT_LEG)


def _bend_stance_knee(biped: Biped, angle: float | None) -> None:
    """Hold the knee that carries at an angle; None lets it follow the style."""
    swing = biped.arrays["limb"][:, STANCE_KNEE] if angle is None else 0.0
    mean = biped.arrays["limb_mean"][:, STANCE_KNEE] if angle is None else angle
    biped.command["limb"][0, :, STANCE_KNEE] = swing
    biped.command["limb_mean"][0, :, STANCE_KNEE] = mean


def set_heading(biped: Biped, heading: float | None) -> None:
    """Turn to a world direction; None keeps the one faced when the cue began."""
    if heading is not None:
        biped.command["heading"] = heading


def start_walking(biped: Biped) -> None:
    """Walk the way that is faced now; footprints of an earlier cue are left where they are."""
    keep_heading(biped)
    biped.command["walking"] = 1
    _drop_footsteps(biped)


def stop_walking(biped: Biped) -> None:
    """Take no steps but those that balance, a footprint or a turn asks for."""
    biped.command["walking"] = 0
    biped.command["turn_rate"] = math.nan
    _drop_footsteps(biped)
    biped.command["linear_damping"] = LINEAR_DAMPING
    biped.command["angular_damping"] = ANGULAR_DAMPING


def _drop_footsteps(biped: Biped) -> None:
    """Forget what footprints are left; a foot that steps over something still comes down there."""
    steps_over = biped.crossing.is_busy and biped.memory["directed"][0]
    left = biped.memory["next_footstep"][0] + 1 if steps_over else 0
    biped.command["footstep_count"] = left


def keep_heading(biped: Biped) -> None:
    """Stop turning: what is faced now is what is wanted."""
    biped.command["heading"] = np.copy(biped.memory["heading"])

"""Springs that tie the hands to the props that they hold (Coros et al. 2010, Section 5.4)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np

from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.modes import WALKING
from ...controllers.gait.records import GaitCommand, GaitMemory
from ...controllers.program.anatomy import LEFT, RIGHT, Anatomy
from ...simulation.actor import Actor
from ...simulation.rotation import Array
from ...simulation.tying import tie
from ...simulation.world import World
from .arms import Arms

SIDES = (LEFT, RIGHT)
CLOSING_TIME = 0.2  # [s] of an adult
# [s] over which balance averages the hands' load, which swings with the steps.
FEELS_LOAD, FEELS_LOAD_CARRIED = 0.1, 0.4
NOTHING = 0.1  # [N] of a load that is gone


class Holder(Protocol):
    """A body with hands that may hold props."""

    arms: Arms
    events: list[str]
    @property
    def let_meet(self) -> Callable[[str, bool], None]: ...

    @property
    def leg(self) -> float: ...


class Holding:
    """The springs between the hands of a biped and what they hold; balance takes their load in.

    Attributes:
        pulls: (3,) forces on the hands in the next time step [N], by segments.
    """

    def __init__(self, anatomy: Anatomy, command: GaitCommand, memory: GaitMemory) -> None:
        self._anatomy, self._command, self._memory = anatomy, command, memory
        self._feels_load = False  # whether the hands bear a load, or bore one until now
        self.pulls: Mapping[int, Array] = {}

    def is_idle(self, arms: Arms) -> bool:
        """Whether the hands hold nothing, are about to hold nothing and feel no load."""
        return not (arms.grips or arms.braced_for or self._feels_load)

    def tie(self, world: World, actor: Actor, arms: Arms) -> None:
        """Apply the springs' forces for the next time step."""
        command = self._command
        pulls: dict[int, Array] = {}
        self.pulls = pulls
        if self.is_idle(arms):
            return
        command["hand_force"][:] = 0.0
        for side, grip in arms.grips.items():
            hand = int(self._anatomy["hand"][side])
            force = tie(
                world, actor, hand, grip.prop, grip.point, grip.stiffness, grip.damping,
                grip.turning,
            )  # fmt: skip
            pulls[hand] = force
            command["hand_force"][side] = arms.counts_on(side, force)
        self._feel(arms, world.time_step)

    def _feel(self, arms: Arms, dt: float) -> None:
        command = self._command
        slow = arms.carries or self._memory["mode"] == WALKING
        share = dt / (FEELS_LOAD_CARRIED if slow else FEELS_LOAD)
        felt = arms.feels(command["hand_force"])
        command["hand_load"] += share * (felt - command["hand_load"])
        self._feels_load = bool(arms.grips) or float(np.abs(command["hand_load"]).max()) > NOTHING
        if not self._feels_load:
            command["hand_load"][:] = 0.0


def pace(holder: Holder) -> float:
    """Durations of this body's movements, relative to an adult's."""
    return math.sqrt(holder.leg / ADULT_LEG)


def carried_prop(holder: Holder) -> str | None:
    """Name of the prop in the hands, or None."""
    return next((grip.prop for grip in holder.arms.grips.values()), None)


def let_go(holder: Holder) -> None:
    """Release the prop in the hands."""
    if holder.arms.grips:
        holder.arms.grips.clear()
        holder.events.append("release")


def drop(holder: Holder) -> None:
    """Let go of everything at once, for a body that falls."""
    prop = carried_prop(holder)
    let_go(holder)
    if prop is not None:
        holder.let_meet(prop, True)
    holder.arms.rest(CLOSING_TIME * pace(holder))

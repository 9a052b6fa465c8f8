"""What a body does from a stand by another law than the walk's: tried first, in the shot's own
world, which then goes back; then done, until the walk's law takes over again.
"""

from __future__ import annotations

import math
from typing import Generic, Protocol, TypeVar

from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import Array
from ..behaviour import Behaviour, Lookahead
from ..biped import Biped
from ..gait_command import take_over
from ..ways.steering import STILL, is_still

LOOKS_AFTER = 50  # looks of a trial at the body that stands again, each of some time steps
STANDS = 0.8  # of the height of standing


class Movement(Protocol):
    """
    Attributes:
        heading: that the body faces [rad].
        is_over: whether it stands, or must step to do so.
    """

    heading: float
    is_over: bool

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""

    def is_lost(self, now: Motion) -> bool:
        """Whether the body falls."""


M = TypeVar("M", bound=Movement)


class FromAStand(Generic[M]):
    """
    Attributes:
        movement: as it goes on; None before it, and after it.
        has_landed: whether it is over.
        calm: slower than this it may begin [m/s], or after waiting for longest_wait [s].
    """

    calm: float = STILL
    longest_wait: float = 1.5
    movement: M | None = None
    has_landed: bool = False
    _waits_since: float = math.inf

    def __init__(self, behaviour: Behaviour[Biped]) -> None:
        """
        Args:
            behaviour: that does it; it moves the body meanwhile.
        """
        self._behaviour, self._body = behaviour, behaviour.body

    def is_ready(self, motion: Rows[Motion]) -> bool:
        """Whether the body, which waits to stand still, may begin; called often until it does."""
        time = self._body.time
        self._waits_since = min(self._waits_since, time)
        is_late = time - self._waits_since > self.longest_wait
        return is_late or is_still(self._body, motion, self.calm)

    def start(self, movement: M) -> M:
        """Have a movement move the body."""
        self.movement, self.has_landed = movement, False
        self._behaviour.moves_body = True
        return movement

    def act(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next control step of the movement."""
        movement = self.movement
        assert movement is not None  # it moves the body
        flat = movement.actuators(motion)
        if movement.is_over:
            self.give_back()
            take_over(self._body, movement.heading)
            self._body.command["heading"] = movement.heading
            self.has_landed = True
        return flat

    def give_back(self) -> None:
        """Leave the body to its own law."""
        self.movement, self._behaviour.moves_body, self._waits_since = None, False, math.inf

    def stands_after(
        self, movement: M, lookahead: Lookahead, longest: float, ground: float, height: float
    ) -> bool:  # fmt: skip
        """Do a movement and stand for a while; whether the body does stand.

        Args:
            longest: that this may take [s].
            ground: height of the ground where it ends [m].
            height: of the center of mass over the ground in standing [m].
        """
        now = views_of(Motion, lookahead.motion)
        self.start(movement)
        looks, fell = 0, False

        def is_over() -> bool:
            nonlocal looks, fell
            looks += self.has_landed
            fell = movement.is_lost(now)
            return fell or looks > LOOKS_AFTER

        lookahead.rollout(longest, is_over)
        return self.has_landed and not fell and float(now.com[2]) - ground > STANDS * height

    def undo(self) -> None:
        """Be as before a trial; the world has gone back."""
        self.give_back()
        self.has_landed = False

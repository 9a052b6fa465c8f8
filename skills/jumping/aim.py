"""What a jump aims at, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

from ...simulation.rotation import Array


class Aim(NamedTuple):
    """
    Attributes:
        rise: how far the center of mass rises above where it is in standing [m].
        way: (2,) from the middle of the feet to where it lands [m].
        turn: of the body, in the air and at the take-off [rad].
    """

    rise: float
    way: Array
    turn: float

    def corrected(self, asked: Aim, got: Aim, share: float) -> Aim:
        """Further by a share of what it fell short; a jump without a turn is not given one."""
        return Aim(
            self.rise + share * (asked.rise - got.rise),
            self.way + share * (asked.way - got.way),
            self.turn + share * (asked.turn - got.turn) if asked.turn else 0.0,
        )


class Course(NamedTuple):
    """The ground of a jump.

    Attributes:
        floor: height of the ground at the take-off [m].
        landing: height of the ground where the body lands [m].
        summit: height of the highest ground between [m].
    """

    floor: float
    landing: float
    summit: float

    @property
    def step(self) -> float:
        """How much higher the landing is than the take-off [m]."""
        return self.landing - self.floor

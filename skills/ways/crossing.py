"""Progress of a walker over an obstacle across its way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...simulation.rotation import Array
from .obstacles import Obstacle

ON_ITS_WAY, HALTING, STEPPING, LEAPING, GIVEN_UP = range(5)
HIGHEST_DOWN = 0.075  # of the leg: of stairs down for plain walking; higher ones are stepped down
WALKS_DOWN = 0.21  # of the leg: what who walks to a place does not halt before, as stairs


class Hurdle(NamedTuple):
    """What is jumped over: where to land behind it, and the nearest place where soles may stand
    there (2,) [m].
    """

    landing: Array
    behind: Array


class Ledge(NamedTuple):
    """An edge to step up or down.

    Attributes:
        edge: (2,) a point of it [m].
        heading: of the way across it [rad].
        floor, landing: heights of the ground before and behind it [m].
    """

    edge: Array
    heading: float
    floor: float
    landing: float

    @property
    def rise(self) -> float:
        """[m]; negative down."""
        return self.landing - self.floor

    @property
    def ahead(self) -> Array:
        """(2,) unit vector of the way."""
        return np.array([math.cos(self.heading), math.sin(self.heading)])


@dataclass
class Crossing:
    """A walker and the next obstacle that it steps over.

    Attributes:
        stage: one of those above.
        heading: of the way [rad], which the walker keeps until it is over the obstacle.
        line: place in the world (2,) where the body must halt; None where nothing is in the way.
        looks_at: time of the next look ahead [s].
        pace: largest speed [m/s].
        reach: how far ahead of the body its way goes on straight; nothing behind that counts [m].
        walks_down: edges down that it walks down without a halt, of the leg.
        hurdle: what is jumped over next; ledge: what is climbed next, or jumped onto where that
            fails; None: nothing is.
        tries: how often it has found no jump over what is before it.
        stays_upright: whether it must not bow yet, since it has landed too near before a bar.
        over: what it passes over in stride; None where it halts before it, or nothing is near.
        usual: length of a step of the walk before [m].
        stretch: of what the walk would take, the period of the steps to it.
        landing: the nearest place (2,) behind it for the swing ankle; None while that foot comes
            down before it.
    """

    stage: int = ON_ITS_WAY
    heading: float = 0.0
    line: Array | None = None
    looks_at: float = 0.0
    pace: float = math.inf
    reach: float = math.inf
    walks_down: float = HIGHEST_DOWN
    hurdle: Hurdle | None = None
    ledge: Ledge | None = None
    tries: int = 0
    stays_upright: bool = False
    over: Obstacle | None = None
    usual: float = 0.0
    stretch: float = 1.0
    landing: Array | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the walker halts before the obstacle, or is about to cross it."""
        return self.stage != ON_ITS_WAY

    def forget(self) -> None:
        """Nothing is passed over in stride any more."""
        self.over, self.stretch, self.landing = None, 1.0, None

    def leave(self) -> None:
        """Forget the obstacle."""
        self.stage, self.line, self.pace, self.looks_at = ON_ITS_WAY, None, math.inf, 0.0
        self.tries = 0
        self.stays_upright, self.reach, self.walks_down = False, math.inf, HIGHEST_DOWN

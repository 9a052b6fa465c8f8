"""The search for a plan: windows of a clip simulated from kept moments of the shot's own world."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...motion.performing.track import RATE
from ...search.beam import Branch
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ..behaviour import Lookahead
from .deviation import LOST, Deviation
from .follower import WINDOW, Follower

Array = NDArray[np.float64]
WINDOW_TIME = WINDOW / RATE  # [s]
AHEAD = 2  # windows beyond its own by which a sample is judged


class Moment(NamedTuple):
    """A moment of the world and of the law."""

    mark: Any
    law: Rows[Any]


class ClipSimulation:
    """Windows of a clip, simulated: see `search.beam.Simulation`."""

    def __init__(self, follower: Follower, lookahead: Lookahead) -> None:
        self._follower, self._lookahead = follower, lookahead
        self._deviation = Deviation(follower.reference)
        self._costs: list[float] = []

    def moment(self) -> Moment:
        """The present moment."""
        return Moment(self._lookahead.mark(), self._follower.remember())

    def go_back(self, moment: Moment) -> None:
        """Restore a moment."""
        self._lookahead.go_back(moment.mark)
        self._follower.go_back(moment.law)

    def branch(self, state: Moment, window: int, offsets: Array) -> Branch:
        """Simulate a window with some offsets, and look ahead without."""
        self.go_back(state)
        self._follower.plan = {window: offsets}
        own = self.cost_of(1)
        end = self.moment()
        ahead = self.cost_of(AHEAD) if math.isfinite(own) else math.inf
        return Branch(end, own, ahead)

    def drop(self, state: Moment) -> None:
        """Free a moment's memory."""
        self._lookahead.drop(state.mark)

    def cost_of(self, windows: int) -> float:
        """Mean deviation over the next windows; infinite where the body is lost."""
        self._costs.clear()
        self._lookahead.rollout(windows * WINDOW_TIME, gives_up=self._look)
        if not self._costs or self._costs[-1] > LOST:
            return math.inf if self._costs else 0.0
        return float(np.mean(self._costs))

    def _look(self) -> bool:
        """Note the present deviation; return whether the body is lost."""
        motion = views_of(Motion, self._lookahead.motion)
        self._costs.append(self._deviation.of(motion, self._follower.frame))
        return self._costs[-1] > LOST

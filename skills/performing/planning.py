"""The search for a plan: windows of a clip simulated from kept moments of the shot's own world."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...motion.performing.track import RATE
from ...search.beam import NO_USE, OWN_WINDOW, Branch, Node, Sample, Scores, way_to
from ...simulation.records import Rows
from ..behaviour import EvaluateAll, Lookahead, SharingLookahead
from .deviation import LOST, Deviation
from .follower import WINDOW, Follower
from .plan import Plan, read_plan

Array = NDArray[np.float64]
WINDOW_TIME = WINDOW / RATE  # [s]
AHEAD = 2  # windows beyond its own by which a sample is judged
SHOWN_FIRST = 3  # windows that the law can follow by itself nearly always
ROUNDING = 1e-6  # of a window
BEFORE_LOST = 5  # windows before the one in which a known plan loses the body


class Moment(NamedTuple):
    """A moment of the world and of the law."""

    mark: Any
    law: Rows[Any]


def simulated_time(seconds: float, samples: float) -> float:
    """About the time [s] that a search simulates for a clip of some seconds."""
    return seconds * samples * (1 + AHEAD)


class ClipSimulation:
    """Windows of a clip, simulated from moments of a lookahead."""

    def __init__(self, follower: Follower, lookahead: Lookahead) -> None:
        self.follower, self._lookahead = follower, lookahead
        self._deviation = Deviation(follower.reference, follower.weak_bodies, follower.stiffness)
        self._costs: list[float] = []

    def moment(self) -> Moment:
        """The present moment."""
        return Moment(self._lookahead.mark(), self.follower.remember())

    def go_back(self, moment: Moment) -> None:
        """Restore a moment."""
        self._lookahead.go_back(moment.mark)
        self.follower.go_back(moment.law)

    def branch(self, sample: Sample) -> Branch:
        """Simulate a window with some offsets, and look ahead without; stop at its limit."""
        self.go_back(sample.state)
        self.follower.plan = {sample.window: sample.offsets}
        own = self.cost_of(1, sample.limit / OWN_WINDOW)
        if not math.isfinite(own):
            return NO_USE
        end = self.moment()
        ahead = self.cost_of(AHEAD, sample.limit - OWN_WINDOW * own)
        if math.isfinite(ahead):
            return Branch(end, own, ahead)
        self.drop(end)
        return NO_USE

    def drop(self, state: Moment) -> None:
        """Free a moment's memory."""
        self._lookahead.drop(state.mark)

    def film(self, sample: Sample) -> None:
        """Show a window with some offsets to those who watch the run."""
        self.go_back(sample.state)
        self.follower.plan = {sample.window: sample.offsets}
        self._lookahead.film(WINDOW_TIME)

    def film_alone(self, moment: Moment) -> None:
        """Show how the law alone begins, while nothing has been found yet."""
        self.go_back(moment)
        self.follower.plan = {}
        self._lookahead.film(SHOWN_FIRST * WINDOW_TIME)

    def cost_of(self, windows: int, limit: float = math.inf) -> float:
        """Mean deviation over the next windows; infinite where the body is lost, or where that mean
        is certainly beyond a limit.
        """
        self._costs.clear()
        frames, start = windows * WINDOW, self.follower.frame

        def gives_up() -> bool:
            follower, motion = self.follower, self._lookahead.motion
            beyond = follower.furthest_beyond()
            self._costs.append(self._deviation.of(motion, follower.frame, beyond))
            share = (follower.frame - start) / frames  # of the deviations of the whole
            return self._costs[-1] > LOST or share * float(np.mean(self._costs)) > limit

        self._lookahead.rollout(windows * WINDOW_TIME, gives_up)
        if not self._costs:  # the clip is over
            return 0.0
        mean = float(np.mean(self._costs))
        return math.inf if self._costs[-1] > LOST or mean > limit else mean

class SharedClip:
    """Windows of a clip, simulated here and elsewhere: see `search.beam.Simulation`."""

    def __init__(
        self, own: ClipSimulation, lookahead: SharingLookahead,
        evaluate_all: EvaluateAll[Sample, Branch], windows: int,
    ) -> None:  # fmt: skip
        """
        Args:
            windows: number of the last one to search, and one.
        """
        self._own, self._lookahead = own, lookahead
        self._evaluate_all, self._windows = evaluate_all, windows

    def moment_at(self, moment: Moment) -> Moment:
        """A moment that was marked before the trials were shared, marked so that they can be."""
        self._own.go_back(moment)
        return self._own.moment()

    def branches(self, samples: Sequence[Sample], scores: Scores) -> list[Branch]:
        """See `search.beam.Simulation`."""
        second, last = samples[0].window * WINDOW_TIME, self._windows * WINDOW_TIME
        end = min(last, self._own.follower.reference.duration)
        self._lookahead.came_to(second, end, simulated_time(last - second, len(samples)))
        return self._evaluate_all(samples, scores.limited, scores.note)

    def drop(self, state: Moment) -> None:
        """Free a moment's memory."""
        self._own.drop(state)


class Shown:
    """Shows the best way that a search has found so far to those who watch the run."""

    def __init__(self, simulation: ClipSimulation, first: int) -> None:
        """
        Args:
            first: window of the search.
        """
        self._simulation, self._first, self._way = simulation, first, list[Node]()

    def __call__(self, best: Node, kept: int) -> None:
        """Film what differs from the way before: see `search.beam.beam_search`."""
        way = way_to(best)
        both = zip(way, self._way, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], both))
        for number in range(max(same, kept), len(way)):
            node = way[number]
            assert node.parent is not None
            sample = Sample(node.parent.state, self._first + number, node.offsets)
            self._simulation.film(sample)
        self._way = way


def windows_within(seconds: float, follower: Follower) -> int:
    """Number of a clip's windows that begin within some time [s], and have something to balance.

    All of them where less than half of one is left: the frames of a shot end a little before it.
    """
    frames = seconds * RATE
    if frames + WINDOW / 2 >= follower.reference.frames:
        return follower.windows
    within = max(math.ceil(frames / WINDOW - ROUNDING), 0)
    return min(within, follower.windows)


def follow_known(
    simulation: ClipSimulation, start: Moment, plans: Sequence[str], windows: int
) -> tuple[Plan, int, Moment]:
    """The part of a known plan that keeps to the clip from a moment on, within the first windows:
    the plan, the window after it, and the moment there, which the caller drops unless it is the
    start. A plan that keeps to it in all of them is returned whole.
    """
    follower = simulation.follower
    for text in plans:
        try:
            plan = read_plan(text, len(follower.spread))
        except InvalidInput:  # of another body
            continue
        simulation.go_back(start)
        follower.plan, window = dict(plan.offsets), 0
        moments = deque([(0, start)])  # the last ones
        last = windows if plan.until is None else min(plan.until, windows)
        while window < last and math.isfinite(simulation.cost_of(1)):
            window += 1
            moments.append((window, simulation.moment()))
            if len(moments) > BEFORE_LOST + 1:
                _drop_unless(start, simulation, moments.popleft()[1])
        first, kept = moments.pop() if window == last else moments.popleft()
        for _, moment in moments:
            _drop_unless(start, simulation, moment)
        if first == windows:
            return plan, first, kept
        if first > 0:
            return Plan({w: o for w, o in plan.offsets.items() if w < first}), first, kept
    return Plan({}, 0), 0, start


def _drop_unless(start: Moment, simulation: ClipSimulation, moment: Moment) -> None:
    """Free a moment's memory unless it is the start."""
    if moment is not start:
        simulation.drop(moment)

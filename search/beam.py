"""Beam search over the windows of a movement: in each, samples from the best states so far.

After Liu, Yin, van de Panne, Shao, Xu 2010 ("SAMCON", Section 4): of all samples of a window the
best states are kept, and those of the next window start from them. Here each sample is judged by
what follows its own window as well, and a search that is stuck goes back a few windows.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.errors import Stopped

Array = NDArray[np.float64]
SIZES = (0.5, 1.0, 1.8)  # of the samples' deviations
DECIMALS = 4  # of an offset: a plan as text is then the plan that was tried
WEIGHT_OF_OFFSETS = 0.02  # cost of an offset at its deviation
OWN_WINDOW = 0.5  # share of a window's own cost beside that of what follows
STUCK = 3.0  # cost of the best sample of a window from which more are tried
MOST_BATCHES, PLAIN = 4, 3  # batches of samples; of the first one, samples without offsets
GOES_BACK, MOST_RETURNS = 4, 6  # windows, each time one more, and how often from one place
ROUNDING = 1e-9  # of a score
HISTORY = 24  # windows whose states are kept, to go back to: more than all returns need


@dataclass(frozen=True)
class Branch:
    """A window simulated from a state.

    Attributes:
        state: at its end; None where it is lost or of no use.
        own: mean cost within the window; ahead: in what follows without offsets. Infinite where
            that is lost or of no use.
    """

    state: Any
    own: float
    ahead: float

    @property
    def cost(self) -> float:
        return OWN_WINDOW * self.own + self.ahead


NO_USE = Branch(None, math.inf, math.inf)


class Sample(NamedTuple):
    """What to try: a window with some offsets, from a state.

    Attributes:
        limit: cost of a branch from which on it is of no use, so that its simulation may stop.
    """

    state: Any
    window: int
    offsets: Array
    limit: float = math.inf


class Scores:
    """The best scores of a window so far: what is certainly worse than all of them is of no use.

    It would not be kept in any case, so that a search finds the same whenever that becomes known.
    """

    def __init__(self, kept: int, spread: Array) -> None:
        self._kept, self._spread, self._best = kept, spread, list[float]()

    def limited(self, sample: Sample) -> Sample:
        """A sample with the limit that is known now."""
        if len(self._best) < self._kept:
            return sample
        limit = self._best[-1] + ROUNDING - self._strain(sample.offsets)
        return sample._replace(limit=limit)

    def of(self, sample: Sample, branch: Branch) -> float:
        """The score of a sample."""
        return branch.cost + self._strain(sample.offsets)

    def note(self, sample: Sample, branch: Branch) -> None:
        """Take note of what came of a sample."""
        score = self.of(sample, branch)
        if math.isfinite(score):
            insort(self._best, score)
            del self._best[self._kept :]

    def _strain(self, offsets: Array) -> float:
        return WEIGHT_OF_OFFSETS * float(np.mean((offsets / self._spread) ** 2))


class Simulation(Protocol):
    """What a beam search searches over. States may be kept until they are dropped."""

    def branches(self, samples: Sequence[Sample], scores: Scores) -> Sequence[Branch]:
        """Simulate a window from a state for each sample, and look ahead; in any order. Raises
        Stopped where the search should end; no state of these samples is then of use.

        Args:
            scores: gives each sample its limit as it begins, and takes note of its branch.
        """

    def drop(self, state: Any) -> None:
        """Free a state."""


@dataclass(frozen=True)
class Node:
    """A kept state, with the offsets of its window and the node that it began from."""

    state: Any
    offsets: Array
    score: float
    parent: Node | None


Watch = Callable[[Node, int], None]


def _ignore(best: Node, kept: int) -> None:
    """Default for `watch`: does nothing."""


@dataclass(frozen=True)
class BeamSettings:
    """
    Attributes:
        samples: of a window, at least; kept: states of a window from which the next ones begin.
        seed: of the samples.
    """

    samples: int = 24
    kept: int = 8
    seed: int = 0


@dataclass(frozen=True)
class Found:
    """
    Attributes:
        plan: offsets by window, as far as the search came.
        is_whole: whether that is to the end; was_stopped: whether it was stopped before.
    """

    plan: list[Array]
    is_whole: bool
    was_stopped: bool = False


def beam_search(
    simulation: Simulation, start: Any, first: int, windows: int, spread: Array,
    settings: BeamSettings, watch: Watch = _ignore,
) -> Found:  # fmt: skip
    """The offsets of all windows from the first one on, by samples.

    Args:
        start: state at the beginning; it is not dropped.
        windows: number of the last window, and one.
        spread: (n,) deviation of each offset.
        watch: called as the search comes further, with the best state, and the index of the first
            of the windows on the way there whose beginning is still kept.
    """
    beam = _Beam(simulation, spread, settings)
    levels, longest = [[Node(start, np.zeros(len(spread)), 0.0, None)]], 0
    best, returns, stuck = levels[0][0], 0, 0  # returns in all, and since it came further
    freed = 1  # levels whose states are not there: the start's is the caller's
    was_stopped = False
    try:
        while len(levels) <= windows - first:
            nodes = beam.next_level(levels[-1], first + len(levels) - 1, returns)
            if nodes:
                levels.append(nodes)
                if len(levels) > longest:
                    best, longest, stuck = nodes[0], len(levels), 0
                watch(nodes[0], 0 if freed == 1 else freed)
                while len(levels) - freed > HISTORY:
                    beam.drop(levels[freed])
                    freed += 1
                continue
            least = 1 if freed == 1 else freed + 1  # levels to keep, so that a state is left
            if stuck == MOST_RETURNS or len(levels) < least:
                break
            returns, stuck = returns + 1, stuck + 1
            for _ in range(min(GOES_BACK + stuck, len(levels) - least)):
                beam.drop(levels.pop())
    except Stopped:
        was_stopped = True
    finally:
        for nodes in levels[freed:]:
            beam.drop(nodes)
    plan = [node.offsets for node in way_to(best)]
    return Found(plan, longest > windows - first, was_stopped)


def way_to(node: Node) -> list[Node]:
    """The nodes that lead to one, after the start."""
    way = []
    while node.parent is not None:
        way.append(node)
        node = node.parent
    return way[::-1]


class _Beam:
    def __init__(self, simulation: Simulation, spread: Array, settings: BeamSettings) -> None:
        self._simulation, self._spread, self._settings = simulation, spread, settings

    def drop(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self._simulation.drop(node.state)

    def next_level(self, parents: Sequence[Node], window: int, returns: int) -> list[Node]:
        """The best states at the end of a window; more samples are tried where all are bad."""
        random = np.random.default_rng((self._settings.seed, window, returns))
        nodes, scores = list[Node](), Scores(self._settings.kept, self._spread)
        for batch in range(MOST_BATCHES):
            mean = nodes[0].offsets if nodes and batch % 2 else np.zeros(len(self._spread))
            try:
                nodes += self._try(parents, window, random, batch, mean, scores)
            except Stopped:
                self.drop(nodes)
                raise
            nodes.sort(key=lambda node: node.score)
            self.drop(nodes[self._settings.kept :])
            del nodes[self._settings.kept :]
            if nodes and nodes[0].score < STUCK:
                break
        return nodes

    def _try(
        self, parents: Sequence[Node], window: int, random: np.random.Generator, batch: int,
        mean: Array, scores: Scores,
    ) -> list[Node]:  # fmt: skip
        """A batch of samples from the parents in turn; those that are lost or of no use are left
        out.
        """
        origins = [parents[number % len(parents)] for number in range(self._settings.samples)]
        plain = min(PLAIN, len(parents)) if batch == 0 else 0
        offsets = [self._offsets(random, mean, number < plain) for number in range(len(origins))]
        samples = [
            Sample(node.state, window, o) for node, o in zip(origins, offsets, strict=True)
        ]
        nodes = []
        branches = self._simulation.branches(samples, scores)
        for parent, sample, branch in zip(origins, samples, branches, strict=True):
            if branch.state is not None:
                score = scores.of(sample, branch)
                nodes.append(Node(branch.state, sample.offsets, score, parent))
        return nodes

    def _offsets(self, random: np.random.Generator, mean: Array, is_plain: bool) -> Array:
        """Offsets to try; random numbers are drawn for plain ones too, which are zero."""
        size = random.choice(SIZES)
        deviates = mean + size * self._spread * random.standard_normal(len(self._spread))
        offsets: Array = (np.zeros(len(mean)) if is_plain else deviates).round(DECIMALS)
        return offsets

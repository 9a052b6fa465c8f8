"""Beam search over the windows of a movement: in each, samples from the best states so far.

After Liu, Yin, van de Panne, Shao, Xu 2010 ("SAMCON", Section 4): of all samples of a window the
best states are kept, and those of the next window start from them. Here each sample is judged by
what follows its own window as well, and a search that is stuck goes back a few windows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SIZES = (0.5, 1.0, 1.8)  # of the samples' deviations
DECIMALS = 4  # of an offset: a plan as text is then the plan that was tried
WEIGHT_OF_OFFSETS = 0.02  # cost of an offset at its deviation
OWN_WINDOW = 0.5  # share of a window's own cost beside that of what follows
STUCK = 3.0  # cost of the best sample of a window from which more are tried
MOST_BATCHES, PLAIN = 4, 3  # batches of samples; of the first one, samples without offsets
GOES_BACK, MOST_RETURNS = 4, 6  # windows, each time one more, and how often from one place
HISTORY = 24  # windows whose states are kept, to go back to: more than all returns need


@dataclass(frozen=True)
class Branch:
    """A window simulated from a state.

    Attributes:
        state: at its end.
        own: mean cost within the window; ahead: in what follows without offsets.
    """

    state: Any
    own: float
    ahead: float


class Simulation(Protocol):
    """What a beam search searches over. States may be kept until they are dropped."""

    def branch(self, state: Any, window: int, offsets: Array) -> Branch:
        """Simulate a window with some offsets from a state, and look ahead."""

    def drop(self, state: Any) -> None:
        """Free a state."""


@dataclass(frozen=True)
class Node:
    """A kept state, with the offsets of its window and the node that it began from."""

    state: Any
    offsets: Array
    score: float
    parent: Node | None


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
        is_whole: whether that is to the end.
    """

    plan: list[Array]
    is_whole: bool


def beam_search(
    simulation: Simulation, start: Any, first: int, windows: int, spread: Array,
    settings: BeamSettings,
) -> Found:  # fmt: skip
    """The offsets of all windows from the first one on, by samples.

    Args:
        start: state at the beginning; it is not dropped.
        windows: number of the last window, and one.
        spread: (n,) deviation of each offset.
    """
    beam = _Beam(simulation, spread, settings)
    levels, longest = [[Node(start, np.zeros(len(spread)), 0.0, None)]], 0
    best, returns, stuck = levels[0][0], 0, 0  # returns in all, and since it came further
    freed = 1  # levels whose states are not there: the start's is the caller's
    try:
        while len(levels) <= windows - first:
            nodes = beam.next_level(levels[-1], first + len(levels) - 1, returns)
            if nodes:
                levels.append(nodes)
                if len(levels) > longest:
                    best, longest, stuck = nodes[0], len(levels), 0
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
    finally:
        for nodes in levels[freed:]:
            beam.drop(nodes)
    return Found(_offsets_up_to(best), longest > windows - first)


def _offsets_up_to(node: Node) -> list[Array]:
    offsets = []
    while node.parent is not None:
        offsets.append(node.offsets)
        node = node.parent
    return offsets[::-1]


class _Beam:
    def __init__(self, simulation: Simulation, spread: Array, settings: BeamSettings) -> None:
        self._simulation, self._spread, self._settings = simulation, spread, settings

    def drop(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self._simulation.drop(node.state)

    def next_level(self, parents: Sequence[Node], window: int, returns: int) -> list[Node]:
        """The best states at the end of a window; more samples are tried where all are bad."""
        random = np.random.default_rng((self._settings.seed, window, returns))
        nodes: list[Node] = []
        for batch in range(MOST_BATCHES):
            mean = nodes[0].offsets if nodes and batch % 2 else np.zeros(len(self._spread))
            for number in range(self._settings.samples):
                node = self._sample(parents, window, random, batch, number, mean)
                if node is not None:
                    nodes.append(node)
            nodes.sort(key=lambda node: node.score)
            self.drop(nodes[self._settings.kept :])
            del nodes[self._settings.kept :]
            if nodes and nodes[0].score < STUCK:
                break
        return nodes

    def _sample(
        self, parents: Sequence[Node], window: int, random: np.random.Generator, batch: int,
        number: int, mean: Array,
    ) -> Node | None:  # fmt: skip
        """A sample from one of the parents; None where it is lost."""
        size = random.choice(SIZES)
        deviates = mean + size * self._spread * random.standard_normal(len(self._spread))
        is_plain = batch == 0 and number < min(PLAIN, len(parents))
        parent = parents[number % len(parents)]
        offsets = (np.zeros(len(mean)) if is_plain else deviates).round(DECIMALS)
        branch = self._simulation.branch(parent.state, window, offsets)
        strain = float(np.mean((offsets / self._spread) ** 2))
        score = OWN_WINDOW * branch.own + branch.ahead + WEIGHT_OF_OFFSETS * strain
        if not math.isfinite(score):
            self._simulation.drop(branch.state)
            return None
        return Node(branch.state, offsets, score, parent)

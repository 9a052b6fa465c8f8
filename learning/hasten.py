"""A search for a sooner rise: noise as in Jones 2011, Algorithm 1, and two moves more.

The thesis's noise alone went from 13 to 9 s in four minutes of process time: little of it helps
when so many numbers change at once. Here few do, what has helped is tried again, and stretches of
the motion are shortened as a whole.
"""

from __future__ import annotations

import numpy as np

from ..catalogue.planar.rising import LAYOUT
from ..search import Best, Search
from ..search.greedy import GROWTH, PATIENCE
from ..search.trial import Array, trial

# Standard deviations of the noise: of times [s], places and heights [m]; of the time warp as a
# share of itself.
NOISE = {
    "changes of arms": 0.1, "offsets of arms": 0.02, "lifts of arms": 0.01,
    "changes of legs": 0.1, "offsets of legs": 0.02, "lifts of legs": 0.01,
    "hips, times": 0.1, "hips, heights": 0.02, "shoulders, times": 0.1,
    "shoulders, heights": 0.02, "warp": 0.3, "end": 0.1,
}  # fmt: skip
FEW, FEW_SPREAD = 0.05, 0.04  # share of the numbers that change: mean and standard deviation
AGAIN, SHORTEN = 0.5, 0.15  # how often a move that helped is repeated, a stretch is shortened
REPEATED = (0.5, 1.5)  # how much of the move
STRETCH, SHORTER = (0.3, 3.0), (0.5, 0.97)  # of the phase [s], and to which share of it
WARP = (0.3, 12.0)  # least and most
LOOK_AGAIN = 16  # trials in vain between two growths of the noise
NAMES = [name for name, count in LAYOUT.items() for _ in range(count)]
IS_TIME = np.array([name.endswith("times") or "changes" in name or name == "end" for name in NAMES])
IS_WARP = np.array([name == "warp" for name in NAMES])
SIGMAS = np.array([NOISE[name] for name in NAMES])


def hasten(start: Array, seed: int, enough: float) -> Search:
    """Try one neighbour after the other, and go to whichever costs less.

    Args:
        start: (67,) numbers of a way to rise.
        enough: cost [s] at which it ends.
    """
    random = np.random.default_rng(seed)
    best, scale, stuck = _sound(start), 1.0, 0
    helped: Array | None = None
    (lowest,) = yield [trial(best, 0.0)]
    while lowest > enough:
        dice = random.random()
        repeats = helped is not None and dice < AGAIN
        if helped is not None and repeats:
            tried = best + helped * random.uniform(*REPEATED)
        elif dice < AGAIN + SHORTEN and dice >= AGAIN:
            tried = _shortened(best, random)
        else:
            tried = _changed(best, random, scale)
        tried = _sound(tried)
        (cost,) = yield [trial(tried, 0.0, lowest)]
        if cost < lowest:
            helped, best, lowest, scale, stuck = tried - best, tried, cost, 1.0, 0
            continue
        helped = None if repeats else helped
        stuck += 1
        if stuck > PATIENCE and stuck % LOOK_AGAIN == 0:
            scale *= GROWTH
    return Best(best, lowest)


def _sound(vector: Array) -> Array:
    return np.where(IS_WARP, np.clip(vector, *WARP), vector)


def _shortened(vector: Array, random: np.random.Generator) -> Array:
    """A stretch of the phase lasts less, and what follows comes sooner."""
    begin = random.uniform(0.0, float(vector[IS_TIME].max()))
    length, share = random.uniform(*STRETCH), random.uniform(*SHORTER)
    end = begin + length
    within = begin + (vector - begin) * share
    after = vector - length * (1.0 - share)
    sooner = np.where(vector > end, after, np.where(vector > begin, within, vector))
    return np.where(IS_TIME, sooner, vector)


def _changed(vector: Array, random: np.random.Generator, scale: float) -> Array:
    """Noise on a few numbers."""
    count = max(1, int(random.normal(FEW, FEW_SPREAD) * len(vector)))
    chosen = random.choice(len(vector), count, replace=False)
    noise = np.zeros(len(vector))
    noise[chosen] = scale * SIGMAS[chosen] * random.normal(size=count)
    return np.where(IS_WARP, vector * np.exp(noise), vector + noise)

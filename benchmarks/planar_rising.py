"""Getting up in a plane: by hand and sooner, on slopes, with other trunks.

A quick rise hangs on luck: on which limb touches a moment sooner. So it is tried along headings of
all sorts, which change nothing but how numbers are rounded, and on each slope and with each trunk
its neighbours are, as in Algorithm 2 of Jones 2011, Chapter 6.
Draws docs/planar_rising_search.png.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..catalogue.planar.rising import load_riser, nearest_plan, riser_of
from ..evaluation.cases import run_cases
from ..learning.learn_rise import shorten_rise
from ..learning.rising_numbers import SIGMAS, numbers_of, vector_of
from ..learning.rising_simulator import LONGEST, TIMELY, Rise, RisingSimulator
from ..search.run import Progress
from ..search.separable import NEIGHBOURS, neighbours
from .parts.search_plots import plot_rise
from .parts.table import Row

SLOPES = tuple(range(-12, 18))  # the thesis's whole range [degrees]; must: -8 to 10
TORSOS = tuple(round(1.0 + 0.05 * i, 2) for i in range(10))  # up to 1.45; must: 1.3
MUST_LOW, MUST_HIGH, MUST_TORSO = -8, 10, 1.3
SOONEST = 2.0  # [s]
SURE = 0.8  # share of a way's neighbours that stand
HEADINGS = 20
SEED = 7  # of neighbours, spots and headings: no search has it
NEARBY = 1.0  # how far a spot is from the middle, along both axes [m]
# A way that rises within 2 s along some headings and falls along others: `quick` was learned of it.
HURRIED = Path(__file__).parent / "hurried_riser.json"
LONGEST_SEARCH = 600.0  # [s] of process time
Place = tuple[float, float]  # slope [degrees], torso


def measure() -> list[Row]:
    """Rows of the two ways on flat ground, of slopes and of trunks."""
    (by_hand,) = run_cases(_rise_along, [("by_hand", 0.0)])
    return [
        Row("by hand: stands after [s]; largest force of the ground, body weights", "13.5", "-",
            f"{by_hand.up_at or math.inf:.2f}; {by_hand.peak:.1f}", by_hand.stands, "must: stand"),
        _headings_row(),
        _slopes_row(),
        _torso_row(),
        _search_row(),
    ]  # fmt: skip


def _rise_along(case: tuple[str, float]) -> Rise:
    name, heading = case
    numbers = nearest_plan(riser_of(name), 0.0, 1.0)["numbers"]
    simulator = RisingSimulator(numbers, heading=heading)
    try:
        return simulator.rise(numbers, LONGEST)
    finally:
        simulator.close()


def _headings_row() -> Row:
    headings = np.random.default_rng(SEED).uniform(-math.pi, math.pi, HEADINGS)
    rises = run_cases(_rise_along, [("quick", float(heading)) for heading in headings])
    times = [rise.up_at for rise in rises if rise.stands and rise.up_at is not None]
    return Row(
        f"optimised, along {HEADINGS} headings: how many stand; after [s], and the last; "
        "largest force, body weights, and the most", "1.2", "-",
        f"{len(times)}; {_middle_and_most(times)}; {_middle_and_most([r.peak for r in rises])}",
        len(times) == HEADINGS and max(times) <= SOONEST, f"must: {SOONEST:g} s",
    )  # fmt: skip


def _middle_and_most(values: Sequence[float]) -> str:
    return f"{np.median(values):.2f}, {max(values):.2f}" if values else "-"


def _neighbours(place: Place) -> list[Rise]:
    """How the neighbours of the way for a place rise, each at a spot of its own."""
    slope, torso = place
    numbers = nearest_plan(riser_of("quick"), slope, torso)["numbers"]
    random = np.random.default_rng(SEED)
    rises = []
    for vector in neighbours(vector_of(numbers), SIGMAS, NEIGHBOURS, random):
        x, y = random.uniform(-NEARBY, NEARBY, 2)
        simulator = RisingSimulator(numbers, slope, torso, spot=(float(x), float(y)))
        rises.append(simulator.rise(numbers_of(vector), TIMELY))
        simulator.close()
    return rises


def _share(rises: Sequence[Rise]) -> float:
    return sum(rise.stands for rise in rises) / len(rises)


def _slopes_row() -> Row:
    known = run_cases(_neighbours, [(float(slope), 1.0) for slope in SLOPES])
    shares = dict(zip(SLOPES, map(_share, known), strict=True))
    low, high = _reach(shares, -1), _reach(shares, 1)
    return Row(
        f"slopes on which {100 * SURE:g} % of a way's neighbours stand [degrees]; "
        "of all; after [s], and the last; largest force, and the most",
        "-12 to +17", "-", f"{low} to {high:+d}; {_told(known)}",
        low <= MUST_LOW and high >= MUST_HIGH, "must: -8 to +10",
    )  # fmt: skip


def _told(known: Sequence[Sequence[Rise]]) -> str:
    """Of all rises: the share that stands, times and forces."""
    rises = [rise for place in known for rise in place]
    times = [rise.up_at for rise in rises if rise.stands and rise.up_at is not None]
    peaks = _middle_and_most([rise.peak for rise in rises])
    return f"{100 * _share(rises):.0f} %; {_middle_and_most(times)}; {peaks}"


def _reach(shares: dict[int, float], way: int) -> int:
    """How far one comes from flat ground without a gap."""
    slope = 0
    while shares.get(slope + way, 0.0) >= SURE:
        slope += way
    return slope


def _torso_row() -> Row:
    known = run_cases(_neighbours, [(0.0, torso) for torso in TORSOS])
    largest = 0.0
    for torso, rises in zip(TORSOS, known, strict=True):
        if _share(rises) < SURE:
            break
        largest = torso
    return Row("largest trunk with which as many stand, of its usual size; the same of all",
               "1.45", "-", f"{largest:g}; {_told(known)}", largest >= MUST_TORSO,
               "must: 1.3")  # fmt: skip


def _search_row() -> Row:
    """From a way that hangs on luck to one whose neighbours rise in time; plotted in docs/."""
    numbers = nearest_plan(load_riser(HURRIED), 0.0, 1.0)["numbers"]
    curve: list[tuple[int, float]] = []

    def follow(progress: Progress) -> None:
        if not curve or progress.best.cost < curve[-1][1]:
            curve.append((progress.trials, progress.best.cost))

    begun = time.process_time()
    _, cost = shorten_rise(numbers, LONGEST_SEARCH, enough=SOONEST, progress=follow)
    spent = time.process_time() - begun
    plot_rise(curve)
    return Row(
        "search from a way of an older search, whose code is gone, until neighbours cost "
        f"{SOONEST:g} s in the mean [s of process time]; what they cost then", "-", "-",
        f"{spent:.0f}; {cost:.2f}", cost <= SOONEST, f"must: {SOONEST:g}",
    )  # fmt: skip

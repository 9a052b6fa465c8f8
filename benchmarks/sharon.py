"""Stylised planar walks, learned of keyframes and walked for long.

Sharon 2004. The shipped controller `robust` holds the nodes of `regular` under another name: its
search ended at the first try, which was the regular walk itself.
Draws docs/planar_searches.png.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..catalogue.planar import controller_of
from ..evaluation.cases import run_cases
from ..learning.cost import Terrain
from ..learning.learn_walk import (
    Recipe,
    begin,
    learn_walk,
    rough_recipe,
    usual_recipe,
    validate,
)
from ..learning.simulator import WalkResult
from ..search.run import Progress
from .parts.search_plots import Curve, plot_walks
from .parts.table import Row
from .parts.two_processes import two_processes_row

LONG, SLOPED, ROUGH = 1000.0, 60.0, 70.0  # [s] of walking
TERRAINS = 20
MODERATE, STEEP = 0.125, 0.2  # gradients of bumps
GENTLE = (2.0, -2.0)  # slopes on which the simple controller of the thesis falls [%]
PERCENTS = (7.0, -10.0)  # on which its robust one walks
FLAT_STYLES = ("regular", "extended_swing", "double_swing", "bird", "human16")
SLOPE_STYLES = ("uphill", "downhill")
ROBUST, AS_ROBUST = "robust", "robust (the nodes of regular)"
SIMPLE = ("regular", ROBUST)
# CPU time of the thesis's searches, on machines of 2004 [s].
THESIS_SEARCH: Mapping[str, float] = {
    "regular": 300.0, "extended_swing": 600.0, "double_swing": 90.0, "bird": 8640.0,
    "human16": 1800.0, "uphill": 18000.0, "downhill": 75600.0,
}  # fmt: skip
TRAINED, TRAINED_TERRAINS, LONGEST_SEARCH = 0.3, 3, 7200.0  # the command of `robust`; [s]
REACH = 600.0  # of slopes [m]: further than one walks in the longest time
FIRST_TERRAIN = 1000  # seeds of bumps that no controller was learned on
Case = tuple[str, Terrain, float]  # controller, ground, how long [s]


class Search(NamedTuple):
    """How a controller was learned: CPU time [s], tries, how it walks, least costs over tries."""

    spent: float
    tries: int
    outcome: WalkResult
    curve: Curve


def measure() -> list[Row]:
    """Rows of long walks, slopes, bumps and searches, whose curves are plotted in docs/."""
    aside = two_processes_row()  # first, while nothing else of this is running
    walks = Walks()
    rows = [_long_row(name, walks) for name in FLAT_STYLES]
    rows += [_slope_row(name, walks) for name in SLOPE_STYLES]
    rows.append(_simple_row(walks))
    rows += [_bumps_row(MODERATE, 20, "must: 20", walks)]
    rows += [_bumps_row(STEEP, 14, "must: 14, aim: 20", walks)]
    rows += [_percent_row(percent, walks) for percent in PERCENTS]
    rows.append(_robust_search_row())
    return [*rows, *_search_rows([*FLAT_STYLES, *SLOPE_STYLES]), aside]


class Walks:
    """All walks of the table, side by side."""

    def __init__(self) -> None:
        cases = [(name, Terrain(), LONG) for name in FLAT_STYLES]
        cases += [(name, _own_slope(name), LONG) for name in SLOPE_STYLES]
        cases += [(name, _slope(percent), ROUGH) for name in SIMPLE for percent in GENTLE]
        cases += [(ROBUST, terrain, ROUGH) for g in (MODERATE, STEEP) for terrain in _unseen(g)]
        cases += [(ROBUST, _slope(percent), ROUGH) for percent in PERCENTS]
        self._known = dict(zip(cases, run_cases(_walk, cases), strict=True))

    def of(self, name: str, terrain: Terrain, duration: float) -> WalkResult:
        return self._known[name, terrain, duration]


def _walk(case: Case) -> WalkResult:
    name, terrain, duration = case
    return validate(controller_of(name), terrain, duration)


def _own_slope(name: str) -> Terrain:
    return Terrain(slope=controller_of(name)["style"]["slope"], reach=REACH)


def _slope(percent: float) -> Terrain:
    return Terrain(slope=_degrees(percent))


def _unseen(gradient: float) -> list[Terrain]:
    return [Terrain(gradient=gradient, seed=FIRST_TERRAIN + i) for i in range(TERRAINS)]


def _long_row(name: str, walks: Walks) -> Row:
    outcome = walks.of(name, Terrain(), LONG)
    return Row(
        f"{name}: walks without a fall [s], [m/s], mean distance from the keyframes [cm]",
        f"{LONG:g}", "-", _told(outcome), not outcome.fell, f"must: {LONG:g}",
    )  # fmt: skip


def _told(outcome: WalkResult) -> str:
    speed = outcome.way / max(outcome.lasted, 1e-9)
    return f"{outcome.lasted:.0f}, {speed:.2f}, {100 * outcome.error:.1f}"


def _slope_row(name: str, walks: Walks) -> Row:
    terrain = _own_slope(name)
    outcome = walks.of(name, terrain, LONG)
    return Row(
        f"{name}, {terrain.slope:g} degrees: walks without a fall [s], [m/s], [cm]", "shown", "-",
        _told(outcome), outcome.lasted >= SLOPED, f"must: {SLOPED:g}, aim: {LONG:g}",
    )  # fmt: skip


def _simple_row(walks: Walks) -> Row:
    lasted = [walks.of(n, _slope(percent), ROUGH).lasted for n in SIMPLE for percent in GENTLE]
    told = ", ".join(f"{time:.0f}" for time in lasted)
    return Row(f"regular, then robust, on +2 % and -2 %: until a fall, of {ROUGH:g} s",
               "regular falls", "-", told)  # fmt: skip


def _bumps_row(gradient: float, must: int, bar: str, walks: Walks) -> Row:
    done = sum(not walks.of(ROBUST, terrain, ROUGH).fell for terrain in _unseen(gradient))
    paper = "20" if gradient == MODERATE else "14"
    figure = f"{AS_ROBUST} on unseen bumps up to {100 * gradient:g} %, {ROUGH:g} s, of {TERRAINS}"
    return Row(figure, paper, "-", str(done), done >= must, bar)


def _percent_row(percent: float, walks: Walks) -> Row:
    outcome = walks.of(ROBUST, _slope(percent), ROUGH)
    figure = f"{AS_ROBUST} on a slope of {percent:+g} %: until a fall, of {ROUGH:g} s"
    return Row(figure, "walks", "-", f"{outcome.lasted:.0f}", not outcome.fell,
               f"must: {ROUGH:g}")


def _degrees(percent: float) -> float:
    return math.degrees(math.atan(percent / 100.0))


def _search_rows(names: list[str]) -> list[Row]:
    """Every walk learned anew of its keyframes, with one process."""
    rows, factors, curves = [], [], {}
    for name in names:
        style = controller_of(name)["style"]
        search = _learn(begin(style, ""), usual_recipe(style))
        outcome, paper = search.outcome, THESIS_SEARCH[name]
        factors.append(paper / search.spent)
        curves[name] = search.curve
        rows.append(
            Row(f"{name}: CPU time of the search [s], tries; then walks [s], [cm]", f"{paper:g}",
                "-", f"{search.spent:.1f}, {search.tries}; {outcome.lasted:.0f}, "
                f"{100 * outcome.error:.1f}", search.spent <= paper and not outcome.fell,
                "must: no slower")
        )  # fmt: skip
    plot_walks(curves)
    mean = math.exp(sum(map(math.log, factors)) / len(factors))
    return [*rows, Row("the same, geometric mean of how much faster", "1", "-", f"{mean:.0f}",
                       mean >= 1.0, "must: 1, aim: 20")]  # fmt: skip


def _robust_search_row() -> Row:
    """Learned over bumps from the regular walk: what docs/planar.md says."""
    first = dict(controller_of("regular"))
    search = _learn(first, rough_recipe(TRAINED, TRAINED_TERRAINS))
    return Row(f"{ROBUST}: CPU time of the search from the regular walk [s], tries", "a week", "-",
               f"{search.spent:.0f}, {search.tries}",
               search.spent <= LONGEST_SEARCH and not search.outcome.fell,
               "must: 7200")  # fmt: skip


def _learn(first: dict[str, Any], recipe: Recipe) -> Search:
    curve = []

    def follow(progress: Progress) -> None:
        curve.append((progress.trials, progress.best.cost))

    begun = _cpu_time()
    controller = learn_walk(first, recipe, progress=follow)
    spent = _cpu_time() - begun
    outcome = validate(controller, recipe.terrains[0], SLOPED)
    return Search(spent, curve[-1][0], outcome, curve)


def _cpu_time() -> float:
    """Of this process and those that it waited for [s]."""
    spent = os.times()
    return spent.user + spent.system if spent.user else time.process_time()

"""Curves of searches, as pictures in docs/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from .plots import OURS, new_figure, save

Curve = Sequence[tuple[int, float]]  # after how many tries, the least cost
COLUMNS = 4


def plot_walks(curves: Mapping[str, Curve]) -> None:
    """Distance from the keyframes [m] over tries, as Sharon's Figure 5.3: docs/planar_searches.png.

    It jumps where a longer walk is asked for: what falls costs up to 1 m.
    """
    figure = new_figure(11.0, 5.0)
    if figure is None:
        return
    rows = -(-len(curves) // COLUMNS)
    for panel, (name, curve) in enumerate(curves.items()):
        axes = figure.add_subplot(rows, COLUMNS, panel + 1)
        tries, costs = zip(*curve, strict=True)
        axes.semilogy(tries, costs, drawstyle="steps-post", color=OURS)
        axes.set_title(name.replace("_", " "), fontsize="medium")
        axes.grid(alpha=0.3, which="both")
        if panel % COLUMNS == 0:
            axes.set_ylabel("cost of the best [m]")
        if panel >= len(curves) - COLUMNS:
            axes.set_xlabel("tries")
    save(figure, "planar_searches.png")


def plot_rise(soonest: Curve) -> None:
    """Time to stand [s], and the tries between two better ones, as Jones's Figures 6.4 and 6.5:
    docs/planar_rising_search.png.

    Args:
        soonest: cost of the soonest try so far [s], where it changes.
    """
    figure = new_figure(9.0, 3.5)
    if figure is None:
        return
    left, right = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2)
    tries, costs = zip(*soonest, strict=True)
    left.plot(tries, costs, color=OURS, drawstyle="steps-post")
    left.set_xlabel("tries")
    left.set_ylabel("soonest: worse of two tries [s]")
    needed = [after - before for before, after in pairwise(tries)]
    right.bar(range(1, len(needed) + 1), needed, color=OURS)
    right.set_xlabel("improvement")
    right.set_ylabel("tries that it needed")
    for axes in (left, right):
        axes.grid(alpha=0.3)
    save(figure, "planar_rising_search.png")

"""The benchmarks' plots, as pictures of modest size in docs/."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
DOCS = Path(__file__).resolve().parents[2] / "docs"
DOTS_PER_INCH = 80
OURS, PEER, ASKED = "tab:blue", "tab:orange", "0.6"
RING = 40.0  # [N s] between the circles of a polar plot


@dataclass(frozen=True, eq=False)
class SpeedRun:
    """A walk at keyed speeds: times [s], asked and walked speeds [m/s]."""

    times: Array
    asked: Array
    walked: Array


def new_figure(width: float, height: float) -> Figure | None:
    """An empty figure of a size [inches]; None, and a word about it, without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("A plot is left out: matplotlib is not installed.", file=sys.stderr)
        return None
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, name: str) -> None:
    figure.savefig(DOCS / name, dpi=DOTS_PER_INCH)


def plot_speeds(ours: Mapping[float, float], peer: Mapping[float, float]) -> None:
    """Commanded against walked speed [m/s]: docs/gbwc_speeds.png."""
    figure = new_figure(5.0, 4.0)
    if figure is None:
        return
    axes = figure.add_subplot()
    low, high = min(*ours, *peer), max(*ours, *peer)
    axes.plot([low, high], [low, high], color=ASKED, linewidth=1, label="as commanded")
    axes.plot(list(peer), list(peer.values()), "s-", color=PEER, label="the authors' code")
    axes.plot(list(ours), list(ours.values()), "o-", color=OURS, label="Footfall")
    axes.set_xlabel("commanded speed [m/s]")
    axes.set_ylabel("walked speed [m/s]")
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, "gbwc_speeds.png")


def plot_gait_curves(
    clips: Mapping[str, Mapping[str, Array]], ours: Mapping[str, Array] | None
) -> None:
    """Joint angles over the gait cycle, captured and ours: docs/gait_curves.png."""
    figure = new_figure(9.0, 6.0)
    if figure is None:
        return
    known = [*clips.values(), *([ours] if ours else [])]
    joints = list(known[0]) if known else []
    for panel, joint in enumerate(joints):
        axes = figure.add_subplot(2, 2, panel + 1)
        for clip, curves in clips.items():
            _plot_cycle(axes, curves[joint], clip, linestyle="--")
        if ours is not None:
            _plot_cycle(axes, ours[joint], "Footfall, natural", color=OURS, linewidth=2)
        axes.set_title(f"{joint} flexion")
        axes.set_xlabel("gait cycle, footstrike to footstrike [%]")
        axes.set_ylabel("angle [degrees]")
        axes.grid(alpha=0.3)
        if panel == 0:
            axes.legend()
    save(figure, "gait_curves.png")


def _plot_cycle(axes: Any, curve: Array, label: str, **look: Any) -> None:
    percent = np.linspace(0.0, 100.0, len(curve))
    axes.plot(percent, np.degrees(curve), label=label, **look)


def plot_speed_runs(runs: Mapping[str, SpeedRun]) -> None:
    """Speed over time for each ablation: docs/gbwc_ablations_speed.png."""
    figure = new_figure(9.0, 1.6 * (len(runs) + 1) / 2)
    if figure is None:
        return
    rows = (len(runs) + 1) // 2
    for panel, (name, run) in enumerate(runs.items()):
        axes = figure.add_subplot(rows, 2, panel + 1)
        axes.plot(run.times, run.asked, color=ASKED, linewidth=1)
        axes.plot(run.times, run.walked, color=OURS, linewidth=1)
        axes.set_ylim(-0.3, 1.7)
        axes.set_title(name, fontsize="small")
        axes.tick_params(labelsize="x-small")
        axes.grid(alpha=0.3)
        if panel >= len(runs) - 2:
            axes.set_xlabel("time [s]", fontsize="small")
        if panel % 2 == 0:
            axes.set_ylabel("speed [m/s]", fontsize="small")
    save(figure, "gbwc_ablations_speed.png")


def plot_step_starts(
    forces: Sequence[float],
    starts: Mapping[str, Sequence[float]],
    upright: Mapping[str, Sequence[int]],
) -> None:
    """When the first step starts [s] and how many stay up, by force [N]: docs/capture_point.png."""
    figure = new_figure(9.0, 3.5)
    if figure is None:
        return
    for panel, (values, label) in enumerate(
        ((starts, "first foot lifts after [s]"), (upright, "upright, of 16 directions"))
    ):
        axes = figure.add_subplot(1, 2, panel + 1)
        for law, by_force in values.items():
            axes.plot(forces, by_force, "o-", label=law)
        axes.set_ylim(0.0, 1.05 * np.nanmax(list(values.values())))
        axes.set_xlabel("push of 0.1 s [N]")
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
        if panel == 0:
            axes.legend(fontsize="small")
    save(figure, "capture_point.png")


def plot_pushes(pushes: Mapping[str, Sequence[float]], peer: Sequence[float]) -> None:
    """Largest push survived at the worst phase by direction: docs/gbwc_ablations_pushes.png."""
    figure = new_figure(9.0, 2.5 * ((len(pushes) + 3) // 4))
    if figure is None:
        return
    rows = (len(pushes) + 3) // 4
    top = max([*peer, *(size for sizes in pushes.values() for size in sizes)])
    for panel, (name, sizes) in enumerate(pushes.items()):
        axes: Any = figure.add_subplot(rows, 4, panel + 1, projection="polar")
        axes.set_theta_zero_location("N")
        _plot_round(axes, peer, PEER, "the authors' code")
        _plot_round(axes, sizes, OURS, "Footfall")
        axes.set_ylim(0.0, top)
        axes.set_yticks(np.arange(RING, top, RING))
        axes.set_title(name, fontsize="small")
        axes.tick_params(labelsize="x-small")
        axes.set_xticks(np.arange(4) * np.pi / 2, ["forward", "left", "back", "right"])
        if panel == 0:
            figure.legend(loc="outside lower right", fontsize="small")
    figure.supxlabel("largest push survived at the worst phase [N s]", fontsize="small")
    save(figure, "gbwc_ablations_pushes.png")


def _plot_round(axes: Any, sizes: Sequence[float], color: str, label: str) -> None:
    """A closed line through values at even steps of direction."""
    directions = np.linspace(0.0, 2 * np.pi, len(sizes) + 1)
    axes.plot(directions, [*sizes, sizes[0]], color=color, label=label)
    axes.fill(directions, [*sizes, sizes[0]], color=color, alpha=0.15)

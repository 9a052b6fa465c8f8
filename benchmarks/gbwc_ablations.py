"""GBWC without its parts: what gravity compensation, pendulum, velocity tuning and gains are for.

Coros, Beaudoin, van de Panne 2010, Section 6. Draws docs/gbwc_ablations_speed.png and
docs/gbwc_ablations_pushes.png.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..evaluation.ablations import (
    ALPHA_0,
    ALPHA_DOUBLED,
    CLAIMS,
    FULL,
    OF_PUSHES,
    simulate_ablated,
)
from ..evaluation.cases import human, run_cases
from ..evaluation.gait_measures import footstrikes, moving_mean, step_period
from ..shots.cue import Cue, channel_value
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .gbwc_pushes import LASTING, SIDES, pushed_shot, times_at_phases
from .gbwc_pushes import SPEED as PUSHED_SPEED
from .parts.plots import SpeedRun, plot_pushes, plot_speed_runs
from .parts.table import Row

Array = NDArray[np.float64]
SPEEDS = ((0.0, 0.4), (12.0, 0.4), (14.0, 1.0), (26.0, 1.0), (28.0, 0.6), (40.0, 0.6))
STEADY = ((5.0, 12.0), (19.0, 26.0), (33.0, 40.0))  # [s] at 0.4, 1.0 and 0.6 m/s
PHASES, STANCE = (0.0, 0.25, 0.5, 0.75), ".L"
LARGEST_FORCE, FORCE_STEP = 1200.0, 50.0  # [N]
# Worst and median of four phases at the same speed [N s], in the order of SIDES.
PEER_WORST = (40.0, 35.0, 30.0, 45.0, 75.0, 40.0, 30.0, 35.0)
PEER_MEDIAN = (70.0, 85.0, 45.0, 60.0, 80.0, 55.0, 45.0, 80.0)
AS_ROBUST = 0.9  # of the full walker's median push: no noticeable decrease
SPEED_FIGURE = "speed off by, RMS [m/s]; trunk leans [degrees]; uneven steps at 0.4, 1.0 m/s [%]"
PUSH_FIGURE = "largest push survived over 8 directions and 4 phases: worst, median, best [N s]"


@dataclass(frozen=True, eq=False)
class SpeedOutcome:
    """A walk through several speeds.

    Attributes:
        run: asked and walked speeds, for the plot; None when the run diverged.
        error: RMS difference of the steady parts' speeds from the asked ones [m/s].
        lean: mean angle of the torso from the vertical [rad].
        uneven: by how much left and right steps differ from their mean, at each speed.
    """

    run: SpeedRun | None
    fell_at: float | None
    error: float = math.nan
    lean: float = math.nan
    uneven: tuple[float, ...] = ()


def measure() -> list[Row]:
    """Two rows for each ablation: how it walks and what pushes it survives."""
    walks = dict(zip(CLAIMS, run_cases(_walk_through_speeds, CLAIMS), strict=True))
    plot_speed_runs({name: walk.run for name, walk in walks.items() if walk.run is not None})
    pushes = _largest_pushes()
    worst = {name: [min(sizes) for sizes in survived] for name, survived in pushes.items()}
    plot_pushes(worst, PEER_WORST)
    rows = []
    for name in CLAIMS:
        rows += [_speed_row(name, walks[name]), _push_row(name, pushes)]
    return rows


def _walk_through_speeds(name: str) -> SpeedOutcome:
    cue = Cue("walk", speed=SPEEDS)
    take = simulate_ablated(Shot([Performer(human(), [cue])], duration=SPEEDS[-1][0]), name)
    if take is None:
        return SpeedOutcome(None, math.nan)
    run = _speed_run(take)
    steady = [_between(take.times, *part) for part in STEADY]
    every = np.concatenate(steady)
    return SpeedOutcome(
        run=run,
        fell_at=take.performances[0].fell_at,
        error=float(np.sqrt(np.mean((run.walked[every] - run.asked[every]) ** 2))),
        lean=float(_torso_lean(take)[every].mean()),
        uneven=tuple(_unevenness(take, *part) for part in STEADY),
    )


def _between(times: Array, start: float, end: float) -> NDArray[np.intp]:
    return np.flatnonzero((times >= start) & (times <= end))


def _speed_run(take: Take) -> SpeedRun:
    """Speeds over time; the walked one is the mean over a step around each frame."""
    performance, times = take.performances[0], take.times
    step = round(step_period(performance) / float(times[1] - times[0]))
    speed = np.gradient(performance.center_of_mass[:, 0], times)
    asked = [channel_value(SPEEDS, float(time)) or 0.0 for time in times]
    return SpeedRun(times, np.array(asked), moving_mean(speed, step))


def _torso_lean(take: Take) -> Array:
    """Angle [rad] of the torso's long axis from the vertical (frames,)."""
    performance = take.performances[0]
    torso = performance.segment_names.index("torso")
    axes = matrices_from_quaternions(performance.segment_orientations[:, torso])
    return np.arccos(np.clip(axes[:, 2, 2], -1.0, 1.0))


def _unevenness(take: Take, start: float, end: float) -> float:
    """Difference of the left and right steps' lengths from their mean, as a share of it."""
    performance = take.performances[0]
    steps: dict[str, list[float]] = {".L": [], ".R": []}
    strikes = sorted((t, side) for side in steps for t in footstrikes(performance, side))
    inside = [strike for strike in strikes if start <= strike[0] <= end]
    along = [float(np.interp(t, take.times, performance.center_of_mass[:, 0])) for t, _ in inside]
    for (_, side), begin, after in zip(inside[1:], along, along[1:], strict=False):
        steps[side].append(after - begin)
    if not all(steps.values()):
        return math.nan
    left, right = (float(np.mean(lengths)) for lengths in steps.values())
    return abs(left - right) / max(abs(left + right), 1e-9)


def _speed_row(name: str, walk: SpeedOutcome) -> Row:
    fall = "" if walk.fell_at is None else f"; falls at {walk.fell_at:.1f} s"
    slow, fast = (100 * uneven for uneven in walk.uneven[:2]) if walk.uneven else (math.nan,) * 2
    walks_slowly = walk.fell_at is None or walk.fell_at > STEADY[0][1]
    return Row(
        figure=f"{name}: {SPEED_FIGURE}",
        paper="" if name in OF_PUSHES else CLAIMS[name],
        peer="",
        ours=f"{walk.error:.3f}; {math.degrees(walk.lean):.1f}; {slow:.0f}, {fast:.0f}{fall}",
        passed=walks_slowly if name == ALPHA_0 else None,
        bar="must: no fall at 0.4 m/s" if name == ALPHA_0 else "",
    )


def _largest_pushes() -> dict[str, list[list[float]]]:
    """Ablation -> direction -> phase -> the largest push survived [N s]."""
    angles = [2 * math.pi * i / len(SIDES) for i in range(len(SIDES))]
    times = times_at_phases(False, [STANCE], PHASES)
    cases = [(name, angle, time) for name in CLAIMS for angle in angles for time in times]
    sizes = np.array(run_cases(_largest_push, cases)).reshape(len(CLAIMS), len(SIDES), len(PHASES))
    return dict(zip(CLAIMS, sizes.tolist(), strict=True))


def _largest_push(case: tuple[str, float, float]) -> float:
    """By bisection, as if whoever survives a push survived all smaller ones."""
    name, direction, time = case
    low, high = 0, round(LARGEST_FORCE / FORCE_STEP) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if _survives(name, FORCE_STEP * middle, direction, time):
            low = middle
        else:
            high = middle
    return FORCE_STEP * low * LASTING


def _survives(name: str, force: float, direction: float, time: float) -> bool:
    performer = Performer(human(), [Cue("walk", speed=PUSHED_SPEED)], leg_collision=False)
    take = simulate_ablated(pushed_shot(performer, force, direction, time), name)
    return take is not None and take.performances[0].fell_at is None


def _push_row(name: str, pushes: dict[str, list[list[float]]]) -> Row:
    sizes = np.array(pushes[name])
    robust = np.median(sizes) >= AS_ROBUST * np.median(np.array(pushes[FULL]))
    peer = f"{min(PEER_WORST):g}, {np.median(PEER_MEDIAN):g}, 105"
    return Row(
        figure=f"{name}: {PUSH_FIGURE}",
        paper=CLAIMS[name] if name in OF_PUSHES else "",
        peer=peer if name == FULL else "",
        ours=f"{sizes.min():g}, {np.median(sizes):g}, {sizes.max():g}",
        passed=bool(robust) if name == ALPHA_DOUBLED else None,
        bar="must: as robust within 10 %" if name == ALPHA_DOUBLED else "",
    )

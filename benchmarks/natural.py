"""How natural a walk looks: joint curves, events, steps and smoothness beside people's.

People's curves and bands are those of `evaluation/natural_gait.py`, with their sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases, similar_speed
from ..evaluation.gait_bounds import BARS, INF, Bar
from ..evaluation.gait_measures import mean_speed, moving_mean
from ..evaluation.joint_angles import joint_rotations, moving_joints, quiver_share, rotation_vectors
from ..evaluation.natural_gait import GaitFigures, gait_figures
from ..evaluation.soles import slide_speed, sole_depth
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

Array = NDArray[np.float64]
SPEEDS = (1.0, 1.2, 1.4)  # [m/s]
DURATION, SETTLED, RATE = 60.0, 20.0, 120.0  # [s], [s], [1/s]
OTHERS_SPEED, OTHERS_DURATION, OTHERS_SETTLED = 1.2, 20.0, 8.0
BODIES, AMOUNT = 10, 0.15
OTHERS, MUST_OTHERS = ("child", "giant"), 8
FIRST = 10.0  # [s], in which a walk must come to its speed
# Contact forces are averaged over 5 ms, of a shorter walk whose every time step is a frame.
IMPACT, IMPACT_DURATION, IMPACT_RATE = 0.005, 12.0, 1000.0


@dataclass(frozen=True)
class Looks:
    """One walk: its figures, None when it fell; and how clean it is."""

    figures: GaitFigures | None
    first_speed: float = 0.0  # [m/s], over the first 10 s
    pelvis_pitch: float = 0.0  # standard deviation [degrees]
    quiver: Mapping[str, float] | None = None  # share above 10 Hz, by joint
    impact: float = 0.0  # largest mean force [body weights]
    depth: float = 0.0  # [m]
    slide: float = 0.0  # [m/s]


def measure() -> list[Row]:
    """Each bar at each speed, then the other bodies, then how clean the walks are."""
    own = [(human(), speed, DURATION, SETTLED) for speed in SPEEDS]
    bodies = [human().vary(seed, AMOUNT) for seed in range(BODIES)]
    bodies += [Character.preset(name) for name in OTHERS]
    others = [
        (body, similar_speed(OTHERS_SPEED, body), OTHERS_DURATION, OTHERS_SETTLED)
        for body in bodies
    ]
    found = run_cases(_walk, [*own, *others])
    walks, varied = found[: len(own)], found[len(own) :]
    return [
        *(_row_of_bar(bar, [walk.figures for walk in walks]) for bar in BARS),
        _row_of_bodies(varied),
        *_rows_of_cleanness(walks),
    ]


def _walk(case: tuple[Character, float, float, float]) -> Looks:
    body, speed, duration, settled = case
    shot = Shot([Performer(body, [Cue("walk", speed=speed)])], duration=duration, frame_rate=RATE)
    take = attempt(shot, record=("contact_forces",))
    if take is None or take.performances[0].fell_at is not None:
        return Looks(None)
    performance, first = take.performances[0], int(settled * RATE)
    turns = rotation_vectors(joint_rotations(body, performance))[first:]
    names = moving_joints(body)
    return Looks(
        figures=gait_figures(body, take, settled),
        first_speed=mean_speed(take, 0.0, FIRST),
        pelvis_pitch=_pitch_deviation(performance.root_orientation[first:]),
        quiver={name: quiver_share(turns[:, i], RATE) for i, name in enumerate(names)},
        impact=_largest_impact(body, speed) if duration == DURATION else 0.0,
        depth=sole_depth(body, performance),
        slide=max(slide_speed(body, take.times, performance, side) for side in (".L", ".R")),
    )


def _pitch_deviation(orientations: Array) -> float:
    w, x, y, z = orientations.T
    return float(np.degrees(np.arcsin(np.clip(2 * (w * y - z * x), -1, 1))).std())


def _largest_impact(body: Character, speed: float) -> float:
    """Of the contact force of all segments together, averaged over 5 ms [body weights]."""
    performer = Performer(body, [Cue("walk", speed=speed)])
    take = attempt(
        Shot([performer], duration=IMPACT_DURATION, frame_rate=IMPACT_RATE),
        record=("contact_forces",),
    )
    if take is None or take.performances[0].contact_forces is None:
        return INF
    upwards = take.performances[0].contact_forces[int(0.5 * len(take.times)) :, :, 2].sum(axis=1)
    return float(moving_mean(upwards, round(IMPACT * IMPACT_RATE)).max() / (body.mass * 9.81))


def _row_of_bar(bar: Bar, walks: list[GaitFigures | None]) -> Row:
    values = [None if figures is None else bar.of(figures) for figures in walks]
    low = f"{bar.low:g} to " if bar.low > -INF and bar.high < INF else ""
    kind = "at least" if bar.high == INF else "at most"
    limit = f"{low}{bar.high:g}" if low else f"{kind} {bar.low if bar.high == INF else bar.high:g}"
    return Row(
        figure=f"{bar.figure}: walks at {', '.join(f'{s:g}' for s in SPEEDS)} m/s",
        paper="",
        peer="",
        ours=", ".join("falls" if v is None else f"{v:.3g}" for v in values),
        passed=all(figures is not None and bar.holds(figures) for figures in walks),
        bar=f"must: {limit}",
    )


def _row_of_bodies(walks: list[Looks]) -> Row:
    kept, missed = 0, []
    for number, walk in enumerate(walks):
        name = OTHERS[number - BODIES] if number >= BODIES else f"seed {number}"
        if walk.figures is None:
            missed.append(f"{name} falls")
            continue
        broken = [bar.figure.split(" [")[0] for bar in BARS if not bar.holds(walk.figures)]
        kept += not broken
        if broken:
            missed.append(f"{name}: {', '.join(broken)}")
    return Row(
        figure=f"{BODIES} bodies varied by {AMOUNT:g}, {' and '.join(OTHERS)} at "
        f"{OTHERS_SPEED:g} sqrt(leg / 0.9 m) m/s: within all these bounds, of {len(walks)}",
        paper="",
        peer="",
        ours=f"{kept}" + (f" ({'; '.join(missed)})" if missed else ""),
        passed=kept >= MUST_OTHERS,
        bar=f"must: {MUST_OTHERS}",
    )


def _rows_of_cleanness(walks: list[Looks]) -> list[Row]:
    speeds = ", ".join(f"{speed:g}" for speed in SPEEDS)
    upright = all(walk.figures is not None for walk in walks)

    def row(figure: str, values: list[float], limit: float, unit: str) -> Row:
        return Row(f"{figure} at {speeds} m/s {unit}", "", "",
                   ", ".join(f"{value:.3g}" for value in values),
                   upright and max(values) <= limit, f"must: at most {limit:g}")  # fmt: skip

    short = [
        100 * abs(walk.first_speed / speed - 1) for walk, speed in zip(walks, SPEEDS, strict=True)
    ]
    quivers = [max((walk.quiver or {"": 1.0}).values()) for walk in walks]
    return [
        row("mean speed of the first 10 s, off the asked one", short, 8.0, "[%]"),
        row("pelvis' pitch, standard deviation", [w.pelvis_pitch for w in walks], 2.0, "[degrees]"),
        row("variance above 10 Hz of the joint that has most", [100 * q for q in quivers], 1.0,
            "[%]"),
        row("contact force, largest mean over 5 ms", [w.impact for w in walks], 2.5,
            "[body weights]"),
        row("sole under the ground", [100 * w.depth for w in walks], 1.0, "[cm]"),
        row("loaded foot slides", [100 * w.slide for w in walks], 3.0, "[cm/s]"),
    ]  # fmt: skip

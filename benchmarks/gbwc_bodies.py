"""GBWC's proportions: a hundred random bodies and the paper's characters walk untuned.

Coros, Beaudoin, van de Panne 2010, Section 5.3.
"""

from __future__ import annotations

import math

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases, similar_speed
from ..evaluation.gait_measures import keeps_speed, mean_speed
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

SPEED = 0.6  # [m/s], of a body with legs of 0.9 m
DURATION, SETTLED = 30.0, 10.0  # [s]
BODIES, AMOUNT = 100, 0.3
MUST, AIM = 92, 99  # of the bodies
PRESETS = ("human", "robot", "beast1", "beast2", "child", "giant")


def measure() -> list[Row]:
    """One row of the varied bodies, one of each preset."""
    presets = [Character.preset(name) for name in PRESETS]
    varied = [human().vary(seed, AMOUNT) for seed in range(BODIES)]
    speeds = run_cases(_walk, [*presets, *varied])
    asked = [similar_speed(SPEED, body) for body in (*presets, *varied)]
    kept = [keeps_speed(a, walked) for a, walked in zip(asked, speeds, strict=True)]
    rows = [_preset_row(name, asked[i], speeds[i], kept[i]) for i, name in enumerate(PRESETS)]
    count = len(PRESETS)
    return [_varied_row(speeds[count:], kept[count:]), *rows]


def _walk(body: Character) -> float:
    """Mean speed [m/s] of a settled walk; nan when the body falls."""
    cue = Cue("walk", speed=similar_speed(SPEED, body))
    take = attempt(Shot([Performer(body, [cue])], duration=DURATION))
    if take is None or take.performances[0].fell_at is not None:
        return math.nan
    return mean_speed(take, SETTLED)


def _varied_row(speeds: list[float], kept: list[bool]) -> Row:
    fallen = [seed for seed, speed in enumerate(speeds) if math.isnan(speed)]
    seeds = f" (fallen seeds: {', '.join(map(str, fallen))})" if fallen else ""
    return Row(
        figure=f"{BODIES} bodies varied by {AMOUNT:g} walk {DURATION:g} s at "
        f"{SPEED:g} sqrt(leg / 0.9 m) m/s: upright, of them at the speed within 10 %",
        paper="shown for users' own bodies",
        peer="",
        ours=f"{BODIES - len(fallen)}, {sum(kept)}{seeds}",
        passed=sum(kept) >= MUST,
        bar=f"must: {MUST}, aim: {AIM}",
    )


def _preset_row(name: str, asked: float, speed: float, kept: bool) -> Row:
    return Row(
        figure=f"{name} walks {DURATION:g} s at {asked:.2f} m/s: speed [m/s]",
        paper="shown",
        peer="",
        ours="falls" if math.isnan(speed) else f"{speed:.3f}",
        passed=kept,
        bar="must: no fall, within 10 %",
    )

"""Running along a path, around bends and corners: how far beside it, and how far from its end."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..bodies.character import Character
from ..evaluation.cases import human, run_cases, similar_speed
from ..shots.cue import Cue
from ..shots.shot import Performer
from .follow import Point, circle, farthest_from, performed, s_curve
from .parts.table import Row

SPEED, RADIUS, TIGHT_RADIUS, ROUND = 3.0, 5.0, 3.0, 4.0  # [m/s], [m]
CORNER: tuple[Point, ...] = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
SQUARE: tuple[Point, ...] = ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (0.0, 0.0))
LASTS, GOES_ON = 25.0, 20.0  # [s]: of a path with an end, and of a closed one
AMOUNT, SEEDS = 0.15, (1, 2, 3, 4, 5)
START_HEADINGS = (-90.0, 45.0, 90.0)  # off the path's [degrees]
FALLS = "falls"


@dataclass(frozen=True)
class Way:
    """Who runs, along what."""

    path: tuple[Point, ...]
    body: Character
    speed: float = SPEED
    heading: float = 0.0  # at the start [rad]
    skill: str = "run"


def measure() -> list[Row]:
    """Rows of bends, corners, loops, other starts and other bodies."""
    s = s_curve(RADIUS)
    mirrored = tuple((x, -y) for x, y in s)
    bodies = [human().vary(seed, AMOUNT) for seed in SEEDS]
    others = [Character.preset(name) for name in ("child", "giant")]
    return [
        _row(f"{SPEED:g} m/s, S of radius {RADIUS:g} m and its mirror image",
             [Way(s, human()), Way(mirrored, human())]),
        _row(f"{SPEED:g} m/s, S of radius {TIGHT_RADIUS:g} m",
             [Way(s_curve(TIGHT_RADIUS), human())]),
        _row(f"{SPEED:g} m/s, circle of radius {ROUND:g} m for {GOES_ON:g} s",
             [Way(circle(ROUND), human())]),
        _row(f"{SPEED:g} m/s, a corner of 90 degrees; a square of 8 m",
             [Way(CORNER, human()), Way(SQUARE, human())]),
        _row(f"{SPEED:g} m/s, the first S, starting turned by -90, 45, 90 degrees",
             [Way(s, human(), heading=math.radians(angle)) for angle in START_HEADINGS]),
        _row(f"{SPEED:g} m/s, the first S, {len(SEEDS)} bodies varied by {AMOUNT:g}",
             [Way(s, body) for body in bodies]),
        _row(f"{SPEED:g} m/s by size, the first S, child and giant",
             [Way(s, body, similar_speed(SPEED, body)) for body in others]),
        _row("2.2 m/s, the first S; straight",
             [Way(path, human(), 2.2, skill="skip") for path in (s, CORNER[:2])]),
    ]  # fmt: skip


def _row(figure: str, ways: list[Way]) -> Row:
    ran = run_cases(_run_along, ways)
    return Row(
        f"{ways[0].skill}, {figure}: farthest from it [m], from its end [m], mean speed [m/s]",
        "shown", "", "; ".join(ran), FALLS not in ran, "must: none falls",
    )  # fmt: skip


def _run_along(way: Way) -> str:
    """Distances [m] and the speed between a tenth and nine tenths of the way [m/s], or a fall."""
    closed = way.path[0] == way.path[-1]
    cue = Cue(way.skill, path=way.path, speed=way.speed)
    performer = Performer(way.body, [cue], heading=way.heading)
    performance = performed(performer, GOES_ON if closed else LASTS)
    if performance is None:
        return FALLS
    places = performance.root_position[:, :2]
    end = float(np.linalg.norm(places[-1] - way.path[-1]))
    lengths = np.linalg.norm(np.diff(places, axis=0), axis=1)
    done = np.cumsum(lengths) / lengths.sum()
    middle = (done > 0.1) & (done < 0.9)
    rate = len(lengths) / (GOES_ON if closed else LASTS)
    speed = float(lengths[middle].mean() * rate)
    near_path = places if closed else places[:-1][done < 0.99]
    beside = farthest_from(way.path, near_path)
    return f"{beside:.2f}, {'-' if closed else f'{end:.2f}'}, {speed:.1f}"

"""Following a curve and walking to a place: how far beside, and how far off, performers end."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Performance
from .parts.table import Row

Array = NDArray[np.float64]
Point = tuple[float, float]
SPEED, RADIUS, TIGHT_RADIUS = 0.8, 2.0, 1.2  # [m/s], [m], [m]
ASIDE = 0.25  # [m] that the pelvis may be from the curve
ARC_POINTS = 48  # of a half circle
WAY_TIME, TIGHT_TIME, APPROACH_TIME = 20.0, 18.0, 16.0  # [s]
START_HEADINGS = (-45.0, 45.0, 180.0)  # off the curve's [degrees]
VARIED_BODIES, VARIATION = (1, 2, 3), 0.2  # seeds, amount
APPROACH_ANGLES = range(0, 360, 45)  # from where the walker faces [degrees]
APPROACH_FROM, APPROACH_TO = (1.5, 4.0), 0.6  # distances before and after [m]
SPACING = 0.005  # of the points to which a distance from the curve is measured [m]


@dataclass(frozen=True)
class Way:
    """A walker, the path it shall follow, and how it stands at its begin."""

    path: tuple[Point, ...]
    duration: float
    heading: float = 0.0  # [rad]
    body: int | None = None  # seed of a varied one


def measure() -> list[Row]:
    """Rows of the S, a tight circle, other starts and bodies, and of places walked to."""
    s = s_curve(RADIUS)
    mirrored = tuple((x, -y) for x, y in s)
    ways = [
        Way(s, WAY_TIME),
        Way(mirrored, WAY_TIME),
        Way(circle(TIGHT_RADIUS), TIGHT_TIME),
        *(Way(s, WAY_TIME, heading=math.radians(angle)) for angle in START_HEADINGS),
        *(Way(s, WAY_TIME, body=seed) for seed in VARIED_BODIES),
    ]
    aside = run_cases(_largest_distance, ways)
    bodies = aside[-len(VARIED_BODIES) :]
    headings = aside[3 : 3 + len(START_HEADINGS)]
    turned = ", ".join(f"{angle:g}" for angle in START_HEADINGS)
    title = f"S of radius {RADIUS:g} m at {SPEED:g} m/s"
    return [
        _row(f"{title}, and its mirror image: farthest of the pelvis from it [m]", aside[:2], True),
        _row(f"circle of radius {TIGHT_RADIUS:g} m, asked for at {SPEED:g} m/s [m]", aside[2:3]),
        _row(f"{title}, starting turned by {turned} degrees [m]", headings),
        _row(f"{title}, {len(VARIED_BODIES)} bodies varied by {VARIATION:g} [m]", bodies),
        *_approach_rows(),
    ]


def s_curve(radius: float) -> tuple[Point, ...]:
    """Two half circles, first to the left; it begins at the origin along +x."""
    angles = np.linspace(-math.pi / 2, math.pi / 2, ARC_POINTS)
    left = np.stack([radius * np.cos(angles), radius * (1 + np.sin(angles))], axis=1)
    right = np.stack([-radius * np.cos(angles), radius * (3 + np.sin(angles))], axis=1)
    return _points(np.concatenate([left, right[1:]]))


def circle(radius: float) -> tuple[Point, ...]:
    """A closed one to the left, through the origin along +x."""
    angles = np.linspace(-math.pi / 2, 1.5 * math.pi, 2 * ARC_POINTS)
    points = np.stack([radius * np.cos(angles), radius * (1 + np.sin(angles))], axis=1)
    points[-1] = points[0]
    return _points(points)


def _points(rows: Array) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in rows)


def _row(figure: str, distances: list[float], must: bool = False) -> Row:
    ours = ", ".join("falls" if math.isinf(d) else f"{d:.2f}" for d in distances)
    passed = max(distances) <= ASIDE
    return Row(figure, "", "", ours, passed if must else None, f"must: {ASIDE:g}" if must else "")


def _largest_distance(way: Way) -> float:
    """Of the pelvis from the path over the whole way [m]; inf for a fall."""
    body = human() if way.body is None else Character.humanoid().vary(way.body, VARIATION)
    cue = Cue("follow", path=way.path, speed=SPEED)
    performance = performed(Performer(body, [cue], heading=way.heading), way.duration)
    if performance is None:
        return math.inf
    return farthest_from(way.path, performance.root_position[:, :2])


def farthest_from(path: tuple[Point, ...], places: Array) -> float:
    """Largest distance of places (n, 2) from a path [m]."""
    corners = np.array(path)
    at = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    along = np.arange(0.0, at[-1], SPACING)
    line = np.stack([np.interp(along, at, corners[:, k]) for k in range(2)], axis=1)
    return max(float(np.linalg.norm(line - place, axis=1).min()) for place in places)


def performed(performer: Performer, duration: float) -> Performance | None:
    """None for a fall."""
    take = attempt(Shot([performer], duration=duration))
    if take is None or take.performances[0].fell_at is not None:
        return None
    return take.performances[0]


def _approach_rows() -> list[Row]:
    cases = [(angle, away) for away in APPROACH_FROM for angle in APPROACH_ANGLES]
    errors = run_cases(_arrival, cases)
    places, facings = zip(*errors, strict=True)
    figure = (
        f"walk to {APPROACH_TO:g} m from a thing that is {APPROACH_FROM[0]:g} or "
        f"{APPROACH_FROM[1]:g} m away in {len(APPROACH_ANGLES)} directions"
    )
    return [
        Row(f"{figure}: error of the distance, mean and largest [m]", "", "", _both(places, 2)),
        Row(f"{figure}: error of the facing, mean and largest [degrees]", "", "", _both(facings)),
    ]


def _both(errors: tuple[float, ...], digits: int = 0) -> str:
    return f"{np.mean(errors):.{digits}f}, {max(errors):.{digits}f}"


def _arrival(case: tuple[float, float]) -> tuple[float, float]:
    """Errors of distance [m] and facing [degrees] at the end; inf for a fall."""
    angle, away = math.radians(case[0]), case[1]
    target = np.array([away * math.cos(angle), away * math.sin(angle)])
    cue = Cue("approach", target=tuple(target.tolist()), distance=APPROACH_TO, speed=SPEED)
    performance = performed(Performer(human(), [cue]), APPROACH_TIME)
    if performance is None:
        return math.inf, math.inf
    left = target - performance.root_position[-1, :2]
    w, x, y, z = performance.root_orientation[-1]
    facing = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    off = math.remainder(math.atan2(left[1], left[0]) - facing, math.tau)
    return abs(float(np.linalg.norm(left)) - APPROACH_TO), abs(math.degrees(off))

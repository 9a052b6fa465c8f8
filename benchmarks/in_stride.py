"""Low obstacles passed over without a halt, by walks and on paths."""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.touching import FEET, touched
from ..shots.cue import Cue
from ..shots.shot import Performer, Prop, Shot
from .jumps import body_of
from .parts.table import Row

BODIES, MUST = 20, 18
HEIGHT, THICK, WIDE = 0.20, 0.10, 2.0  # [m] of the obstacle, for the human
FIRST, OFFSET, OFFSETS = 2.2, 0.13, 7  # where it stands, and by what the others are off [m]
SPEEDS = (0.7, 1.0, 1.3)  # [m/s], for the human
BEFORE, BEHIND, MEAN_OVER = 1.2, 1.0, 0.25  # [m], [m], [s]: where and over what speed is measured
SLOWEST = 0.5  # of the speed
LASTS = 3.0  # [s] longer than the way to the obstacle takes


class Passed(NamedTuple):
    """Whether an obstacle was passed without a fall, and untouched; the slowest share of speed."""

    crossed: bool
    clean: bool
    slowest: float


def measure() -> list[Row]:
    """Rows for each speed of a walk, and for a path."""
    rows = [_row("walk", speed) for speed in SPEEDS]
    return [*rows, _row("follow", SPEEDS[1])]


def _row(skill: str, speed: float) -> Row:
    found = run_cases(partial(_pass, skill, speed), range(BODIES))
    crossed, clean = sum(p.crossed for p in found), sum(p.clean for p in found)
    brisk = sum(p.crossed and p.slowest > SLOWEST for p in found)
    return Row(f"`{skill}` at {speed:g} m/s over {HEIGHT:g} m, scaled by size, {BODIES} bodies: "
               "crossed; no foot touches; never slower than half the speed", "-", "-",
               f"{crossed}; {clean}; {brisk}", min(clean, brisk) >= MUST,
               f"must: {MUST}")  # fmt: skip


def _pass(skill: str, speed: float, number: int) -> Passed:
    """How a body of `bench jumps` passes an obstacle of its size."""
    body = body_of(number)
    size = body.leg_length / human().leg_length
    place, high = size * FIRST + OFFSET * (number % OFFSETS), size * HEIGHT
    prop = Prop("box", "box", size=(size * THICK, WIDE, high), position=(place, 0.0, high / 2))
    pace = speed * math.sqrt(size)  # by dynamic similarity
    cue = Cue("walk", speed=pace)
    if skill == "follow":
        cue = Cue("follow", path=[(0.0, 0.0), (place + 10.0 * size, 0.0)], speed=pace)
    lasts = place / pace + LASTS
    shot = Shot([Performer(body, [cue], recover=False)], props=[prop], duration=lasts)
    take = attempt(shot)
    if take is None or take.performances[0].fell_at is not None:
        return Passed(False, False, 0.0)
    performance = take.performances[0]
    ways = performance.root_position[:, 0]
    frames = round(MEAN_OVER * shot.frame_rate)
    speeds = (ways[frames:] - ways[:-frames]) / MEAN_OVER
    near = (ways[:-frames] > place - BEFORE * size) & (ways[frames:] < place + BEHIND * size)
    crossed = bool(ways[-1] > place + BEHIND * size)
    clean = crossed and not touched(body, performance, [prop], FEET)
    return Passed(crossed, clean, float(np.min(speeds[near], initial=math.inf)) / pace)

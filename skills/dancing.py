"""The beat that a dancer steps on, and the spot that it stays on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..controllers.gait.gait import ADULT_LEG
from ..simulation.rotation import Array

USUAL_STEP = 0.55  # [s] of an adult in place; others by dynamic similarity
SHORTEST_STEP = 0.6  # of the time between steps: a beat that comes sooner is skipped
RETURN_RATE = 0.5  # of the speed towards the spot [1/s]
FASTEST_RETURN = 0.2  # [m/s]


@dataclass(frozen=True)
class Rhythm:
    """Time at which the dance began [s], and the spot where the dancer stays: x and y [m]."""

    began: float
    spot: Array


def step_time(bpm: float, leg: float) -> float:
    """Time [s] between steps: the beat, doubled or halved until it suits a leg [m]."""
    usual = USUAL_STEP * math.sqrt(leg / ADULT_LEG)
    period = 60.0 / bpm
    return float(period * 2.0 ** round(math.log2(usual / period)))


def time_to_step(rhythm: Rhythm, time: float, between: float) -> float:
    """Duration [s] of a step that begins now, so that it ends on the beat."""
    left = between - (time - rhythm.began) % between
    return left if left >= SHORTEST_STEP * between else left + between


def way_back(rhythm: Rhythm, place: Array, heading: float) -> tuple[float, float]:
    """Speed forwards and to the left [m/s] towards the spot."""
    x, y = RETURN_RATE * (rhythm.spot - place)
    cosine, sine = math.cos(heading), math.sin(heading)
    return _bounded(cosine * x + sine * y), _bounded(cosine * y - sine * x)


def _bounded(speed: float) -> float:
    return float(min(max(speed, -FASTEST_RETURN), FASTEST_RETURN))

"""The path of the center of pressure through a step, and the pendulum's fall over it.

The pressure passes from the ball of the trailing foot to the heel of the new one and along its sole
to the ball. Late in the step it is planned further ahead: braking the swing leg takes a moment
about the center of mass, which slows the body as a pressure ahead of the ball would.

Over a pressure that moves at a constant rate r the linear pendulum has a closed form: its capture
point c = x + x' / w departs from p + r / w as exp(w t), and x - x' / w approaches p - r / w as
exp(-w t) (Englsberger et al. 2015, "Three-dimensional bipedal walking control based on divergent
component of motion", for the first).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...simulation.compiled import compiled
from ...simulation.rotation import Array
from ..program.anatomy import Anatomy
from .footing import outward, pivot_offset
from .records import GaitMemory
from .rolling import pace_root, planned_double_support
from .style_channels import BEHIND_ANKLE, BRAKED_BY, ON_BALL

KNOTS = 5
SETS_OFF = 0.01  # of a first step: when the trailing foot has left the ground
BRAKES_AFTER = 0.1  # of a step: how long after the pressure has come to the ball the swing slows


class Fall(NamedTuple):
    """A pendulum's rate [1/s], the present phase of the step, and how long the rest takes [s]."""

    rate: float
    phase: float
    time: float


@compiled
def pressure_path(
    anatomy: Anatomy, memory: GaitMemory, step: tuple[float, float]
) -> tuple[Array, Array, Array]:
    """Phases (KNOTS,), places ahead and to the left (KNOTS,) [m], of a steady step's pressure.

    Args:
        step: from the stance foot's pivot to the next one [m].
    """
    stance, share = memory["stance"], memory["rolling"]
    offset = pivot_offset(anatomy, stance)
    ball = anatomy["ball"][stance] - offset
    numbers = memory["gait"]
    left = SETS_OFF if memory["sets_off"] else planned_double_support(memory)
    phases = np.array([0.0, left, numbers[ON_BALL], 0.0, 1.0])
    phases[3] = min(phases[2] + BRAKES_AFTER, 0.99)
    ahead_by, aside_by = np.empty(KNOTS), np.zeros(KNOTS)
    ahead_by[0] = ball - step[0]
    ahead_by[1] = -numbers[BEHIND_ANKLE] * anatomy["heel"][stance] - offset
    ahead_by[2] = ball
    ahead_by[3] = ball + numbers[BRAKED_BY] * anatomy["leg"] * pace_root(memory)
    ahead_by[4] = ahead_by[3]
    aside_by[0] = outward(1 - stance) * abs(step[1])
    return phases, share * ahead_by, share * aside_by


@compiled
def place_at(phases: Array, places: Array, phase: float) -> float:
    """The path's place [m] at a phase."""
    for k in range(KNOTS - 1):
        if phase < phases[k + 1]:
            share = (phase - phases[k]) / (phases[k + 1] - phases[k])
            return places[k] + share * (places[k + 1] - places[k])
    return places[KNOTS - 1]


@compiled
def fall_along(
    phases: Array, places: Array, fall: Fall, shift: float, state: tuple[float, float]
) -> tuple[float, float]:
    """Place [m] and velocity [m/s] of the pendulum once the rest of the step has passed.

    Args:
        phases, places: of the pressure's path; shift: of the whole path [m].
        state: place [m] and velocity [m/s] now.
    """
    (rate, phase, time), (place, velocity) = fall, state
    capture, trail = place + velocity / rate - shift, place - velocity / rate - shift
    left = 1.0 - phase
    if left > 0.0:
        start = place_at(phases, places, phase)
        for k in range(KNOTS - 1):
            begin = max(phases[k], phase)
            if phases[k + 1] <= begin:
                continue
            lasts = (phases[k + 1] - begin) / left * time
            end, growth = places[k + 1], math.exp(rate * lasts)
            lead = (end - start) / max(rate * lasts, 1e-9)
            capture = end + lead + growth * (capture - start - lead)
            trail = end - lead + (trail - start + lead) / growth
            start = end
    return 0.5 * (capture + trail) + shift, 0.5 * rate * (capture - trail)

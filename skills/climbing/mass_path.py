"""The path of the center of mass over the ground, for a planned path of the center of pressure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...simulation.rotation import Array

GRAIN = 0.005  # [s] between two samples
FEEDBACK = 3.0  # of the divergent component's error: more than 1 leads back


@dataclass(frozen=True)
class MassPath:
    """
    Attributes:
        pressure, divergent: (n, 2) the center of pressure and the divergent component, every
            GRAIN [m].
        rate: of the pendulum [1/s].
    """

    pressure: Array
    divergent: Array
    rate: float

    def led_pressure(self, elapsed: float, place: Array, velocity: Array) -> Array:
        """(2,) the pressure that leads a body back to the path [m] (as Englsberger, Ott,
        Albu-Schaeffer 2015, Section III).

        Args:
            elapsed: since the path began [s].
            place, velocity: (2,) of the center of mass [m], [m/s].
        """
        number = min(max(int(elapsed / GRAIN), 0), len(self.pressure) - 1)
        off = place + velocity / self.rate - self.divergent[number]
        led: Array = self.pressure[number] + FEEDBACK * off
        return led

    def acceleration(self, place: Array, pressure: Array) -> Array:
        """(2,) of the center of mass over a pressure [m/s2]."""
        growth: Array = self.rate**2 * (place - pressure)
        return growth


def plan_mass_path(pressures: Sequence[tuple[float, Array]], rate: float) -> MassPath:
    """The path of an inverted pendulum that comes to rest where the pressure ends.

    Its divergent component is integrated backwards from the end, where it is the pressure.

    Args:
        pressures: times [s], ascending from 0, and places (2,) of the center of pressure there
            [m]; between them it moves evenly.
        rate: of the pendulum, the root of gravity over height [1/s].
    """
    ends = np.array([time for time, _ in pressures])
    places = np.stack([place for _, place in pressures])
    times = np.arange(0.0, ends[-1] + GRAIN, GRAIN)
    pressure = np.stack([np.interp(times, ends, places[:, k]) for k in range(2)], axis=1)
    divergent, decay = pressure.copy(), math.exp(-rate * GRAIN)
    for i in range(len(times) - 2, -1, -1):
        divergent[i] = pressure[i] + decay * (divergent[i + 1] - pressure[i])
    return MassPath(pressure, divergent, rate)

"""Prediction of the regulated pendulum: its motion, the phase of the steps, the heading."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .biped_frames import X, Y
from .pendulum import RATE
from .pendulum_analysis import RunAnalysis, cyclic
from .reference import flight_share
from .sheared_footprints import FootFrame

Array = NDArray[np.float64]
POSITION = 0  # rows of a state: position, velocity, lean, its rate
# A half stride lasts a / (b + |v|); b as in the paper above the clip's speed. Below it the paper's
# would lengthen flights far beyond those of people, whose cadence hardly changes.
SHORTENING, SHORTENING_WHEN_SLOW = 2.0, 8.0  # b [m/s]
# Steps of the prediction [s]: fine where poses are needed, coarse as far as footprints need.
FINE, FINE_STEPS, COARSE = 1.0 / 120.0, 24, 1.0 / 40.0
LEAST_FLIGHT = 0.05  # of the cycle: least share of flight
FARTHEST = 120  # coarse steps at most


@dataclass(frozen=True)
class Command:
    """Target speed [m/s] forwards, and turning rate [rad/s] to the left."""

    speed: float
    turn_rate: float = 0.0


@dataclass(frozen=True)
class ScaledCommand(Command):
    """A command in the clip's body's size and time.

    Attributes:
        drift: additional velocity, in the world's axes [m/s].
    """

    drift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Way:
    """The predicted path of the pendulum, in the size and time of the clip's body.

    Attributes:
        times: (n,) from now [s]; phases: (n,) counting on over the cycles.
        states: (n, 4, 2) position [m], velocity, lean [rad] and its rate, along x and y.
        headings: (n,) [rad]; paces: (n,) speed of the pendulum's end [m/s].
    """

    times: Array
    phases: Array
    states: Array
    headings: Array
    paces: Array

    def at_time(self, time: float) -> tuple[float, Array, float, float]:
        """Phase, state (4, 2), heading and pace, linear between steps."""
        last = len(self.times) - 1
        i = min(max(int(np.searchsorted(self.times, time, side="right")) - 1, 0), last - 1)
        span = self.times[i + 1] - self.times[i]
        return self._mixed(i, (time - self.times[i]) / span)

    def at_phase(self, phase: float) -> tuple[float, Array, float, float]:
        """The same at a phase; after the end of the path, its last state."""
        last = len(self.phases) - 1
        i = min(max(int(np.searchsorted(self.phases, phase, side="right")) - 1, 0), last - 1)
        span = max(self.phases[i + 1] - self.phases[i], 1e-9)
        return self._mixed(i, min((phase - self.phases[i]) / span, 1.0))

    def _mixed(self, i: int, share: float) -> tuple[float, Array, float, float]:
        def mix(values: Array) -> Array:
            mixed: Array = (1.0 - share) * values[i] + share * values[i + 1]
            return mixed

        return (
            float(mix(self.phases)),
            mix(self.states),
            float(mix(self.headings)),
            float(mix(self.paces)),
        )


class Predictor:
    """The regulated pendulum of a clip under a command."""

    def __init__(self, analysis: RunAnalysis) -> None:
        self.analysis, self.pendulum = analysis, analysis.pendulum
        self._steps: dict[float, tuple[Array, Array]] = {}
        reference = analysis.reference
        frames = np.arange(reference.frames) / reference.frames
        mean = reference.travel[:2] / reference.period
        self._sway = np.array([analysis.desired_at(float(phase)) for phase in frames]) - mean
        self._speed, self._period = reference.speed, reference.period
        self._flight = flight_share(reference.contacts)
        self._turning: tuple[float, complex] = (0.0, 1.0 + 0.0j)

    def stretch(self, speed: float) -> float:
        """Ratio of a cycle's duration to the clip's at a speed [m/s]: a / (b + |v|)."""
        own = self._speed
        b = SHORTENING if speed > own else SHORTENING_WHEN_SLOW
        return (b + own) / (b + speed)

    def bearing(self, speed: float) -> float:
        """Ratio of a contact's share of the cycle to the clip's at a speed [m/s].

        The length of legs bounds the body's travel over a stance foot, so that flight takes more of
        the cycle at higher speed, as in people's running.
        """
        own = self._speed
        return min(1.0, own / (max(speed, 1e-6) * self.stretch(speed)))

    def bounce(self, speed: float) -> float:
        """Ratio of the flights' height to the clip's: the square of the ratio of their durations.
        """
        flight = self._flight
        longer = self.stretch(speed)
        if flight > LEAST_FLIGHT:
            longer *= (1.0 - (1.0 - flight) * self.bearing(speed)) / flight
        return longer * longer

    def desired(self, phase: float, heading: float, command: ScaledCommand, sway: float) -> Array:
        """(2,) desired velocity in the world [m/s] (equations 8 and 9)."""
        if self._turning[0] != command.turn_rate:
            self._turning = command.turn_rate, self.pendulum.turning(command.turn_rate)
        own = sway * cyclic(self._sway, phase)
        wanted = complex(command.speed * self._turning[1]) + complex(own[X], own[Y])
        turned = wanted * complex(np.cos(heading), np.sin(heading))
        return np.array([turned.real + command.drift[X], turned.imag + command.drift[Y]])

    def advance(
        self, state: Array, phase: float, heading: float, command: ScaledCommand, sway: float,
        dt: float,
    ) -> tuple[Array, float, float, float]:
        """State (4, 2), phase, heading and pace after dt [s]; without sway the phase rests."""
        if dt not in self._steps:
            self._steps[dt] = self.pendulum.step(dt)
        A, b = self._steps[dt]
        wanted = self.desired(phase, heading, command, sway)
        goes = dt / (self.stretch(self.pace(state)) * self._period) if sway > 0.0 else 0.0
        moved = A @ state + b[:, None] * wanted
        turned = heading + command.turn_rate * dt
        return moved, phase + goes, turned, self.pace(moved)

    def pace(self, state: Array) -> float:
        """Speed of the pendulum's end [m/s]."""
        x, y = state[1] + self.pendulum.length * state[1 + RATE]
        return float(np.hypot(x, y))

    def predict(
        self, state: Array, phase: float, heading: float, command: ScaledCommand, sway: float,
        until: float,
    ) -> Way:  # fmt: skip
        """The path from a state (4, 2) up to a phase, and at least as far as poses are needed.

        Args:
            sway: share of the clip's sway from side to side, 0 when standing.
        """
        times, phases, states = [0.0], [phase], [state]
        headings, paces = [heading], [self.pace(state)]
        for i in range(FINE_STEPS + FARTHEST):
            if i >= FINE_STEPS and (phases[-1] > until or sway == 0.0):
                break
            dt = FINE if i < FINE_STEPS else COARSE
            state, phase, heading, pace = self.advance(
                state, phase, heading, command, sway, dt
            )
            times.append(times[-1] + dt)
            phases.append(phase)
            states.append(state)
            headings.append(heading)
            paces.append(pace)
        return Way(
            *(np.array(part) for part in (times, phases, states, headings, paces))
        )


def frame_of(state: Array, heading: float, size: float) -> FootFrame:
    """The sheared frame at a state (4, 2) in the clip's size, for a body `size` times as large."""
    return FootFrame(place=size * state[POSITION], lean=state[2].copy(), heading=heading)

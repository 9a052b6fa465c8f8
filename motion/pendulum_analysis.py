"""The pendulum fitted to a clip: its lean, its desired velocities, its half strides.

Kwon and Hodgins 2010, Section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .biped_frames import Placed, X, Y, Z
from .pendulum import LEAN, Pendulum
from .reference import Contact, ReferenceMotion
from .sheared_footprints import FootFrame

Array = NDArray[np.float64]
SMOOTHED = 4  # harmonics of the cycle kept in the offset of the two centers
BUMP = 0.003  # [m]: lower maxima of the center's height are ignored


@dataclass(frozen=True, eq=False)
class RunAnalysis:
    """A clip and the pendulum that runs as it does, over one cycle.

    Attributes:
        reference: the physically consistent clip.
        pendulum: the pendulum that was fitted.
        keys: (k,) phases of the key frames, where half strides begin.
        desired: (k, 2) desired velocity at the keys, forward and left [m/s], linear between them.
        cart: (frames, 2) place of the cart relative to steady travel [m].
        lean: (frames, 2) of the pendulum, forward and left [rad].
        com_offset: (frames, 2) smoothed offset of the body's center from the pendulum's end [m].
        misfit: (2,) RMS error of the pendulum's end, forward and left [m].
    """

    reference: ReferenceMotion
    pendulum: Pendulum
    keys: Array
    desired: Array
    cart: Array
    lean: Array
    com_offset: Array
    misfit: Array

    @cached_property
    def placed(self) -> Placed:
        return self.reference.figure.place(self.reference.posture)

    @cached_property
    def half_strides(self) -> Array:
        """(k,) durations of the half strides [s]."""
        ends = np.append(self.keys[1:], self.keys[0] + 1.0)
        spans: Array = (ends - self.keys) * self.reference.period
        return spans

    def desired_at(self, phase: float) -> Array:
        """(2,) desired velocity at a phase, forward and left [m/s]."""
        weights = hat_functions(self.keys, np.array([phase % 1.0]))
        wanted: Array = (weights @ self.desired)[0]
        return wanted

    def foot_frame(self, contact: Contact) -> FootFrame:
        """The pendulum's frame at the middle of a contact, in the clip."""
        middle = (contact.start + contact.end) / 2.0
        place = middle * self.reference.travel[:2] + cyclic(self.cart, middle)
        return FootFrame(place=place, lean=cyclic(self.lean, middle), heading=0.0)


def analyse(reference: ReferenceMotion, pendulum: Pendulum | None = None) -> RunAnalysis:
    """Fit the desired velocities so that the pendulum's end follows the body's center of mass.

    The regulated pendulum is linear, so the cycle's response to each key frame follows from its
    frequency response, and the fit is one linear least squares problem instead of a search.
    """
    pendulum = pendulum or Pendulum()
    figure = reference.figure
    com = figure.place(reference.posture).com
    steady = np.arange(reference.frames)[:, None] / reference.frames * reference.travel[:2]
    swing = com[:, :2] - steady
    keys = half_stride_starts(com[:, Z])
    hats = hat_functions(keys, np.arange(reference.frames) / reference.frames)
    carts, leans = _answers(pendulum, hats, reference.period)
    ends = carts + pendulum.length * leans
    desired, cart, lean = (np.zeros((n, 2)) for n in (len(keys), *2 * (reference.frames,)))
    for axis in (X, Y):
        speed = reference.travel[axis] / reference.period
        keyed, shift = _fit(ends, hats, swing[:, axis], speed)
        desired[:, axis] = keyed
        cart[:, axis], lean[:, axis] = carts @ keyed + shift, leans @ keyed
    missed = swing - cart - pendulum.length * lean
    return RunAnalysis(
        reference=reference,
        pendulum=pendulum,
        keys=keys,
        desired=desired,
        cart=cart,
        lean=lean,
        com_offset=_smooth(missed),
        misfit=np.sqrt((missed**2).mean(axis=0)),
    )


def half_stride_starts(heights: Array) -> Array:
    """(k,) phases at which the center of mass is highest, where half strides begin (Figure 4)."""
    count = len(heights)
    smooth = _smooth(heights[:, None], harmonics=6)[:, 0]
    tops = (smooth > np.roll(smooth, 1)) & (smooth >= np.roll(smooth, -1))
    found = [i for i in np.flatnonzero(tops) if smooth[i] - smooth.min() > BUMP]
    if not found:
        return np.array([0.0, 0.5])
    return np.array(found) / count


def hat_functions(keys: Array, phases: Array) -> Array:
    """(n, k) weights of a closed piecewise linear curve's keys at phases (n,)."""
    count = len(keys)
    if count == 1:
        return np.ones((len(phases), 1))
    laps = np.concatenate([keys - 1.0, keys, keys + 1.0])
    weights = np.zeros((len(phases), count))
    for k in range(count):
        heights = np.zeros(3 * count)
        heights[k::count] = 1.0
        weights[:, k] = np.interp(phases, laps, heights)
    return weights


def _answers(pendulum: Pendulum, hats: Array, period: float) -> tuple[Array, Array]:
    """(frames, k) responses to each key of 1 m/s alone: cart's position [m], mean 0; lean [rad]."""
    count = len(hats)
    frequencies = 2.0 * np.pi * np.fft.rfftfreq(count, period / count)
    states = pendulum.responses(frequencies)
    spectrum = np.fft.rfft(hats, axis=0)
    moving = states[1:, 0] / (1j * frequencies[1:])
    moving = np.concatenate([[0.0], moving])[:, None] * spectrum
    leaning = states[:, LEAN, None] * spectrum
    return np.fft.irfft(moving, count, axis=0), np.fft.irfft(leaning, count, axis=0)


def _fit(ends: Array, hats: Array, swing: Array, speed: float) -> tuple[Array, float]:
    """(k,) desired velocities with a given mean [m/s], and the cart's mean place, least squares."""
    # The mean velocity must equal the clip's: a constraint, not a least squares term.
    shares = hats.mean(axis=0)
    base = np.full(len(shares), speed)
    free = np.linalg.svd(shares[None])[2][1:].T  # (k, k - 1) changes that keep the mean
    columns = np.hstack([ends @ free, np.ones((len(ends), 1))])
    solved = np.linalg.lstsq(columns, swing - ends @ base, rcond=None)[0]
    return base + free @ solved[:-1], float(solved[-1])


def _smooth(values: Array, harmonics: int = SMOOTHED) -> Array:
    spectrum = np.fft.rfft(values, axis=0)
    spectrum[harmonics + 1 :] = 0.0
    smooth: Array = np.fft.irfft(spectrum, len(values), axis=0)
    return smooth


def cyclic(values: Array, phase: float) -> Array:
    """A cycle's values (frames, ...) at a phase, linear between frames."""
    at = (phase % 1.0) * len(values)
    i = int(at)
    share = at - i
    between: Array = (1.0 - share) * values[i % len(values)] + share * values[(i + 1) % len(values)]
    return between

"""The inverted pendulum: where to step, and how the center of mass moves between steps.

Coros, Beaudoin, van de Panne 2010, Section 3.2 gives the stepping point that brings the pendulum
to rest, d = v sqrt(h/g + v^2/(4 g^2)), and shortens it by alpha V to keep a desired velocity.
The linear pendulum (Kajita et al. 2003) gives alpha, the offset for a step width and the
trajectory between footstrikes from the step's period, instead of a constant for all gaits.
"""

from __future__ import annotations

import math

from ..simulation.compiled import compiled


@compiled
def stopping_distance(velocity: float, height: float, gravity: float) -> float:
    """Distance [m] ahead at which a step brings the pendulum to rest (Section 3.2)."""
    ratio = velocity / (2.0 * gravity)
    return velocity * math.sqrt(height / gravity + ratio * ratio)


@compiled
def shortening(period: float, rate: float) -> float:
    """alpha [s]: how much shorter to step, for each m/s of desired speed, to keep that speed.

    In a steady gait of the linear pendulum with rate w [1/s] the foot comes down at
    (v/w) tanh(w T/2) ahead, not at v/w, where v = V (w T/2) / tanh(w T/2) is the speed then.
    """
    half = 0.5 * rate * period
    return (half / math.tanh(half) - half) / rate


@compiled
def outward_offset(width: float, period: float, rate: float) -> float:
    """Distance [m] outside the stopping point that keeps two lines of footprints `width` apart."""
    return 0.5 * width * (1.0 - math.tanh(0.5 * rate * period))


@compiled
def steady_velocity(speed: float, time: float, period: float, rate: float) -> float:
    """Velocity [m/s] of the steady gait at a time of the step: slowest over the foot."""
    half = 0.5 * rate * period
    return speed * half * math.cosh(rate * time - half) / math.sinh(half)


@compiled
def sway(width: float, time: float, period: float, rate: float) -> float:
    """Sideways distance [m] of the center of mass from the stance foot, towards the other one."""
    half = 0.5 * rate * period
    return 0.5 * width * math.cosh(rate * time - half) / math.cosh(half)


@compiled
def sway_velocity(width: float, time: float, period: float, rate: float) -> float:
    """Time derivative of `sway` [m/s]."""
    half = 0.5 * rate * period
    return 0.5 * width * rate * math.sinh(rate * time - half) / math.cosh(half)


@compiled
def fall(offset: float, velocity: float, rate: float, time: float) -> tuple[float, float]:
    """Where the linear pendulum will be: offset from its foot [m] and velocity [m/s]."""
    cosh, sinh = math.cosh(rate * time), math.sinh(rate * time)
    later = offset * cosh + velocity * (sinh / rate)
    return later, offset * (rate * sinh) + velocity * cosh

"""Curves over the phase of a step."""

from __future__ import annotations

from ...simulation.compiled import compiled
from ...simulation.rotation import Array


@compiled
def eased(share: float) -> float:
    """Smooth step from 0 to 1 over a share from 0 to 1; constant outside, slope 0 at both ends."""
    kept = min(max(share, 0.0), 1.0)
    return kept * kept * (3.0 - 2.0 * kept)


@compiled
def catmull_rom(knots: Array, phase: float) -> float:
    """Value at a phase in [0, 1] of the curve through evenly spaced knots (at least two)."""
    last = len(knots) - 1
    at = min(max(phase, 0.0), 1.0) * last
    i = min(int(at), last - 1)
    t = at - i
    p1, p2 = knots[i], knots[i + 1]
    p0 = knots[i - 1] if i > 0 else 2.0 * p1 - p2
    p3 = knots[i + 2] if i + 2 <= last else 2.0 * p2 - p1
    slope1, slope2 = 0.5 * (p2 - p0), 0.5 * (p3 - p1)
    return (
        (2.0 * t**3 - 3.0 * t**2 + 1.0) * p1
        + (t**3 - 2.0 * t**2 + t) * slope1
        + (3.0 * t**2 - 2.0 * t**3) * p2
        + (t**3 - t**2) * slope2
    )

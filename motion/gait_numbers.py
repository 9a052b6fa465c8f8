"""Numbers of a walk that rolls, measured in a captured gait: what curves of angles do not tell.

A style without them takes those of natural, whose feet leave and swing ahead sooner than most
captured ones. The reach of the leg that lands is left to natural: walkers that stop short of their
foothold stumble (docs/notes/walking.md).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from .usual_gait import swing_share
from .walking_cycle import Gait, Step
from .walking_motion import SIDES, to_heading

Array = NDArray[np.float64]
FRONT = 1  # edge of the sole
FEWEST_FRAMES = 4  # of a swing whose progress is measured
# Toes leave that much later than a walker plans [of a step], and what it can plan at least.
# tuned: bench captured_styles.
LEAVES_LATER, SHORTEST = 0.075, 0.12


def gait_numbers(gait: Gait) -> dict[str, float]:
    """Double support [of a step] and delay of the swing: medians over the steps.

    Empty for a gait in place.
    """
    if gait.speed is None:
        return {}
    toe_offs = [toe_off(gait, step) for step in gait.steps]
    shares = [
        max((off - step.start) / (step.end - step.start) - LEAVES_LATER, SHORTEST)
        for step, off in zip(gait.steps, toe_offs, strict=True)
    ]
    delays = [
        swing_delay(_progress(gait, _other(step.side), off, step.end))
        for step, off in zip(gait.steps, toe_offs, strict=True)
        if step.end - off >= FEWEST_FRAMES
    ]
    measured: Mapping[str, list[float]] = {"double_support": shares, "swing_delay": delays}
    return {name: float(np.median(values)) for name, values in measured.items() if values}


def toe_off(gait: Gait, step: Step) -> int:
    """Frame in which the trailing foot's toes leave for good: from then on faster than the body."""
    assert gait.speed is not None
    edge = gait.motion.soles[_other(step.side)][:, FRONT]
    pace = np.linalg.norm(np.gradient(edge, axis=0), axis=1) * gait.motion.rate
    until = step.start + int(np.argmax(pace[step.start : step.end]))
    slow = np.flatnonzero(pace[step.start : until] < gait.speed)
    return step.start + (int(slow[-1]) + 1 if len(slow) else 0)


def swing_delay(progress: Array) -> float:
    """How much later than the walker's cubic a swing foot comes ahead.

    Args:
        progress: (frames,) from toe-off to footstrike [m].
    """
    phase = np.linspace(0.0, 1.0, len(progress))
    way, leaves_with = progress[-1], np.gradient(progress, phase, edge_order=2)[0]
    cubic = way * swing_share(phase) + leaves_with * phase * (1.0 - phase) ** 2
    late = way * (phase * (1.0 - phase)) ** 2
    return float(np.sum((cubic - progress) * late) / max(np.sum(late * late), 1e-12))


def _progress(gait: Gait, side: str, first: int, last: int) -> Array:
    """(frames,) way [m] of an ankle ahead, from a first frame to a last one."""
    ankle = gait.motion.ankles[side][first : last + 1]
    ahead = to_heading(gait.heading[first : first + 1])[0]
    way: Array = (ahead @ (ankle - ankle[0]).T)[0]
    return way


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]

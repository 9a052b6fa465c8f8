"""Numbers of a walk that rolls, measured in a captured gait: what curves of angles do not tell.

A style without them takes those of natural, whose legs land straighter and swing ahead sooner than
most captured ones.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from .usual_gait import swing_share
from .walking_cycle import Gait, Step
from .walking_motion import SIDES, to_heading

Array = NDArray[np.float64]
FRONT = 1  # edge of the sole
FEWEST_FRAMES = 4  # of a swing whose progress is measured


def gait_numbers(gait: Gait, character: Character) -> dict[str, float]:
    """Reach of the leg that lands, double support and delay of the swing; medians over the steps.

    Empty for a gait in place.
    """
    if gait.speed is None:
        return {}
    toe_offs = [toe_off(gait, step) for step in gait.steps]
    reaches = [_reach(gait, character, step) for step in gait.steps]
    shares = [
        (off - step.start) / (step.end - step.start)
        for step, off in zip(gait.steps, toe_offs, strict=True)
    ]
    delays = [
        swing_delay(_progress(gait, _other(step.side), off, step.end))
        for step, off in zip(gait.steps, toe_offs, strict=True)
        if step.end - off >= FEWEST_FRAMES
    ]
    measured: Mapping[str, list[float]] = {
        "reach": reaches, "double_support": shares, "swing_delay": delays,
    }  # fmt: skip
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


def _reach(gait: Gait, character: Character, step: Step) -> float:
    """Distance from the hip to the ankle that lands, of the straight leg."""
    motion, frame, side = gait.motion, step.start, step.side
    hip = motion.pelvis[frame] + motion.axes["pelvis"][frame] @ np.array(
        character.segment("upper_leg" + side).offset
    )
    straight = sum(
        float(np.linalg.norm(character.segment(name + side).offset))
        for name in ("lower_leg", "foot")
    )
    return float(np.linalg.norm(motion.ankles[side][frame] - hip)) / straight


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]

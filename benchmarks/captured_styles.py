"""Styles of captured walks: whether they walk at the asked speed, and with their clip's curves.

The clips are CMU's, in ../shared/data beside the checkout; without them their rows are skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.gait_cycle import mean_curves, motion_of_take
from ..evaluation.gait_measures import mean_speed
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

Array = NDArray[np.float64]
Curves = dict[str, Array]
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
CLIPS = ("cmu_08_02_walk.fbx", "cmu_cgspeed_walk.bvh", "cc_base_cmu_003_01.bvh")
SPEEDS = (0.8, 1.0, 1.2)  # [m/s]
SEEDS, AMOUNT = (1, 2), 0.15  # of the bodies besides the human
DURATION, SETTLED, RATE = 30.0, 10.0, 120.0  # [s], [s], [1/s]
SHORT, FAR = 0.05, 8.0  # musts: off the asked speed; RMS from the clip [degrees]
LEG_JOINTS = ("hip", "knee", "ankle")
NAME = "captured"


@dataclass(frozen=True)
class Walk:
    """What a style did on one body at one speed: None where it fell, no curves without a stride."""

    speed: float | None
    curves: Curves | None = None


def measure() -> list[Row]:
    """Two rows for each clip that is there."""
    rows = []
    bodies = [human(), *(human().vary(seed, AMOUNT) for seed in SEEDS)]
    for clip in CLIPS:
        if not (DATA / clip).is_file():
            rows.append(Row(f"style of {clip}", "", "", f"skipped: no {clip}", None, ""))
            continue
        style, captured = _style_of(DATA / clip)
        walks = run_cases(_walk, [(style, body, v) for body in bodies for v in SPEEDS])
        rows.append(_row_of_speeds(clip, walks, len(bodies)))
        rows.append(_row_of_curves(clip, style, walks, captured))
    return rows


def _style_of(path: Path) -> tuple[dict[str, Any], Curves]:
    """The style that `footfall style` makes of a clip, and the clip's own mean curves."""
    from ..rigs.blender.files import open_clip
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.walking_style import style_of_animation
    from ..simulation.silence_output import silence_output
    from .parts.clip import read_clip

    with silence_output():
        style = style_of_animation(read_rig(open_clip(str(path))), NAME)
        return style, mean_curves(read_clip(path))


def _walk(case: tuple[dict[str, Any], Character, float]) -> Walk:
    style, body, speed = case
    performer = Performer(body, [Cue("walk", speed=speed, style=NAME)])
    shot = Shot([performer], duration=DURATION, frame_rate=RATE, styles={NAME: style})
    take = attempt(shot)
    if take is None or take.performances[0].fell_at is not None:
        return Walk(None)
    speed = mean_speed(take, SETTLED)
    try:
        return Walk(speed, mean_curves(motion_of_take(body, take, SETTLED)))
    except ValueError:  # it stands or steps about, without a stride
        return Walk(speed)


def _row_of_speeds(clip: str, walks: list[Walk], bodies: int) -> Row:
    asked = [speed for _ in range(bodies) for speed in SPEEDS]
    shares = [None if w.speed is None else w.speed / v for w, v in zip(walks, asked, strict=True)]
    return Row(
        f"style of {clip} on the human and {bodies - 1} bodies varied by {AMOUNT:g}, at "
        f"{', '.join(f'{v:g}' for v in SPEEDS)} m/s each: speed over the asked one",
        "", "", ", ".join("falls" if s is None else f"{s:.2f}" for s in shares),
        all(s is not None and abs(s - 1.0) <= SHORT for s in shares),
        f"must: within {100 * SHORT:g} %",
    )  # fmt: skip


def _row_of_curves(clip: str, style: dict[str, Any], walks: list[Walk], captured: Curves) -> Row:
    """The human at the speed that is nearest to the clip's own."""
    nearest = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - style["speed"]))
    curves = walks[nearest].curves
    off = [
        float("inf") if curves is None else _rms(curves[joint] - captured[joint])
        for joint in LEG_JOINTS
    ]
    return Row(
        f"style of {clip} on the human at {SPEEDS[nearest]:g} m/s (the clip walks "
        f"{style['speed']:.2f}): hip, knee, ankle, RMS from the clip's curve [degrees]",
        "", "", ", ".join(f"{value:.1f}" for value in off), max(off) <= FAR,
        f"must: at most {FAR:g}",
    )  # fmt: skip


def _rms(difference: Array) -> float:
    return float(np.degrees(np.sqrt(np.mean(difference**2))))

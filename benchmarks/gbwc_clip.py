"""The natural style beside captured walks: hip, knee, ankle and shoulder over the gait cycle.

Draws docs/gait_curves.png. The clips are CMU's, in ../shared/data beside the checkout; without
them their rows are skipped.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..evaluation.cases import attempt, human
from ..evaluation.gait_cycle import (
    JOINTS,
    correlation,
    difference_share,
    mean_curves,
    motion_of_take,
)
from ..motion.walking_motion import Motion
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.clip import read_clip
from .parts.plots import plot_gait_curves
from .parts.table import Row

Array = NDArray[np.float64]
Curves = dict[str, Array]
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
CLIPS = {
    "CMU 08_02": "cmu_08_02_walk.fbx",
    "CMU cgspeed": "cmu_cgspeed_walk.bvh",
}
SPEED = 1.2  # [m/s]
DURATION, SETTLED, RATE = 20.0, 8.0, 120.0  # [s], [s], [1/s]
MUST_SHARE, MUST_CORRELATION = 0.8, 0.7
BAR = "must: at most 0.8, at least 0.7; aim: 0.5, 0.9"
FIGURE = "{joint}, natural at {speed:g} m/s against {clip}: RMS difference over the clip's \
standard deviation, correlation; ranges of the clip and ours [degrees]"


def measure() -> list[Row]:
    """Rows for each clip that is there, by joint."""
    ours = _natural_curves()
    clips: dict[str, Curves] = {}
    rows = []
    for clip, file in CLIPS.items():
        if not (DATA / file).is_file():
            rows.append(Row(f"natural against {clip}", "", "", f"skipped: no {file}", None, BAR))
            continue
        clips[clip] = mean_curves(read_clip(DATA / file))
        rows += [_row(clip, joint, clips[clip][joint], ours) for joint in JOINTS]
    plot_gait_curves(clips, ours)
    return rows


def natural_walk() -> Motion | None:
    """The human walking naturally, once settled; None when it falls."""
    shot = Shot([Performer(human(), [Cue("walk", speed=SPEED)])],
                duration=DURATION, frame_rate=RATE)  # fmt: skip
    take = attempt(shot)
    if take is None or take.performances[0].fell_at is not None:
        return None
    return motion_of_take(human(), take, SETTLED)


def _natural_curves() -> Curves | None:
    walk = natural_walk()
    return None if walk is None else mean_curves(walk)


def _row(clip: str, joint: str, captured: Array, ours: Curves | None) -> Row:
    figure = FIGURE.format(joint=joint, speed=SPEED, clip=clip)
    if ours is None:
        return Row(figure, "", "", "falls", False, BAR)
    share, alike = difference_share(ours[joint], captured), correlation(ours[joint], captured)
    return Row(
        figure=figure,
        paper="",
        peer="",
        ours=f"{share:.2f}, {alike:.2f}; {_range(captured)} and {_range(ours[joint])}",
        passed=share <= MUST_SHARE and alike >= MUST_CORRELATION,
        bar=BAR,
    )


def _range(curve: Array) -> str:
    low, high = np.degrees(curve.min()), np.degrees(curve.max())
    return f"{low:.0f} to {high:.0f}"

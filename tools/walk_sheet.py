"""Draws walks as stick figures from the side and the front, at the same phases of a stride.

python tools/walk_sheet.py OUT.png LABEL=WALK [LABEL=WALK ...]

WALK is a style of the library (simulated), a Take's file, or an animated file as on the command
line (.bvh, .fbx, .blend). All are drawn with the lengths of the default human, a clip as well, so
that only the motion differs. A row is one stride from left footstrike to left footstrike.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from footfall import Character, Cue, Performer, Shot, Take, simulate
from footfall.benchmarks.parts.clip import read_clip
from footfall.evaluation.gait_cycle import motion_of_take
from footfall.motion.footstrikes import footstrikes
from footfall.motion.walking_motion import Motion
from footfall.skills.styles import load_style

mpl.use("Agg")
from matplotlib import pyplot as plt

Array = NDArray[np.float64]
HUMAN = Character.humanoid()
PHASES = 7  # of a stride, the first and the last of which look alike
DURATION, SETTLED, RATE = 10.0, 5.0, 120.0  # [s], [s], [1/s]
COLORS = {".L": "#d9773c", ".R": "#4d79a8", "": "#333333"}
APART, WIDE, HIGH, DPI = 1.0, 15.0, 2.6, 60  # [m] between figures; inches of a row
TIPS = {"head": (0.0, 0.0, 0.22), "hand": (0.0, 0.0, -0.17)}  # [m], from their joints


def motion_of(walk: str) -> Motion:
    path = Path(walk)
    if not path.suffix:
        cue = Cue("walk", style=walk, speed=load_style(walk)["speed"])
        take = simulate(Shot([Performer(HUMAN, [cue])], duration=DURATION, frame_rate=RATE))
        return motion_of_take(HUMAN, take, SETTLED)
    if path.suffix in (".bvh", ".fbx", ".blend", ".glb"):
        return read_clip(path)
    return motion_of_take(HUMAN, Take.load(path), SETTLED)


def lines(motion: Motion, frame: int) -> Iterator[tuple[str, Array]]:
    """Polylines (n, 3) [m] about the pelvis, with their colors, at a frame."""
    axes = {name: turns[frame] for name, turns in motion.axes.items()}
    ahead = axes["pelvis"][:2, 0] / np.linalg.norm(axes["pelvis"][:2, 0])
    facing = np.array([[ahead[0], ahead[1], 0.0], [-ahead[1], ahead[0], 0.0], [0.0, 0.0, 1.0]])
    joints = {"pelvis": np.zeros(3)}
    for segment in HUMAN.segments:
        axes.setdefault(segment.name, axes.get(segment.parent, np.eye(3)))
        if segment.parent:
            joints[segment.name] = joints[segment.parent] + axes[segment.parent] @ segment.offset
        tip = TIPS.get(segment.name.split(".")[0])
        end = joints[segment.name] + axes[segment.name] @ (tip or (0.0, 0.0, 0.0))
        if segment.shape is not None and segment.name.startswith(("foot", "toes")):
            sole = [joints[segment.name] + axes[segment.name] @ p for p in sole_of(segment.shape)]
            yield COLORS[segment.name[-2:]], np.array(sole) @ facing.T
        if segment.parent:
            start = joints[segment.parent]
            color = COLORS.get(segment.name[-2:], COLORS[""])
            yield color, np.array([start, joints[segment.name], end]) @ facing.T


def sole_of(shape: Any) -> list[Array]:
    """The outline of a box from the side, in its segment's frame."""
    (x, _, z), (length, _, height) = shape.center, shape.size
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    return [np.array([x + 0.5 * a * length, 0.0, z + 0.5 * b * height]) for a, b in corners]


def draw(views: Any, label: str, motion: Motion) -> None:
    strikes = footstrikes(motion, ".L")
    first, last = (strikes[0], strikes[1]) if len(strikes) > 1 else (0, motion.frames - 1)
    for number, frame in enumerate(np.linspace(first, last, PHASES).astype(int)):
        for color, points in lines(motion, int(frame)):
            height = points[:, 2] + motion.pelvis[frame, 2] - motion.pelvis[first, 2]
            for view, across in zip(views, (points[:, 0], -points[:, 1]), strict=True):
                view.plot(across + APART * number, height, color=color, linewidth=1.6)
    for view in views:
        view.set_aspect("equal")
        view.axis("off")
    views[0].set_title(label, loc="left", fontsize="small")


def main() -> None:
    out, *walks = sys.argv[1:]
    figure, axes = plt.subplots(
        len(walks), 2, figsize=(WIDE, HIGH * len(walks)), squeeze=False, layout="constrained"
    )
    for views, named in zip(axes, walks, strict=True):
        label, _, walk = named.rpartition("=")
        draw(views, label or walk, motion_of(walk))
    figure.savefig(out, dpi=DPI)


if __name__ == "__main__":
    main()

"""Captured motions in the form of Peng, Abbeel, Levine, van de Panne 2018 ("DeepMimic"), as BVH.

Frames are told by quaternions of the joints, in which y is up, +x ahead, +z to the right; hinges
are told by their angle about z. A file holds one cycle, whose last frame shows the first one again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    eulers_from_matrices,
    matrices_from_quaternions,
    matrices_from_rotation_vectors,
)

Array = NDArray[np.float64]
Offset = tuple[float, float, float]
UNIT = 0.01  # [m] of the file
AHEAD = np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])  # from +x to +z


class ToldSkeleton(NamedTuple):
    """
    Attributes:
        joints: parent and offset [m] of every joint, in the order of the file's numbers.
        ends: offsets of the ends of the last joints [m].
        hinges: joints that are told by an angle.
    """

    joints: Mapping[str, tuple[str, Offset]]
    ends: Mapping[str, Offset]
    hinges: tuple[str, ...]

    @property
    def root(self) -> str:
        return next(iter(self.joints))

    def children(self, joint: str) -> list[str]:
        return [child for child, (parent, _) in self.joints.items() if parent == joint]

    def below(self, joint: str) -> list[str]:
        """A joint and all below it, as the file's tree goes."""
        return [joint, *(name for child in self.children(joint) for name in self.below(child))]


def write_told_clip(
    source: Path, path: Path, skeleton: ToldSkeleton, cycles: int, closes: bool = False
) -> Path:
    """A BVH file of a told motion: y up, +z ahead, centimetres.

    Args:
        cycles: how often the motion is written, one after another.
        closes: whether the frame that shows the first one again ends the file.
    """
    told = np.array(json.loads(source.read_text(encoding="utf-8"))["Frames"])
    travel, cycle = told[-1, 1:4] - told[0, 1:4], told[:-1]
    rows = np.concatenate([cycle] * cycles + ([told[-1:]] if closes else []))
    passed = np.repeat(np.arange(cycles), len(cycle))  # cycles before each frame
    passed = np.append(passed, [cycles - 1] if closes else [])
    places = (rows[:, 1:4] + np.outer(passed, travel)) @ AHEAD.T / UNIT
    angles = [_angles(turns) for turns in _turns(rows, skeleton).values()]
    numbers = np.column_stack([places, *angles])
    lines = ["HIERARCHY", *_tree(skeleton, skeleton.root, 0), "MOTION"]
    lines += [f"Frames: {len(numbers)}", f"Frame Time: {told[0, 0]}"]
    lines += [" ".join(f"{number:.4f}" for number in row) for row in numbers]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _turns(frames: Array, skeleton: ToldSkeleton) -> dict[str, Array]:
    """Of every joint (frames, 3, 3), in the order in which the file tells them."""
    at, turns = 4, {}
    for joint in skeleton.joints:
        if joint in skeleton.hinges:
            turns[joint] = matrices_from_rotation_vectors(np.outer(frames[:, at], np.eye(3)[2]))
            at += 1
        else:
            turns[joint] = matrices_from_quaternions(frames[:, at : at + 4])
            at += 4
    return {joint: turns[joint] for joint in skeleton.below(skeleton.root)}


def _angles(turns: Array) -> Array:
    """(frames, 3) about z, x and y [degrees], one after the other."""
    x, y, z = eulers_from_matrices(AHEAD @ turns @ AHEAD.T, "YXZ").T
    return np.degrees(np.column_stack([z, x, y]))


def _tree(skeleton: ToldSkeleton, joint: str, depth: int) -> list[str]:
    tab = "\t" * depth
    places = "" if depth else "Xposition Yposition Zposition "
    lines = [f"{tab}{'JOINT' if depth else 'ROOT'} {joint}", f"{tab}{{"]
    lines.append(f"{tab}\tOFFSET {_vector(skeleton.joints[joint][1])}")
    count = 3 if depth else 6
    lines.append(f"{tab}\tCHANNELS {count} {places}Zrotation Xrotation Yrotation")
    for child in skeleton.children(joint):
        lines += _tree(skeleton, child, depth + 1)
    if joint in skeleton.ends:
        lines += [f"{tab}\tEnd Site", f"{tab}\t{{",
                  f"{tab}\t\tOFFSET {_vector(skeleton.ends[joint])}", f"{tab}\t}}"]  # fmt: skip
    return [*lines, f"{tab}}}"]


def _vector(offset: Offset) -> str:
    return " ".join(f"{number:.4f}" for number in AHEAD @ np.array(offset) / UNIT)

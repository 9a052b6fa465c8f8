"""Captured motions that come with PyBullet, as BVH files: one cycle each, told by quaternions.

They are those of Peng, Abbeel, Levine, van de Panne 2018 ("DeepMimic"): y is up, +x ahead, +z to
the right; knees and elbows are hinges about z.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import (
    eulers_from_matrices,
    matrices_from_quaternions,
    matrices_from_rotation_vectors,
)

Array = NDArray[np.float64]
CYCLES = 3  # that are written one after another
UNIT = 0.01  # [m] of the file
# Parent and offset [m] of every joint, in the order of the file's numbers.
JOINTS: dict[str, tuple[str, tuple[float, float, float]]] = {
    "Hips": ("", (0.0, 0.0, 0.0)),
    "Chest": ("Hips", (0.0, 0.236, 0.0)),
    "Neck": ("Chest", (0.0, 0.224, 0.0)),
    "RightUpLeg": ("Hips", (0.0, 0.0, 0.085)),
    "RightLeg": ("RightUpLeg", (0.0, -0.422, 0.0)),
    "RightFoot": ("RightLeg", (0.0, -0.41, 0.0)),
    "RightArm": ("Chest", (-0.024, 0.244, 0.183)),
    "RightForeArm": ("RightArm", (0.0, -0.275, 0.0)),
    "LeftUpLeg": ("Hips", (0.0, 0.0, -0.085)),
    "LeftLeg": ("LeftUpLeg", (0.0, -0.422, 0.0)),
    "LeftFoot": ("LeftLeg", (0.0, -0.41, 0.0)),
    "LeftArm": ("Chest", (-0.024, 0.244, -0.183)),
    "LeftForeArm": ("LeftArm", (0.0, -0.275, 0.0)),
}
ENDS = {
    "Neck": (0.0, 0.28, 0.0),
    "RightFoot": (0.13, -0.05, 0.0), "LeftFoot": (0.13, -0.05, 0.0),
    "RightForeArm": (0.0, -0.26, 0.0), "LeftForeArm": (0.0, -0.26, 0.0),
}  # fmt: skip
HINGES = ("RightLeg", "RightForeArm", "LeftLeg", "LeftForeArm")
AHEAD = np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])  # from +x to +z


def write_bundled_clip(
    name: str, folder: str | Path, cycles: int = CYCLES, closes: bool = False
) -> Path:
    """A BVH file of a motion of PyBullet's, such as "run"; y up, +z ahead, centimetres.

    Args:
        cycles: how often the motion is written, one after another.
        closes: whether the frame that shows the first one again ends the file.
    """
    import pybullet_data

    source = Path(pybullet_data.getDataPath()) / "data" / "motions" / f"humanoid3d_{name}.txt"
    told = np.array(json.loads(source.read_text(encoding="utf-8"))["Frames"])
    # The last frame shows the first one again, a cycle later.
    travel, cycle = told[-1, 1:4] - told[0, 1:4], told[:-1]
    rows = np.concatenate([cycle] * cycles + ([told[-1:]] if closes else []))
    passed = np.repeat(np.arange(cycles), len(cycle))  # cycles before each frame
    passed = np.append(passed, [cycles - 1] if closes else [])
    places = (rows[:, 1:4] + np.outer(passed, travel)) @ AHEAD.T / UNIT
    angles = [_angles(turns) for turns in _turns(rows).values()]
    numbers = np.column_stack([places, *angles])
    lines = ["HIERARCHY", *_tree("Hips", 0), "MOTION", f"Frames: {len(numbers)}"]
    lines.append(f"Frame Time: {told[0, 0]}")
    lines += [" ".join(f"{number:.4f}" for number in row) for row in numbers]
    path = Path(folder) / f"pybullet_{name}.bvh"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _turns(frames: Array) -> dict[str, Array]:
    """Of every joint (frames, 3, 3), in the order in which the file tells them."""
    at, turns = 4, {}
    for joint in JOINTS:
        if joint in HINGES:
            turns[joint] = matrices_from_rotation_vectors(np.outer(frames[:, at], np.eye(3)[2]))
            at += 1
        else:
            turns[joint] = matrices_from_quaternions(frames[:, at : at + 4])
            at += 4
    return {joint: turns[joint] for joint in _order("Hips")}


def _order(joint: str) -> list[str]:
    """A joint and all below it, as the file's tree goes."""
    return [joint, *(below for child in _children(joint) for below in _order(child))]


def _children(joint: str) -> list[str]:
    return [child for child, (parent, _) in JOINTS.items() if parent == joint]


def _angles(turns: Array) -> Array:
    """(frames, 3) about z, x and y [degrees], one after the other."""
    x, y, z = eulers_from_matrices(AHEAD @ turns @ AHEAD.T, "YXZ").T
    return np.degrees(np.column_stack([z, x, y]))


def _tree(joint: str, depth: int) -> list[str]:
    tab = "\t" * depth
    places = "" if depth else "Xposition Yposition Zposition "
    lines = [f"{tab}{'JOINT' if depth else 'ROOT'} {joint}", f"{tab}{{"]
    lines.append(f"{tab}\tOFFSET {_vector(JOINTS[joint][1])}")
    count = 3 if depth else 6
    lines.append(f"{tab}\tCHANNELS {count} {places}Zrotation Xrotation Yrotation")
    for child in _children(joint):
        lines += _tree(child, depth + 1)
    if joint in ENDS:
        lines += [f"{tab}\tEnd Site", f"{tab}\t{{", f"{tab}\t\tOFFSET {_vector(ENDS[joint])}"]
        lines.append(f"{tab}\t}}")
    return [*lines, f"{tab}}}"]


def _vector(offset: tuple[float, float, float]) -> str:
    return " ".join(f"{number:.4f}" for number in AHEAD @ np.array(offset) / UNIT)

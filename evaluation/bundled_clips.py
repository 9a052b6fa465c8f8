"""Captured motions that come with PyBullet, as BVH files: one cycle each, told by quaternions.

They are those of Peng, Abbeel, Levine, van de Panne 2018: see `told_clips`.
"""

from __future__ import annotations

from pathlib import Path

from .told_clips import Offset, ToldSkeleton, write_told_clip

CYCLES = 3  # that are written one after another
JOINTS: dict[str, tuple[str, Offset]] = {
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
HUMAN = ToldSkeleton(JOINTS, ENDS, HINGES)


def write_bundled_clip(
    name: str, folder: str | Path, cycles: int = CYCLES, closes: bool = False
) -> Path:
    """A BVH file of a motion of PyBullet's, such as "run": see `write_told_clip`."""
    import pybullet_data

    source = Path(pybullet_data.getDataPath()) / "data" / "motions" / f"humanoid3d_{name}.txt"
    return write_told_clip(source, Path(folder) / f"pybullet_{name}.bvh", HUMAN, cycles, closes)

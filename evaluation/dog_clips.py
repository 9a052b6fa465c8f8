"""Motions of the dog of Peng, Abbeel, Levine, van de Panne 2018 ("DeepMimic"), as BVH files."""

from __future__ import annotations

from pathlib import Path

from .told_clips import Offset, ToldSkeleton, write_told_clip

JOINTS: dict[str, tuple[str, Offset]] = {
    "Hips": ("", (0.0, 0.0, 0.0)),
    "Spine": ("Hips", (0.0, 0.0, 0.0)),
    "Chest": ("Spine", (0.2375, 0.0, 0.0)),
    "Neck": ("Chest", (0.28135, 0.0, 0.0)),
    "Head": ("Neck", (0.175, 0.0, 0.0)),
}
HINGES = []
for side, sign in (("Left", -1.0), ("Right", 1.0)):
    JOINTS |= {
        f"{side}FrontUpperLeg": ("Chest", (0.304074, -0.109983, sign * 0.106071)),
        f"{side}FrontLowerLeg": (f"{side}FrontUpperLeg", (0.0, -0.19, 0.0)),
        f"{side}FrontFoot": (f"{side}FrontLowerLeg", (0.0, -0.2225, 0.0)),
        f"{side}FrontToes": (f"{side}FrontFoot", (0.0, -0.09, 0.0)),
    }
    HINGES.append(f"{side}FrontLowerLeg")
for side, sign in (("Left", -1.0), ("Right", 1.0)):
    JOINTS |= {
        f"{side}BackUpperLeg": ("Hips", (-0.074803, -0.095825, sign * 0.05986)),
        f"{side}BackLowerLeg": (f"{side}BackUpperLeg", (0.0, -0.2, 0.0)),
        f"{side}BackFoot": (f"{side}BackLowerLeg", (0.0, -0.225, 0.0)),
        f"{side}BackToes": (f"{side}BackFoot", (0.0, -0.135, 0.0)),
    }
    HINGES.append(f"{side}BackLowerLeg")
JOINTS |= {"Tail1": ("Hips", (-0.086, 0.0, 0.0)), "Tail2": ("Tail1", (-0.2, 0.0, 0.0))}
ENDS: dict[str, Offset] = {
    "Head": (0.175, -0.04, 0.0), "Tail2": (-0.2, 0.0, 0.0),
    **{f"{side}{end}Toes": (0.05, -0.02, 0.0)
       for side in ("Left", "Right") for end in ("Front", "Back")},
}  # fmt: skip
DOG = ToldSkeleton(JOINTS, ENDS, tuple(HINGES))


def write_dog_clip(source: str | Path, folder: str | Path, cycles: int = 1) -> Path:
    """A BVH file of a motion of the dog: see `write_told_clip`."""
    path = Path(source)
    return write_told_clip(path, Path(folder) / f"{path.stem}.bvh", DOG, cycles)

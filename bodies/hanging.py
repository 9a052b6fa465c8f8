"""Chains of bones that hang on a body: hair, tails, strips of cloth, bags on straps."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from ..base.checks import check_number
from ..base.errors import InvalidInput

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
LIMITS: dict[str, tuple[float, float]] = {
    "stiffness": (0.0, 1.0), "damping": (0.0, 5.0), "gravity": (-10.0, 10.0), "air": (0.0, 100.0),
    "bend": (0.0, 180.0), "thickness": (0.0, 1.0), "weight": (0.0, 1000.0), "friction": (0.0, 10.0),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Hanging:
    """How a chain bends and what slows it.

    All but the weight are independent of the chain's size and of the number of its bones.

    Attributes:
        stiffness: 0 hangs loose, 0.5 bears its own weight with a bend of about a
            radian, 1 is rigid.
        damping: of the critical damping of each joint.
        gravity: factor of the shot's gravity.
        air: rate at which still air takes velocity away [1/s].
        bend: largest bend of each joint from its pose [degrees].
        thickness: diameter [shares of the mean length of a bone].
        weight: of the whole chain [kg].
        friction: on the body and the ground; 0 slides freely.
    """

    stiffness: float = 0.3
    damping: float = 0.3
    gravity: float = 1.0
    air: float = 0.5
    bend: float = 120.0
    thickness: float = 0.3
    weight: float = 0.2
    friction: float = 0.5

    def __post_init__(self) -> None:
        for field in fields(self):
            low, high = LIMITS[field.name]
            check_number(f"hanging part's {field.name}", getattr(self, field.name), "", low, high)


PRESETS = {
    "hair": Hanging(),
    "tail": Hanging(stiffness=0.75, damping=0.5, bend=60.0, weight=1.0, air=0.2),
    "cloth": Hanging(stiffness=0.1, damping=0.4, air=2.0, thickness=0.15, weight=0.4),
    "strap": Hanging(stiffness=0.55, damping=0.6, bend=45.0, air=0.3),
}


@dataclass(frozen=True, kw_only=True)
class ChainBone:
    """A bone of a chain in its pose without hanging.

    Attributes:
        name: of the bone.
        head: in the frame of the bone before it, the first in its carrier's [m].
        rotation: unit quaternion (w, x, y, z) of its frame in that frame; y runs along the bone.
        length: from head to tail [m].
        tip: the last bone's far end in its own frame, where that is not its tail [m].
    """

    name: str
    head: Vector
    rotation: Quaternion
    length: float
    tip: Vector | None = None


@dataclass(frozen=True, kw_only=True)
class Chain:
    """Bones that hang one from the other.

    Attributes:
        name: unique.
        carrier: name of what moves the first bone.
        bones: from the root to the tip.
        hanging: how they move.
        row: chains with the same row are neighbouring strips and stay as far apart as they are.
    """

    name: str
    carrier: str
    bones: tuple[ChainBone, ...]
    hanging: Hanging
    row: str = ""

    def __post_init__(self) -> None:
        if not self.bones:
            raise InvalidInput(f"The hanging part {self.name!r} has no bones.")
        numbers = [
            (*bone.head, *bone.rotation, bone.length, *(bone.tip or ())) for bone in self.bones
        ]
        if not all(np.isfinite(of_bone).all() for of_bone in numbers):
            raise InvalidInput(f"The hanging part {self.name!r} has a number that is not finite.")

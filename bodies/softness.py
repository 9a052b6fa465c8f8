"""Single soft bones of a body, such as of a belly: a mass on a damped spring moves each."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from ..base.checks import check_number
from ..base.errors import InvalidInput
from .hanging import PRESETS, Hanging, Quaternion, Vector

SOFT = "soft"  # kind of such a part
SOFT_LIMITS: dict[str, tuple[float, float]] = {
    "frequency": (0.1, 100.0), "damping": (0.01, 5.0), "shift": (0.0, 10.0),
    "gravity": (-10.0, 10.0),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Softness:
    """How a soft bone swings about its pose.

    Attributes:
        frequency: of its free swing [Hz].
        damping: of the critical damping.
        shift: largest displacement [shares of the bone's length]; it is approached smoothly.
        gravity: factor of what the weight does when the body leans. The pose of the upright body
            has its sag already.
    """

    frequency: float = 3.0
    damping: float = 0.2
    shift: float = 0.3
    gravity: float = 0.5

    def __post_init__(self) -> None:
        for field in fields(self):
            low, high = SOFT_LIMITS[field.name]
            check_number(f"soft part's {field.name}", getattr(self, field.name), "", low, high)


def preset_of(kind: str) -> Hanging | Softness:
    """How a part of a kind moves if nothing else is chosen."""
    return Softness() if kind == SOFT else PRESETS[kind]


@dataclass(frozen=True, kw_only=True)
class SoftBone:
    """A soft bone in its pose on what carries it.

    Attributes:
        name: of the bone.
        carrier: name of what carries it.
        head: in the carrier's frame [m].
        rotation: unit quaternion (w, x, y, z) of its frame in the carrier's; y runs along the bone.
        length: from head to tail [m].
        softness: how it swings.
        turns: whether it turns about its head; else it keeps its orientation and is displaced.
        down: the way of the weight in the carrier's frame while the body stands upright.
    """

    name: str
    carrier: str
    head: Vector
    rotation: Quaternion
    length: float
    softness: Softness
    turns: bool = False
    down: Vector = (0.0, 0.0, -1.0)

    def __post_init__(self) -> None:
        numbers = (*self.head, *self.rotation, self.length, *self.down)
        if not np.isfinite(numbers).all():
            raise InvalidInput(f"The soft part {self.name!r} has a number that is not finite.")

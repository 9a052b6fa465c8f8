"""Chains of bones that hang on a body: hair, tails, strips of cloth, bags on straps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_bool, check_list, check_number, check_parts
from ..base.errors import InvalidInput

Array = NDArray[np.float64]
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
GRAVITY = 9.81  # [m/s2]
STIFFEST = 1e4  # of the torque of the weight below: the spring of stiffness 1
SHORTEST = 1e-3  # of the mean length: shorter links are taken as this long
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
        acts_on_body: whether body and chain pull at each other in the simulation; else the chain
            follows the body's motion.
    """

    stiffness: float = 0.3
    damping: float = 0.3
    gravity: float = 1.0
    air: float = 0.5
    bend: float = 120.0
    thickness: float = 0.3
    weight: float = 0.2
    friction: float = 0.5
    acts_on_body: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in LIMITS.items():
            check_number(f"hanging part's {name}", getattr(self, name), "", low, high)
        check_bool("a hanging part's acts_on_body", self.acts_on_body)

    def spring(self, weight: Array) -> Array:
        """Stiffness [N m/rad] of joints on which weights hang, with a torque [N m] where level."""
        return min(self.stiffness / max(1.0 - self.stiffness, 1e-9), STIFFEST) * weight


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


def check_chains(chains: Any, segments: Sequence[str]) -> None:
    """Raise InvalidInput unless these can hang on a body with such segments."""
    if not isinstance(chains, tuple) or not all(isinstance(chain, Chain) for chain in chains):
        raise InvalidInput(
            f"What hangs on a character must be a tuple of chains, got {chains!r:.60}."
        )
    for what, names in (
        ("hanging part", [chain.name for chain in chains]),
        ("bone that hangs", [bone.name for chain in chains for bone in chain.bones]),
    ):
        for name in names:
            if names.count(name) > 1:
                raise InvalidInput(f"The {what} {name!r} is listed twice; names must differ.")
    for chain in chains:
        if chain.carrier not in segments:
            raise InvalidInput(
                f"The hanging part {chain.name!r} needs a segment that carries it, got "
                f"{chain.carrier!r}; this character has {', '.join(segments)}."
            )


def chains_from_data(data: Any) -> tuple[Chain, ...]:
    """Chains from plain data, the inverse of `dataclasses.asdict`. Raises InvalidInput."""
    check_list("what hangs on a character", data)
    return tuple(_chain(part) for part in data)


def _chain(data: Mapping[str, Any]) -> Chain:
    parts = check_parts("a hanging part", data, Chain)
    check_list("the bones of a hanging part", parts["bones"])
    bones = tuple(_bone(bone) for bone in parts["bones"])
    hanging = Hanging(**check_parts("how a part hangs", parts["hanging"], Hanging))
    return Chain(**{**parts, "bones": bones, "hanging": hanging})


def _bone(data: Mapping[str, Any]) -> ChainBone:
    parts = check_parts("a bone that hangs", data, ChainBone)
    for name in ("head", "rotation", "tip"):
        if parts.get(name) is not None:
            check_list(f"the {name} of a bone that hangs", parts[name])
            parts[name] = tuple(parts[name])
    return ChainBone(**parts)

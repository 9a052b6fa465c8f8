"""Chains as data, and the plain arrays that the compiled steps take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import matrices_from_quaternions
from ...catalogue.hanging import Hanging

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

GRAVITY = 9.81  # [m/s2]
SOFTEST, STIFFEST = 0.0, 1e4  # of the torque of the weight below: springs of stiffness 0 and 1
SHORTEST = 1e-3  # of the mean length: shorter links are taken as this long
POINTS = 4  # of a link, at most, that collide
LIGHTEST = 0.05  # of the mean mass of a chain's points


@dataclass(frozen=True, kw_only=True)
class ChainBone:
    """A bone of a chain in its pose without hanging.

    Attributes:
        name: of the bone.
        head: in the frame of the bone before it, the first in its carrier's [m].
        rotation: unit quaternion (w, x, y, z) of its frame in that frame; y runs along the bone.
        length: from head to tail [m].
    """

    name: str
    head: Vector
    rotation: Quaternion
    length: float


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
        numbers = [(*bone.head, *bone.rotation, bone.length) for bone in self.bones]
        if not np.isfinite(numbers).all():
            raise InvalidInput(f"The hanging part {self.name!r} has a number that is not finite.")


class Links(NamedTuple):
    """All chains of one body, link by link; a link runs from a bone's head to the next one's.

    Point i is the far end of link i. Lengths [m], masses [kg].
    """

    first: Integers  # (chains + 1,) of each chain's links
    carrier: Integers  # (chains,)
    root: Array  # (chains, 3) of the first head, in the carrier's frame
    rest: Array  # (n, 3, 3) a bone's axes in the frame of the bone before it
    axis: Array  # (n, 3) direction of the link in its bone's frame
    length: Array  # (n,)
    mass: Array  # (n,) of the points
    stiffness: Array  # (n,) of the joint at the link's near end [N m/rad]
    damping: Array  # (n,) [N m s/rad]
    weight: Array  # (n,) torque of what hangs on the joint, stretched out level [N m]
    stop: Array  # (n,) chord of the largest bend: twice the sine of half of it
    gravity: Array  # (n,) factor
    air: Array  # (n,) [1/s]
    radius: Array  # (n,)
    friction: Array  # (n,)
    samples: Integers  # (n,) how many points of a link collide
    neighbours: Integers  # (m, 2) points that are tied to each other, in both orders
    apart: Array  # (m,) their distance


def links_of(chains: Sequence[Chain], carriers: Sequence[str]) -> Links:
    """The arrays of chains; `carriers`: names in the order of the carriers' motion."""
    first = np.cumsum([0] + [len(chain.bones) for chain in chains])
    columns = [_columns(chain) for chain in chains]

    def joined(name: str) -> Array:
        parts = [column[name] for column in columns]
        return np.concatenate(parts) if parts else np.zeros(0)

    for chain in chains:
        if chain.carrier not in carriers:
            raise InvalidInput(f"Nothing carries the hanging part {chain.name!r}.")
    names = [name for name in Links._fields if name in (columns[0] if columns else {})]
    neighbours, apart = _neighbours(chains, first)
    return Links(
        first=first.astype(np.int64),
        carrier=np.array([carriers.index(chain.carrier) for chain in chains], np.int64),
        root=np.array([chain.bones[0].head for chain in chains], float).reshape(-1, 3),
        neighbours=neighbours, apart=apart,
        **{name: joined(name) for name in names},
    )  # fmt: skip


def _columns(chain: Chain) -> dict[str, Array]:
    """The columns of `Links` that one chain fills."""
    bones, hanging, n = chain.bones, chain.hanging, len(chain.bones)
    ends = [np.array(bone.head) for bone in bones[1:]] + [np.array((0.0, bones[-1].length, 0.0))]
    length = np.array([np.linalg.norm(end) for end in ends])
    mean = float(length.mean()) or 1e-6
    axis = np.array(
        [end / size if size > SHORTEST * mean else (0.0, 1.0, 0.0)
         for end, size in zip(ends, length, strict=True)]
    )  # fmt: skip
    length = np.maximum(length, SHORTEST * mean)
    mass = _masses(length, hanging.weight)
    stiffness, damping, weight = _springs(length, mass, hanging)
    radius = np.full(n, 0.5 * hanging.thickness * mean)
    samples = np.clip(np.ceil(length / np.maximum(2.0 * radius, 1e-9)), 1, POINTS)
    return {
        "rest": matrices_from_quaternions([bone.rotation for bone in bones]),
        "axis": axis, "length": length, "mass": mass, "stiffness": stiffness, "damping": damping,
        "weight": weight,
        "stop": np.full(n, 2.0 * math.sin(0.5 * math.radians(hanging.bend))),
        "gravity": np.full(n, hanging.gravity), "air": np.full(n, hanging.air), "radius": radius,
        "friction": np.full(n, hanging.friction), "samples": samples.astype(np.int64),
    }  # fmt: skip


def _masses(length: Array, weight: float) -> Array:
    """Masses of the points: each link's half at either end; the root's is carried."""
    link = max(weight, 1e-6) * length / length.sum()
    mass = 0.5 * link
    mass[:-1] += 0.5 * link[1:]
    least: Array = np.maximum(mass, LIGHTEST * mass.mean())
    return least


def _springs(length: Array, mass: Array, hanging: Hanging) -> tuple[Array, Array, Array]:
    """Stiffness [N m/rad] and damping [N m s/rad] of each joint, and the weight's torque [N m].

    The stiffness is a multiple of the torque of the weight below the joint, the damping a share of
    the critical one of that weight on both springs, gravity's and the joint's.
    """
    reach = np.cumsum(length)
    near = reach - length
    arms = np.maximum(reach[None, :] - near[:, None], 0.0)  # (joints, points)
    weight = GRAVITY * arms @ mass
    inertia = arms**2 @ mass
    share = hanging.stiffness
    factor = SOFTEST + min(share / max(1.0 - share, 1e-9), STIFFEST)
    stiffness = factor * weight
    damping: Array = 2.0 * hanging.damping * np.sqrt((stiffness + weight) * inertia)
    return stiffness, damping, weight


def _neighbours(chains: Sequence[Chain], first: Array) -> tuple[Integers, Array]:
    """Ties between strips of a row, each to the nearest others: none before `tied` measures."""
    return np.zeros((0, 2), np.int64), np.zeros(0)

"""The rows that the compiled steps take, from chains as data."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.rotations import matrices_from_quaternions
from ...bodies.hanging import GRAVITY, SHORTEST, Chain, Hanging
from .records import CARRIED, LINK, POINTS

Array = NDArray[np.float64]

LIGHTEST = 0.05  # of the mean mass of a chain's points


def rows_of(
    chains: Sequence[Chain], carriers: Sequence[str]
) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Rows of the links and of the chains; `carriers`: names in the order of their motion."""
    count = sum(len(chain.bones) for chain in chains)
    links, carried, first = np.zeros(count, LINK), np.zeros(len(chains), CARRIED), 0
    for row, chain in zip(carried, chains, strict=True):
        if chain.carrier not in carriers:
            raise InvalidInput(f"Nothing carries the hanging part {chain.name!r}.")
        end = first + len(chain.bones)
        row["first"], row["end"], row["carrier"] = first, end, carriers.index(chain.carrier)
        row["root"] = chain.bones[0].head
        for name, values in _columns(chain).items():
            links[name][first:end] = values
        row["length"] = links["length"][first:end].sum() + links["radius"][first]
        first = end
    return links, carried


def _columns(chain: Chain) -> dict[str, Array]:
    """The columns of the links that one chain fills."""
    bones, hanging, n = chain.bones, chain.hanging, len(chain.bones)
    last = bones[-1].tip or (0.0, bones[-1].length, 0.0)
    ends = [np.array(end) for end in (*(bone.head for bone in bones[1:]), last)]
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
    stiffness = hanging.spring(weight)
    damping: Array = 2.0 * hanging.damping * np.sqrt((stiffness + weight) * inertia)
    return stiffness, damping, weight

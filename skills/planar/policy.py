"""A planar walker's policy from a controller as data, for a body."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...bodies.character import Character
from ...bodies.plane_body import similarity
from ...controllers.planar.walking import NO_NODE, Memory, Policy
from ...simulation.records import Rows, make_record
from ...simulation.rotation import Array

ROOT = "root"  # the name of the root's pitch in a pose
SIDES = (".L", ".R")
ALONG = 2  # of the rates at the start: of the root forwards and upwards
Data = Mapping[str, Any]


def angle_names(character: Character) -> tuple[str, ...]:
    """Names of the numbers of a pose: the root's pitch, then the joints."""
    return (ROOT, *character.joint_names)


def pose_from(character: Character, angles: Mapping[str, float]) -> Array:
    """(n,) a pose from angles by name; angles without a name are 0."""
    names = angle_names(character)
    unknown = [name for name in angles if name not in names]
    if unknown:
        raise InvalidInput(f"Unknown joint {unknown[0]!r} in a pose; allowed: {', '.join(names)}.")
    return np.array([float(angles.get(name, 0.0)) for name in names])


def angles_of(character: Character, pose: Array) -> dict[str, float]:
    """The inverse of `pose_from`."""
    return dict(zip(angle_names(character), pose.tolist(), strict=True))


def mirror_order(character: Character) -> NDArray[np.int64]:
    """(n,) indices in a pose of the same angles on the other side."""
    names = angle_names(character)
    return np.array([names.index(_mirrored(name)) for name in names])


def _mirrored(name: str) -> str:
    for side, other in (SIDES, SIDES[::-1]):
        if name.endswith(side):
            return name.removesuffix(side) + other
    return name


def fitted(character: Character, controller: Data) -> Data:
    """A controller scaled to a body of another size: its gains and rates."""
    length, mass = similarity(character, Character.planar(controller["character"]))
    stiffness, damping = controller["gains"]
    rates = controller["start"]["rates"]
    along, turning = rates[:ALONG], rates[ALONG:]
    time = math.sqrt(length)
    start = {
        **controller["start"],
        "rates": [*(rate * length / time for rate in along), *(rate / time for rate in turning)],
    }
    gains = (stiffness * mass * length, damping * mass * length * time)
    return {**controller, "start": start, "gains": gains}


def make_policy(character: Character, controller: Data) -> tuple[Policy, Rows[Policy]]:
    """The arrays of a controller, and their record for compiled code."""
    nodes = controller["nodes"]
    center, action = (
        np.array([pose_from(character, node[part]) for node in nodes])
        for part in ("center", "action")
    )
    return make_record(Policy, {**wiring(character, controller), **both(character, center, action)})


def both(character: Character, center: Array, action: Array) -> dict[str, Array]:
    """(2 m, n) poses of all nodes from the (m, n) of one step."""
    order = mirror_order(character)
    return {
        "center": np.concatenate([center, center[:, order]]),
        "action": np.concatenate([action, action[:, order]]),
    }


def wiring(character: Character, controller: Data) -> dict[str, NDArray[Any]]:
    """The part of a policy that does not depend on its poses."""
    nodes = controller["nodes"]
    half = len(nodes)
    touching = np.array([[int(down) for down in node["touching"]] for node in nodes])
    stance = np.array([int(node["stance"]) for node in nodes])
    following = _successors([node["next"] for node in nodes])
    mirrored = np.where(following == NO_NODE, NO_NODE, (following + half) % (2 * half))
    stiffness, damping = controller["gains"]
    names = character.segment_names
    return {
        "touching": np.concatenate([touching, touching[:, ::-1]]),
        "stance": np.concatenate([stance, 1 - stance]),
        "successors": np.concatenate([following, mirrored]),
        "weight": np.array([segment.mass for segment in character.segments]),
        "feet": np.array([names.index("foot" + side) for side in SIDES]),
        "hips": np.array([names.index("upper_leg" + side) for side in SIDES]),
        "torso_stiffness": np.array([float(stiffness)]),
        "torso_damping": np.array([float(damping)]),
    }


def _successors(lists: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    most = max(len(nodes) for nodes in lists)
    return np.array([[*nodes, *[NO_NODE] * (most - len(nodes))] for nodes in lists])


def make_memory() -> tuple[Memory, Rows[Memory]]:
    """At the first node, with both feet down."""
    return make_record(Memory, {"active": np.zeros(1, np.int64), "unloaded": np.zeros(2)})

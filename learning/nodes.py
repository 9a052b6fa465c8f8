"""The initial nodes of a controller, and nodes as a vector: Sharon 2004, Section 4.3.4."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..simulation.rotation import Array
from ..skills.planar.policy import angle_names, angles_of, pose_from
from .target import Target

Data = Mapping[str, Any]
EARLY = 0.7  # share of a step after which the touchdown of the swing foot ends the step
FREE_JOINTS = ("hip", "knee", "ankle")  # Chapter 5: the other joints follow the target
LEAD = 0.1  # [s], lag of a joint with the gains of Appendix A: damping over stiffness
TORSO_GAINS = 1000.0, 100.0  # [N m/rad], [N m s/rad]: not given in the thesis


def first_controller(target: Target, style: Data, command: str) -> dict[str, Any]:
    """Nodes along the target, each of which drives towards the next one and slightly beyond."""
    character, count = target.character, int(style["nodes"])
    times = [target.step * i / count for i in range(count + 1)]
    nodes = []
    for i in range(count):
        here, there = target.pose_at(times[i]), target.pose_at(times[i + 1] + LEAD)
        nodes.append(
            {
                "center": angles_of(character, here),
                "action": angles_of(character, there),
                "touching": target.touching[target.sample(times[i])].tolist(),
                "stance": 0,
                "next": sorted({i + 1, count}) if i >= count * EARLY else [i + 1],
            }
        )
    return {
        "name": style["name"],
        "character": style["character"],
        "style": style,
        "command": command,
        "start": {
            "pose": angles_of(character, target.pose_at(0.0)),
            "rates": target.rates_at_start().tolist(),
        },
        "gains": list(TORSO_GAINS),
        "nodes": nodes,
    }


@dataclass(frozen=True)
class Nodes:
    """The free angles of a controller's nodes as one vector: centers, then actions.

    Attributes:
        text: the controller as JSON, so that it can be sent to other processes.
    """

    character: Character
    text: str

    @property
    def controller(self) -> dict[str, Any]:
        controller: dict[str, Any] = json.loads(self.text)
        return controller

    @property
    def free(self) -> list[int]:
        """Indices of the numbers of a pose that are searched."""
        names = angle_names(self.character)
        return [i for i, name in enumerate(names) if name.split(".")[0] in FREE_JOINTS]

    def vector(self) -> Array:
        center, action = self.poses()
        return np.concatenate([center[:, self.free].ravel(), action[:, self.free].ravel()])

    def poses(self) -> tuple[Array, Array]:
        """Centers and actions (m, n) of the controller."""
        nodes = self.controller["nodes"]
        center, action = (
            np.array([pose_from(self.character, node[part]) for node in nodes])
            for part in ("center", "action")
        )
        return center, action

    def filled(self, vector: Array) -> tuple[Array, Array]:
        """Centers and actions (m, n) with the numbers of a vector."""
        center, action = self.poses()
        half = len(vector) // 2
        shape = len(center), len(self.free)
        center[:, self.free] = vector[:half].reshape(shape)
        action[:, self.free] = vector[half:].reshape(shape)
        return center, action

    def with_vector(self, vector: Array) -> dict[str, Any]:
        """The controller with the numbers of a vector."""
        controller = self.controller
        center, action = self.filled(vector)
        for node, c, a in zip(controller["nodes"], center, action, strict=True):
            node["center"] = angles_of(self.character, c)
            node["action"] = angles_of(self.character, a)
        return controller

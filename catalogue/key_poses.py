"""The key poses by which a body gets up, as data: `key_poses.json`.

Angles are of an adult's joints [rad], both sides alike: one about y, or the rotation vector of a
ball joint on the left side. A pose in which a body rolls names the sides "upper" and "lower", as
it lies on its left side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..base.checks import capital, check_name, check_number, check_numbers, check_parts
from ..base.errors import InvalidInput
from ..base.files import read_json
from .tables import Table, check_table

FILE = Path(__file__).parent / "key_poses.json"
TABLE = Table("key poses", "key pose", "poses", version=1)
JOINTS = ("waist", "back", "neck", "shoulder", "elbow", "hip", "knee", "ankle", "toe")
BALLS = ("waist", "back", "neck", "shoulder", "hip")
SIDES = ("", "_upper", "_lower")
USUAL = "usual"  # the stiffness of joints that are not named
STIFFEST = 100.0
Triple = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class KeyPoseData:
    """One key pose.

    Attributes:
        sentence: what the body does in it.
        angles: by joint [rad].
        stiffness: how much the angles matter, by joint, "usual" for all others; empty where the
            pose is taken as it is, without being fitted to places.
        lean: of the pelvis forwards [rad]; None where the pelvis is free.
        lean_weights: how much that matters, about the world's axes.
    """

    sentence: str
    angles: Mapping[str, float | Triple]
    stiffness: Mapping[str, float] = field(default_factory=dict)
    lean: float | None = None
    lean_weights: Triple = (0.0, 0.0, 0.0)

    def ball(self, joint: str) -> Triple:
        """The rotation vector of a ball joint [rad]."""
        angle = self.angles[joint]
        return angle if isinstance(angle, tuple) else (0.0, angle, 0.0)

    def hinge(self, joint: str) -> float:
        """The angle of a joint about y [rad]."""
        angle = self.angles[joint]
        return angle[1] if isinstance(angle, tuple) else angle


def key_pose(name: str) -> KeyPoseData:
    """A key pose by its name; raises InvalidInput for an unknown one."""
    poses = key_poses()
    if name not in poses:
        raise InvalidInput(f"Unknown key pose {name!r}; allowed: {', '.join(poses)}.")
    return poses[name]


@cache
def key_poses() -> Mapping[str, KeyPoseData]:
    """All shipped key poses by name."""
    return MappingProxyType(check_key_poses(read_json(FILE, "file of key poses")))


def check_key_poses(data: Any) -> dict[str, KeyPoseData]:
    """The key poses in a file's data; raise InvalidInput where the data is none."""
    return check_table(data, TABLE, _check_pose)


def _check_pose(what: str, data: Any) -> KeyPoseData:
    parts = check_parts(what, data, KeyPoseData)
    check_name(f"the sentence of {what}", parts["sentence"])
    parts["angles"] = _check_angles(what, parts["angles"])
    stiffness = parts.get("stiffness", {})
    _check_names(f"the stiffness of {what}", stiffness, (USUAL, *JOINTS))
    for joint, value in stiffness.items():
        check_number(f"the stiffness {joint!r} of {what}", value, "", 0.0, STIFFEST)
    if stiffness and USUAL not in stiffness:
        raise InvalidInput(f"The stiffness of {what} needs {USUAL!r}, got {dict(stiffness)}.")
    parts["stiffness"] = MappingProxyType(dict(stiffness))
    if parts.get("lean") is not None:
        check_number(f"the lean of {what}", parts["lean"], "rad", -math.pi, math.pi)
    if "lean_weights" in parts:
        weights = f"the lean weights of {what}"
        check_numbers(weights, parts["lean_weights"], "", 0.0, STIFFEST)
        parts["lean_weights"] = tuple(parts["lean_weights"])
    return KeyPoseData(**parts)


def _check_angles(what: str, angles: Any) -> Mapping[str, float | Triple]:
    _check_names(f"the angles of {what}", angles, [j + side for j in JOINTS for side in SIDES])
    for name, angle in angles.items():
        told = f"the angle {name!r} of {what}"
        if isinstance(angle, list) and name.partition("_")[0] in BALLS:
            check_numbers(told, angle, "rad", -math.pi, math.pi)
        else:
            check_number(told, angle, "rad", -math.pi, math.pi)
    return MappingProxyType(
        {name: tuple(a) if isinstance(a, list) else a for name, a in angles.items()}
    )


def _check_names(what: str, data: Any, allowed: tuple[str, ...] | list[str]) -> None:
    if not isinstance(data, Mapping):
        raise InvalidInput(f"{capital(what)} must be numbers by joint, got {data!r}.")
    for name in data:
        if name not in allowed:
            raise InvalidInput(f"{capital(what)} have no {name!r}; allowed: {', '.join(allowed)}.")

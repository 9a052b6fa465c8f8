"""The bone map: which bone plays which segment of the body, why, and how long a metre is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .casting import REQUIRED, Casting, missing_roles
from .measure import measure_unit, read_rest_pose
from .skeleton import Skeleton


@dataclass(frozen=True)
class BoneMap:
    """The bones that play the segments of a body.

    Attributes:
        armature: its name.
        roles: segment name -> bone name; the bone's head is the segment's joint.
        missing: segments that no bone plays.
        reasons: for each role a few words on why this bone.
        metres_per_unit: length of one unit of the scene as the rig stands in it [m].
        convention: how the names were read.
    """

    armature: str
    roles: dict[str, str]
    missing: tuple[str, ...]
    reasons: dict[str, str]
    metres_per_unit: float
    convention: str

    @property
    def missing_required(self) -> tuple[str, ...]:
        """Segments without which nothing can be simulated."""
        return tuple(role for role in self.missing if role in REQUIRED)

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "armature": self.armature,
            "roles": dict(self.roles),
            "missing": list(self.missing),
            "metres_per_unit": self.metres_per_unit,
        }


def make_bone_map(skeleton: Skeleton, casting: Casting) -> BoneMap:
    """The map of a rig whose roles are known; a rig without legs or trunk gets the unit 1."""
    missing = missing_roles(casting)
    measurable = not any(role in REQUIRED for role in missing)
    return BoneMap(
        armature=skeleton.armature,
        roles={role: skeleton.names[bone] for role, bone in casting.roles.items()},
        missing=missing,
        reasons=casting.reasons,
        metres_per_unit=(
            measure_unit(read_rest_pose(skeleton, casting.roles)) if measurable else 1.0
        ),
        convention=casting.convention,
    )

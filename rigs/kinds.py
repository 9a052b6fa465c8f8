"""The kind of a rig, biped or quadruped, and what depends on it in mapping and measuring."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..bodies import quadruped, quadruped_body
from ..bodies.character import Character
from ..bodies.humanoid import build_biped
from ..bodies.kinds import QUADRUPED
from ..bodies.trunk_balance import stand_over_hips
from . import bone_assignment as assignment
from . import measure, measure_quadruped
from .body_axes import legs_continue_trunk
from .bone_assignment import BoneAssignment
from .four_legged import LEG_ROLES, QUADRUPED_ROLES
from .four_legged_assignment import assign_four_legged
from .measure import RestPose
from .saved_maps import SavedMap
from .skeleton import Skeleton

Array = NDArray[np.float64]
ALL_ROLES = tuple(dict.fromkeys((*assignment.ROLES, *QUADRUPED_ROLES)))


def assigned(
    skeleton: Skeleton,
    picks: Mapping[str, str] | None = None,
    saved: SavedMap | None = None,
) -> BoneAssignment:
    """The assignment of a rig's bones; the artist's picks and a saved map win.

    Raises RigError when a pick is an unknown segment or bone.
    """
    given = {**(saved.roles if saved else {}), **(picks or {})}
    assignment.check_picks(skeleton, given, ALL_ROLES)
    only_biped = set(assignment.ROLES) - set(QUADRUPED_ROLES)
    found = None if only_biped & set(given) else assign_four_legged(skeleton, given, saved)
    return found or assignment.assign_bones(skeleton, picks, saved)


def roles_of(kind: str) -> tuple[str, ...]:
    """All segments of this kind of body."""
    return QUADRUPED_ROLES if kind == QUADRUPED else assignment.ROLES


def required_of(kind: str) -> tuple[str, ...]:
    """Segments that a simulation needs."""
    return ("pelvis", *LEG_ROLES) if kind == QUADRUPED else assignment.REQUIRED


def parent_of(kind: str, role: str) -> str:
    """The parent of a segment; "" for the pelvis."""
    return quadruped.parent_of(role) if kind == QUADRUPED else measure.parent_of(role)


def is_measurable(kind: str, roles: Mapping[str, int]) -> bool:
    return all(role in roles for role in required_of(kind))


def stands(kind: str, skeleton: Skeleton, roles: Mapping[str, int]) -> bool:
    """Whether the legs are in the place of this kind: a biped's continue its trunk."""
    return kind == QUADRUPED or legs_continue_trunk(skeleton, roles)


def read_rest(
    kind: str,
    skeleton: Skeleton,
    roles: Mapping[str, int],
    flesh: Mapping[str, Array] | None = None,
) -> RestPose:
    """The rest pose of a rig, with its front and its segments' frames."""
    reader = measure_quadruped.read_quadruped_rest if kind == QUADRUPED else measure.read_rest_pose
    return reader(skeleton, roles, flesh)


def metres_per_unit(kind: str, rest: RestPose) -> float:
    """Metres per unit of the scene in which the rig stands."""
    if kind == QUADRUPED:
        return measure_quadruped.metres_per_unit(rest)
    return measure.measure_unit(rest)


def build(kind: str, rest: RestPose, unit: float, mass: float | None) -> Character:
    """The body that stands like the rig; `unit`: metres per unit of the armature."""
    if kind == QUADRUPED:
        on_four = quadruped.scaled(measure_quadruped.measure_quadruped(rest), unit)
        return Character.of(quadruped_body.build_quadruped(on_four, mass))
    on_two = measure.scaled(measure.measure(rest), unit)
    return Character.of(stand_over_hips(build_biped(on_two, mass)))


def soles(kind: str, rest: RestPose) -> Array:
    """The lowest points of the feet (feet, 3), in the armature's space."""
    if kind == QUADRUPED:
        return measure_quadruped.soles(rest)
    measured = measure.measure(rest)
    return np.array(
        [
            rest.joint(f"foot.{side}") - measured.ankle_height[i] * rest.axes.up
            for i, side in enumerate("LR")
        ]
    )

"""Assigning the bones of quadrupeds: by the rig's shape, supported by its names.

The shape distinguishes trunk and legs; names distinguish front and back, left and right, and femur
and scapula, where the shape alone would be a guess.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit, without
from ..bodies.quadruped import LEGS, NAMES_OF_JOINTS, SPINE, TAIL
from .body_axes import snapped
from .four_legged_trunk import find_trunk
from .four_legs import FourLegs, end_of, find_four_legs
from .front import judge_front
from .generated_rig import as_designed, is_generated
from .leg_joints import Place, find_joints
from .limbs import Limb
from .naming.animal import speaks_of
from .naming.hanging import speaks_of_hanging
from .skeleton import Skeleton

Array = NDArray[np.float64]
PARTS = tuple(NAMES_OF_JOINTS)
QUADRUPED_ROLES = (
    "pelvis", *SPINE, "neck", "head", *TAIL, *(f"{part}.{leg}" for leg in LEGS for part in PARTS),
)  # fmt: skip
LIKE_LEGS = ("hair", "cloth", "band", "strap")  # what a name may say of strips that hang
LEG_ROLES = tuple(f"{part}.{leg}" for leg in LEGS for part in PARTS)


@dataclass(frozen=True)
class FourLegged:
    """Roles of a quadruped rig, and whether there is evidence for its front."""

    roles: dict[str, int]
    front_told: bool


def find_four_legged(skeleton: Skeleton) -> FourLegged | None:
    """The roles of a rig that stands on four legs; None for any other rig."""
    clean = as_designed(skeleton) if is_generated(skeleton) else _without_controls(skeleton)
    clean = _without_cloth(clean)
    legs = find_four_legs(clean)
    if legs is None:
        return None
    front = judge_front(clean, legs)
    place = _place(clean, legs, 1.0 if front.is_second else -1.0)
    limbs = _named_limbs(legs, place, front.is_second)
    roles: dict[str, int] = {}
    for leg, limb in limbs.items():
        joints = find_joints(clean, limb, place, leg[0] == "F")
        roles |= {f"{part}.{leg}": bone for part, bone in zip(PARTS, joints, strict=True)}
    if len(set(roles.values())) < len(roles):
        return None
    roles |= find_trunk(clean, roles, [limb.bones[0] for limb in limbs.values()], place)
    found = {role: skeleton.index[clean.names[bone]] for role, bone in roles.items()}
    return FourLegged(in_order(found), front.told)


def in_order(roles: dict[str, int]) -> dict[str, int]:
    """Roles in the order of the body, with each bone once."""
    ordered: dict[str, int] = {}
    for role in QUADRUPED_ROLES:
        if role in roles and roles[role] not in ordered.values():
            ordered[role] = roles[role]
    return ordered


def _without_controls(skeleton: Skeleton) -> Skeleton:
    """The rig without bones that are controls by name and carry no others."""
    kept = [
        i for i in range(len(skeleton.names))
        if any(not speaks_of(skeleton.names[b], "helpers") for b in skeleton.descendants(i))
    ]  # fmt: skip
    return skeleton.part(kept)


def _without_cloth(skeleton: Skeleton) -> Skeleton:
    """The rig without strips of cloth and hair, of which four may stand like legs."""
    hangs = [speaks_of_hanging(name).topic in LIKE_LEGS for name in skeleton.names]
    kept = [
        i for i in range(len(skeleton.names))
        if any(not hangs[b] for b in skeleton.descendants(i))
    ]  # fmt: skip
    return skeleton.part(kept)


def _place(skeleton: Skeleton, legs: FourLegs, sign: float) -> Place:
    up = snapped(skeleton, legs.up)
    forward = without(sign * legs.along(skeleton), up)
    forward = without(snapped(skeleton, forward), up)
    limbs = [limb for pair in legs.pairs for limb in pair.limbs]
    return Place(
        forward=forward,
        left=np.cross(up, forward),
        up=up,
        middle=np.mean([skeleton.heads[limb.bones[0]] for limb in limbs], axis=0),
        ground=min(float(end_of(skeleton, limb, -up) @ up) for limb in limbs),
    )


def _named_limbs(legs: FourLegs, place: Place, second_is_front: bool) -> dict[str, Limb]:
    """Limbs by the names FL, FR, BL and BR."""
    pairs = legs.pairs if second_is_front else legs.pairs[::-1]
    first_is_left = unit(legs.across) @ place.left > 0
    return {
        end + side: limb
        for end, pair in zip("BF", pairs, strict=True)
        for side, limb in zip("LR" if first_is_left else "RL", pair.limbs, strict=True)
    }

"""The assignment of a quadruped rig: roles found by shape, and the artist's picks."""

from __future__ import annotations

from collections.abc import Mapping

from ..bodies.kinds import QUADRUPED
from .bone_assignment import BY_HAND, BoneAssignment
from .four_legged import LEG_ROLES, QUADRUPED_ROLES, find_four_legged, in_order
from .naming.animal import speaks_of
from .saved_maps import SavedMap
from .skeleton import Skeleton

BY_NAMES_AND_SHAPE, BY_SHAPE = "four legs, words in the names", "four legs, found by structure"
A_NAME = "its name, and where it lies"
THE_SHAPE = "the shape of the skeleton"
WORDS = {  # words in a name that confirm a role
    **dict.fromkeys(("upper_leg", "lower_leg", "foot"), ("upper_leg", "lower_leg", "foot", "leg")),
    **dict.fromkeys(("pelvis", "torso"), ("trunk",)),
    **dict.fromkeys((f"spine{i}" for i in range(1, 5)), ("trunk",)),
    **dict.fromkeys((f"tail{i}" for i in range(1, 4)), ("tail",)),
    "neck": ("neck",),
    "head": ("head",),
}


def assign_four_legged(
    skeleton: Skeleton, picks: Mapping[str, str], saved: SavedMap | None = None
) -> BoneAssignment | None:
    """The roles of a quadruped rig; None where neither its shape nor a pick makes it one."""
    found = find_four_legged(skeleton)
    if found is None and not any(role in LEG_ROLES for role in picks):
        return None
    roles = dict(found.roles) if found else {}
    picked = {role: skeleton.index[bone] for role, bone in picks.items()}
    roles = {role: bone for role, bone in roles.items() if bone not in picked.values()}
    roles = in_order({**roles, **picked})
    names = {role: skeleton.names[bone] for role, bone in roles.items()}
    reasons = {role: A_NAME if is_named(role, name) else THE_SHAPE for role, name in names.items()}
    reasons |= {role: BY_HAND for role in roles if role in picks}
    if saved:
        reasons |= {role: f"the saved map {saved.name!r}" for role in roles
                    if skeleton.names[roles[role]] == saved.roles.get(role)}  # fmt: skip
    confirmed = sum(is_named(role, names[role]) for role in names)
    return BoneAssignment(
        roles={role: roles[role] for role in QUADRUPED_ROLES if role in roles},
        reasons=reasons,
        convention=BY_NAMES_AND_SHAPE if 2 * confirmed > len(names) else BY_SHAPE,
        sides_told=found.front_told if found else True,
        saved=saved.name if saved else "",
        kind=QUADRUPED,
    )


def is_named(role: str, bone: str) -> bool:
    """Whether a bone's name confirms its role."""
    return any(speaks_of(bone, topic) for topic in WORDS[role.partition(".")[0]])

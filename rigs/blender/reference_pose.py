"""The pose in which a rig is measured: at rest, or as posed where it has no rest pose."""

from __future__ import annotations

import bpy
import numpy as np

from .. import kinds
from ..bone_assignment import BoneAssignment
from ..skeleton import Skeleton
from . import rigify
from .armature import read_posed, settle

DISTORTED = 0.02  # of the lengths of all bones: limit on shifts of joints by unmapped bones


def settled_pose(
    armature: bpy.types.Object, skeleton: Skeleton, assignment: BoneAssignment
) -> Skeleton:
    """The mapped bones at rest, and all others in the pose that they keep."""
    if rigify.is_generated(skeleton):
        return rigify.settle_generated(skeleton, armature)
    return settle(skeleton, armature, assignment.roles.values())


def measured_pose(
    armature: bpy.types.Object, rest: Skeleton, settled: Skeleton, assignment: BoneAssignment
) -> Skeleton:
    """The pose to measure: settled, because a raised clavicle is part of the body. Clips may leave
    unmapped bones anywhere; where that distorts the body, the rest pose is measured. A rig from
    motion capture may have no rest pose at all, with all bones along one axis; its present pose is
    measured.
    """
    if rigify.is_generated(settled):
        return settled
    found = rest if _is_distorted(rest, settled, assignment) else settled
    if kinds.is_measurable(assignment.kind, assignment.roles):
        posed = read_posed(rest, armature)
        stands = [kinds.stands(assignment.kind, pose, assignment.roles) for pose in (found, posed)]
        if stands == [False, True]:
            return posed
    return found


def _is_distorted(rest: Skeleton, settled: Skeleton, assignment: BoneAssignment) -> bool:
    roles = assignment.roles
    above = {role: kinds.parent_of(assignment.kind, role) for role in roles}
    pairs = [(roles[above[r]], b) for r, b in roles.items() if above[r] in roles]
    if not pairs:
        return True
    before, after = (np.array([s.distance(*pair) for pair in pairs]) for s in (rest, settled))
    # A root bone above the settled bones may scale them as a whole.
    scale = after.sum() / max(before.sum(), 1e-12)
    return bool(np.abs(after - scale * before).max() > DISTORTED * after.sum() or not scale > 0)

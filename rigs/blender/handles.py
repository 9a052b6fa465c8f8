"""Which bones of an armature get keys, and the constraints that would override these."""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...retarget.channels import Handle
from ..skeleton import Skeleton
from .rig import Rig

Array = NDArray[np.float64]


def make_handles(rig: Rig, root: Handle | None = None) -> list[Handle]:
    """One handle for each mapped bone, carriers first.

    Args:
        root: the handle of a bone above all mapped ones, if it carries the travel.
    """
    rest, bones = rig.rest, rig.armature.data.bones
    skeleton, settled = rest.skeleton, rig.settled.matrices
    by_depth = sorted(rest.roles.items(), key=lambda item: skeleton.depths[item[1]])
    handles: list[Handle] = [] if root is None else [root]
    placed = {} if root is None else {skeleton.index[root.bone]: 0}  # bone -> handle
    for segment, bone in by_depth:
        carrier = next((b for b in list(skeleton.ancestors(bone))[1:] if b in placed), -1)
        moves = not _stays(rig, segment, carrier) or _is_shifted(rig, bone, carrier)
        lifter = _lifter(skeleton, bones, bone) if moves else bone
        if lifter != bone:
            moves = False
            if root is not None and segment == "pelvis" and lifter == carrier:
                raise RigError(
                    f"The hips bone {skeleton.names[bone]!r} is connected to the root bone "
                    f"{root.bone!r}, so that both travel as one: put root motion on the hips."
                )
            if carrier >= 0 and carrier not in skeleton.ancestors(lifter):
                lifter = carrier  # no bone between this one and its carrier can be moved
        if lifter not in (bone, carrier):
            held = skeleton.matrices[bone] @ np.linalg.inv(settled[bone]) @ settled[lifter]
            zero = _without_own_pose(rig, lifter)
            placed[lifter] = len(handles)
            handles.append(_handle(rig, segment, lifter, placed, carrier, zero, held, True))
            carrier = lifter
        placed[bone] = len(handles)
        held = skeleton.matrices[bone]
        handles.append(_handle(rig, segment, bone, placed, carrier, settled[bone], held, moves))
    return handles


def _without_own_pose(rig: Rig, bone: int) -> Array:
    """An unmapped bone's matrix with zero channels, in its parent as posed (4, 4)."""
    data = rig.armature.data.bones[rig.settled.names[bone]]
    if data.parent is None:
        return np.array(data.matrix_local)
    parent = rig.settled.matrices[rig.settled.parents[bone]]
    return parent @ np.array(data.parent.matrix_local.inverted() @ data.matrix_local)


def _stays(rig: Rig, segment: str, carrier: int) -> bool:
    """Whether the carrier, which is the bone of the segment's parent, moves the joint along."""
    if segment == "pelvis":
        return False
    character = rig.character
    parent = character.segment(segment).parent
    offset = np.linalg.norm(character.segment(segment).offset)
    if parent not in rig.rest.roles and offset < 1e-6:
        # Two joints at one point: the rig has one of them.
        parent = character.segment(parent).parent
    return rig.rest.roles.get(parent) == carrier


def _is_shifted(rig: Rig, bone: int, carrier: int) -> bool:
    """Whether unmapped bones in between put the joint elsewhere than in the measured body."""
    offsets = [
        np.linalg.inv(s.matrices[carrier]) @ s.matrices[bone][:, 3]
        for s in (rig.rest.skeleton, rig.settled)
    ]
    step = float(np.linalg.norm(offsets[1] - offsets[0]))
    roles = rig.rest.roles
    leg = [next(role for role in roles if role.startswith(part)) for part in ("upper_leg", "foot")]
    return step > 1e-5 * rig.rest.skeleton.distance(*(roles[role] for role in leg))


def _lifter(skeleton: Skeleton, bones: bpy.types.ArmatureBones, bone: int) -> int:
    """The first bone from here up whose location can be keyed; connected bones have none."""
    while bones[skeleton.names[bone]].use_connect:
        bone = skeleton.parents[bone]
    return bone


def _handle(
    rig: Rig,
    segment: str,
    bone: int,
    placed: dict[int, int],
    carrier: int,
    zero: Array,
    held: Array,
    moves: bool,
) -> Handle:
    """The handle of a bone.

    `zero` is the bone with zero channels and its carrier at rest, `held` the bone as its segment
    holds it.
    """
    skeleton = rig.settled
    data = rig.armature.data.bones[skeleton.names[bone]]
    above = skeleton.matrices[carrier] if carrier >= 0 else np.eye(4)
    if carrier in placed and carrier not in rig.rest.roles.values():
        above = _without_own_pose(rig, carrier)
        zero = above @ np.linalg.inv(skeleton.matrices[carrier]) @ zero
    unkeyed = np.linalg.inv(above) @ zero
    axes = location_axes(data, skeleton, above, unkeyed)
    inherits = all(
        rig.armature.data.bones[skeleton.names[b]].use_inherit_rotation
        for b in _between(skeleton, carrier, bone)
    )
    if not inherits:
        unkeyed = unkeyed.copy()
        unkeyed[:3, :3] = zero[:3, :3]
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = rig.rest.frames[segment], rig.rest.joint(segment)
    hold = np.linalg.inv(frame) @ held
    hold[:3, :3] /= np.cbrt(np.linalg.det(hold[:3, :3]))
    return Handle(
        bone=data.name,
        segment=segment,
        hold=hold,
        carrier=placed[carrier] if carrier >= 0 else -1,
        unkeyed=unkeyed,
        location_axes=axes,
        inherits_rotation=inherits,
        moves=moves,
    )


def _between(skeleton: Skeleton, carrier: int, bone: int) -> Iterable[int]:
    """The bone and its ancestors up to its carrier."""
    for b in skeleton.ancestors(bone):
        if b == carrier:
            return
        yield b


def location_axes(bone: bpy.types.Bone, skeleton: Skeleton, above: Array, unkeyed: Array) -> Array:
    """The axes of the location channels, in the carrier's matrix (3, 3)."""
    if bone.use_local_location:
        return unkeyed[:3, :3]
    if bone.parent is None:
        return np.eye(3)
    parent = skeleton.matrices[skeleton.index[bone.parent.name]]
    return (np.linalg.inv(above) @ parent)[:3, :3]


def silence_constraints(rig: Rig, handles: Iterable[Handle]) -> list[tuple[str, float]]:
    """Mute every constraint that would override the keys; returns (path, former influence) of each.

    The influences are keyed to 0 in the new Action, so the old Action, or the artist by hand, can
    restore them. Drivers on keyed channels cannot be overridden: RigError.
    """
    armature = rig.armature
    keyed = {handle.bone for handle in handles}
    _check_drivers(armature, keyed)
    silenced = []
    for bone in armature.pose.bones:
        for constraint in bone.constraints:
            if constraint.mute or constraint.influence == 0:
                continue
            if bone.name in keyed or keyed & set(pulled_by(constraint, bone)):
                silenced.append((f"{constraint.path_from_id()}.influence", constraint.influence))
                constraint.influence = 0.0
    return silenced


def pulled_by(constraint: bpy.types.Constraint, bone: bpy.types.PoseBone) -> list[str]:
    """Bones above the constraint's own that it also moves: an IK chain."""
    if constraint.type not in ("IK", "SPLINE_IK"):
        return []
    above = [bone, *bone.parent_recursive]
    start = 0 if getattr(constraint, "use_tail", True) else 1
    count = constraint.chain_count or len(above)
    return [b.name for b in above[start : start + count]]


def _check_drivers(armature: bpy.types.Object, keyed: set[str]) -> None:
    data = armature.animation_data
    for driver in data.drivers if data else ():
        for name in keyed:
            start = f'pose.bones["{bpy.utils.escape_identifier(name)}"].'
            channel = driver.data_path.removeprefix(start)
            if channel.startswith(("rotation", "location")) and channel != driver.data_path:
                raise RigError(
                    f"The bone {name!r} is moved by a driver on its {channel}: "
                    "remove the driver or pick another bone."
                )

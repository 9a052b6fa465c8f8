"""Generated Rigify rigs: keys go to their FK controls, which carry the bones that are measured.

The spine's controls turn about both ends of the waist: `torso` carries all, `spine_fk` turns the
hips about the waist joint, `spine_fk.003` turns the chest. With no keys on the others the bones
ORG-spine, ORG-spine.001 and ORG-spine.003 follow rigidly.
"""

from __future__ import annotations

from collections.abc import Mapping

import bpy
import numpy as np

from ...errors import RigError
from ..channels import Handle
from ..measure import RestPose
from ..skeleton import Skeleton
from .armature import carried_by, with_matrices

ROOT = "root"
MARKS = ("torso", "spine_fk", "spine_fk.003", "ORG-spine", "thigh_fk.L", "thigh_parent.L", ROOT)

# Control, the segment that it follows, the control that carries it, whether it is moved too.
CONTROLS = (
    ("torso", "lower_back", "", True),
    ("spine_fk", "pelvis", "torso", False),
    ("spine_fk.003", "torso", "torso", False),
    ("neck", "head", "spine_fk.003", False),
    *(
        row
        for s in "LR"
        for row in (
            (f"upper_arm_fk.{s}", f"upper_arm.{s}", "spine_fk.003", False),
            (f"forearm_fk.{s}", f"lower_arm.{s}", f"upper_arm_fk.{s}", False),
            (f"hand_fk.{s}", f"hand.{s}", f"forearm_fk.{s}", False),
            (f"thigh_fk.{s}", f"upper_leg.{s}", "spine_fk", False),
            (f"shin_fk.{s}", f"lower_leg.{s}", f"thigh_fk.{s}", False),
            (f"foot_fk.{s}", f"foot.{s}", f"shin_fk.{s}", False),
            (f"toe_fk.{s}", f"toes.{s}", f"foot_fk.{s}", False),
        )
    ),
)
# Set so that the FK controls act, and follow the bone that carries them.
SWITCHES = {
    **{f"{limb}_parent.{s}": {"IK_FK": 1.0, "FK_limb_follow": 0.0}
       for limb in ("upper_arm", "thigh") for s in "LR"},
    "torso": {"neck_follow": 1.0, "head_follow": 1.0},
}  # fmt: skip
# These stay as they are at rest, or the controls above would be bent by them.
STILL = ("hips", "chest", "spine_fk.001", "spine_fk.002", "head")


def is_generated(skeleton: Skeleton) -> bool:
    return all(name in skeleton.index for name in MARKS)


def make_rigify_human() -> bpy.types.Object:
    """Enable Rigify, add its human metarig to the scene, generate, and return the rig."""
    if "rigify" not in bpy.context.preferences.addons:
        bpy.ops.preferences.addon_enable(module="rigify")
    bpy.ops.object.armature_human_metarig_add()
    metarig = bpy.context.object
    bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    if rig is None or rig == metarig:
        raise RigError("Rigify could not generate its human: see the console for its report.")
    metarig.hide_set(True)
    metarig.hide_render = True
    return rig


def settle_generated(skeleton: Skeleton, armature: bpy.types.Object) -> Skeleton:
    """The rest pose on the posed root, with the arms where posed shoulders hold them."""
    settled = carried_by(skeleton, armature, ROOT)
    matrices = settled.matrices.copy()
    for side in "LR":
        chest, shoulder = "spine_fk.003", f"ORG-shoulder.{side}"
        if shoulder not in skeleton.index:
            continue
        a, b = (skeleton.index[name] for name in (chest, shoulder))
        now = [
            np.array(armature.pose.bones[name].matrix, dtype=float) for name in (chest, shoulder)
        ]
        held = matrices[a] @ np.linalg.inv(now[0]) @ now[1]
        below = list(skeleton.descendants(b))
        matrices[below] = held @ np.linalg.inv(settled.matrices[b]) @ settled.matrices[below]
    return with_matrices(settled, matrices)


def segments_of_bones(skeleton: Skeleton, roles: Mapping[str, int]) -> dict[str, str]:
    """Each bone's segment: that of the nearest mapped bone above it.

    In a generated rig the deforming bones hang elsewhere, so they go by their names: DEF-foot.L
    moves as ORG-foot.L does.
    """
    role_of = {bone: role for role, bone in roles.items()}
    found = {}
    for i, name in enumerate(skeleton.names):
        twin = skeleton.index.get("ORG-" + name.removeprefix("DEF-")) if "DEF-" in name else None
        start = i if twin is None else twin
        above = next((b for b in skeleton.ancestors(start) if b in role_of), None)
        if above is not None:
            found[name] = role_of[above]
    return found


def make_handles(rest: RestPose) -> list[Handle]:
    """The controls to key, each with the segment that it follows."""
    skeleton = rest.skeleton
    rows = [r for r in CONTROLS if r[0] in skeleton.index and r[1] in rest.roles]
    order = {control: i for i, (control, *_) in enumerate(rows)}
    handles = []
    for control, segment, carrier, moves in rows:
        matrix = skeleton.matrices[skeleton.index[control]]
        above = skeleton.matrices[skeleton.index[carrier]] if carrier else np.eye(4)
        place = np.linalg.inv(above) @ matrix
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = rest.frames[segment], rest.joint(segment)
        handles.append(
            Handle(
                bone=control,
                segment=segment,
                hold=np.linalg.inv(frame) @ matrix,
                carrier=order.get(carrier, -1),
                unkeyed=place,
                location_axes=place[:3, :3],
                moves=moves,
            )
        )
    return handles


def switch_to_fk(armature: bpy.types.Object) -> list[tuple[str, float]]:
    """Set the switches and rest the controls in between; returns (data path, value) to key."""
    for name in STILL:
        if name in armature.pose.bones:
            armature.pose.bones[name].matrix_basis.identity()
    keyed = []
    for name, switches in SWITCHES.items():
        bone = armature.pose.bones.get(name)
        for switch, value in switches.items() if bone else ():
            if switch in bone:
                bone[switch] = value
                keyed.append((f'pose.bones["{name}"]["{switch}"]', value))
    return keyed

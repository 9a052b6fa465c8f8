"""Generated Rigify rigs: keys are set on their controls, which move the measured bones.

All limbs use FK controls; the feet may use IK controls, with pole targets for the knees.

The spine's controls turn about both ends of the waist: `torso` carries everything, `spine_fk` turns
the hips about the waist joint, `spine_fk.003` turns the chest. While the others have no keys, the
bones ORG-spine, ORG-spine.001 and ORG-spine.003 follow rigidly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput, RigError
from ...base.rotations import unit
from ...retarget.channels import Handle
from ...retarget.segment_motion import SegmentMotion, Segments
from ..measure import RestPose
from ..skeleton import Skeleton
from . import rigify_animal
from .armature import carried_by, read_skeleton, with_matrices
from .bendy_bones import HALF_TURN, handles_half_turned
from .controls import handles_of_controls

Array = NDArray[np.float64]
ROOT = "root"
ADDS = ("armature_", "_metarig_add")  # around a metarig's name: the operator that adds it
MARKS = (
    "torso", "spine_fk", "spine_fk.003", "ORG-spine", "thigh_fk.L", "thigh_parent.L", "foot_fk.L",
    ROOT,
)  # fmt: skip
DEFORMING = "DEF-"  # prefix of the bone that moves the skin, before the name of the metarig's bone
UPRIGHT = 0.5  # cosine between a human's spine and legs; a cat's spine lies across its legs

# Each one a row as in `controls`.
TRUNK_AND_ARMS = (
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
        )
    ),
)
LEGS_ON_FK = tuple(
    row
    for s in "LR"
    for row in (
        (f"thigh_fk.{s}", f"upper_leg.{s}", "spine_fk", False),
        (f"shin_fk.{s}", f"lower_leg.{s}", f"thigh_fk.{s}", False),
        (f"foot_fk.{s}", f"foot.{s}", f"shin_fk.{s}", False),
        (f"toe_fk.{s}", f"toes.{s}", f"foot_fk.{s}", False),
    )
)
KNEE_POLE = "knee_pole"  # a point in front of the knee, followed like a segment
LEGS_ON_IK = tuple(
    row
    for s in "LR"
    for row in (
        (f"foot_ik.{s}", f"foot.{s}", "", True),
        (f"thigh_ik_target.{s}", f"{KNEE_POLE}.{s}", "", True),
        (f"toe_ik.{s}", f"toes.{s}", f"foot_ik.{s}", False),
    )
)
# Settings with which the keyed controls act and follow their carrier.
FOLLOW = {"torso": {"neck_follow": 1, "head_follow": 1, "torso_parent": 1}}
FK = {"IK_FK": 1, "FK_limb_follow": 0}
IK = {"IK_FK": 0, "pole_vector": 1, "IK_parent": 1, "pole_parent": 1}
# Controls kept at rest, since they would bend those above.
STILL = ("hips", "chest", "spine_fk.001", "spine_fk.002", "head")
STILL_ON_IK = tuple(f"{n}.{s}" for n in ("foot_heel_ik", "foot_spin_ik", "thigh_ik") for s in "LR")


def is_generated(skeleton: Skeleton) -> bool:
    """Whether this is a generated human or animal whose controls are known."""
    return is_human(skeleton) or rigify_animal.is_animal(skeleton)


def is_human(skeleton: Skeleton) -> bool:
    """Whether the rig has a human's controls, and a spine that continues the legs."""
    if not all(name in skeleton.index for name in MARKS):
        return False
    chest, hips, hip, ankle = (
        skeleton.heads[skeleton.index[name]] for name in (*MARKS[2:5], "foot_fk.L")
    )
    return bool(unit(chest - hips) @ unit(hip - ankle) > UPRIGHT)


def make_rigify_human() -> bpy.types.Object:
    """Rigify's default human, generated."""
    return make_rigify("human")


def make_rigify(metarig: str) -> bpy.types.Object:
    """Enable Rigify, add one of its metarigs to the scene, generate, and return the rig.

    Raises InvalidInput for a metarig that Rigify does not have.
    """
    if "rigify" not in bpy.context.preferences.addons:
        bpy.ops.preferences.addon_enable(module="rigify")
    known = [
        name.removeprefix(ADDS[0]).removesuffix(ADDS[1])
        for name in dir(bpy.ops.object)
        if name.startswith(ADDS[0]) and name.endswith(ADDS[1])
    ]
    if metarig not in known:
        raise InvalidInput(f"Rigify has no metarig {metarig!r}; it has {', '.join(known)}.")
    getattr(bpy.ops.object, metarig.join(ADDS))()
    drawn = bpy.context.object
    rig = _generate(drawn)
    if turned := handles_half_turned(rig):
        rig.hide_set(True)
        bpy.context.view_layer.objects.active = drawn
        _roll(drawn, {name.removeprefix(DEFORMING) for name in turned})
        rig = _generate(drawn)
    drawn.hide_set(True)
    drawn.hide_render = True
    return rig


def _generate(metarig: bpy.types.Object) -> bpy.types.Object:
    bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    if rig is None or rig == metarig:
        raise RigError(f"Rigify could not generate {metarig.name}: see the console for its report.")
    return rig


def _roll(metarig: bpy.types.Object, names: set[str]) -> None:
    """Roll bones away from half a turn, where rounding decides on the direction of a twist."""
    bpy.ops.object.mode_set(mode="EDIT")
    for name in names:
        metarig.data.edit_bones[name].roll += 2 * HALF_TURN
    bpy.ops.object.mode_set(mode="OBJECT")


def settle_generated(skeleton: Skeleton, armature: bpy.types.Object) -> Skeleton:
    """The rest pose on the posed root, with the arms as posed shoulders hold them."""
    settled = carried_by(skeleton, armature, ROOT)
    if not is_human(skeleton):
        return settled
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
    """The segment of each bone: that of the nearest mapped bone above it.

    In a generated rig deforming bones have other parents, so they are matched by name: DEF-foot.L
    moves like ORG-foot.L, and DEF-thigh.L.001 like ORG-thigh.L.
    """
    if is_generated(skeleton) and not is_human(skeleton):
        return rigify_animal.segments_of_bones(skeleton, roles)
    role_of = {bone: role for role, bone in roles.items()}
    found = {}
    for i, name in enumerate(skeleton.names):
        twins = (f"ORG-{name.removeprefix('DEF-')}", rigify_animal.org_name(name))
        twin = next((skeleton.index[t] for t in twins if t in skeleton.index), i)
        start = twin if "DEF-" in name else i
        above = next((b for b in skeleton.ancestors(start) if b in role_of), None)
        if above is not None:
            found[name] = role_of[above]
    return found


def make_handles(
    rest: RestPose, feet_on_ik: bool = False, root: Handle | None = None
) -> list[Handle]:
    """The controls to key, each with the segment that it follows; `root`: as in handles.py."""
    skeleton = rest.skeleton
    if not is_human(skeleton):
        return rigify_animal.make_handles(rest, root)
    rows = [
        row
        for row in (*TRUNK_AND_ARMS, *(LEGS_ON_IK if feet_on_ik else LEGS_ON_FK))
        if row[0] in skeleton.index and (row[1] in rest.roles or row[1].startswith(KNEE_POLE))
    ]
    return handles_of_controls(rest, rows, root)


def with_knee_poles(segments: Segments) -> dict[str, SegmentMotion]:
    """The segments, and points in front of the knees as pole targets of the IK solver."""
    poles = {}
    for side in (".L", ".R"):
        hip, knee, ankle = (
            segments[name + side].origin for name in ("upper_leg", "lower_leg", "foot")
        )
        # From the knee's axis, since a straight leg's position shows no direction.
        ahead = np.cross(segments["lower_leg" + side].axes[:, :, 1], hip - ankle)
        ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
        length = np.linalg.norm(hip - knee, axis=1) + np.linalg.norm(knee - ankle, axis=1)
        poles[KNEE_POLE + side] = SegmentMotion(
            axes=np.tile(np.eye(3), (len(hip), 1, 1)),
            origin=(hip + ankle) / 2 + length[:, None] * ahead,
        )
    return {**segments, **poles}


def set_switches(
    armature: bpy.types.Object, handles: Sequence[Handle], feet_on_ik: bool
) -> list[tuple[str, float, float]]:
    """Set switches, and put the controls in between at rest; (data path, value, former value)."""
    if not is_human(read_skeleton(armature)):
        return rigify_animal.set_switches(armature, {handle.bone for handle in handles})
    for name in STILL + feet_on_ik * STILL_ON_IK:
        if name in armature.pose.bones:
            armature.pose.bones[name].matrix_basis.identity()
    wanted = dict(FOLLOW)
    for s in "LR":
        wanted[f"upper_arm_parent.{s}"] = FK
        wanted[f"thigh_parent.{s}"] = IK if feet_on_ik else FK
    changed = []
    for name, switches in wanted.items():
        bone = armature.pose.bones.get(name)
        for switch, value in switches.items() if bone else ():
            if switch in bone:
                before = bone[switch]
                bone[switch] = type(before)(value)
                changed.append((f'pose.bones["{name}"]["{switch}"]', float(value), float(before)))
    return changed + (_stiffen_legs(armature) if feet_on_ik else [])


def _stiffen_legs(armature: bpy.types.Object) -> list[tuple[str, float, float]]:
    """Turn off leg stretching, which Blender's solver prefers to bending the knee."""
    changed = []
    for side in "LR":
        solved = armature.pose.bones.get(f"MCH-shin_ik.{side}")
        for constraint in solved.constraints if solved else ():
            if constraint.type == "IK" and constraint.use_stretch:
                constraint.use_stretch = False
                changed.append((f"{constraint.path_from_id()}.use_stretch", 0.0, 1.0))
    return changed

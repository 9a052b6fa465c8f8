"""Generated Rigify rigs of quadrupeds: keys are set on their FK controls.

The spine's controls turn about the joints before and behind its pivot: `torso` carries everything,
the bone at the pivot moves with it, and from there controls lead back to the pelvis and on to the
shoulders. The control of a bone has its name with `_fk`; those of tails, necks and heads have plain
names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import bpy

from ...bodies.quadruped import LEGS, NAMES_OF_JOINTS, SPINE, TAIL
from ...retarget.channels import Handle
from ..generated_rig import as_designed, designed_name, is_generated
from ..measure import RestPose
from ..skeleton import Skeleton
from .controls import Row, handles_of_controls

TORSO = "torso"
STILL = ("hips", "chest")  # and all spine controls without keys, since they would bend those above
FOLLOW = ("neck_follow", "head_follow", "tail_follow")  # 1: the control turns with its carrier
SWITCHES = {**dict.fromkeys(FOLLOW, 1.0), "torso_parent": 1.0, "IK_FK": 1.0, "FK_limb_follow": 0.0}


def is_animal(skeleton: Skeleton) -> bool:
    """Whether a generated rig lacks a human's spine."""
    return is_generated(skeleton)


def segments_of_bones(skeleton: Skeleton, roles: Mapping[str, int]) -> dict[str, str]:
    """The segment of each bone: that of the nearest mapped bone above it in the designed rig."""
    view = as_designed(skeleton)
    role_of = {skeleton.names[bone]: role for role, bone in roles.items()}
    found = {}
    for name in skeleton.names:
        twin = next((n for n in (name, org_name(name)) if n in view.index), None)
        if twin is None:
            continue
        above = (view.names[b] for b in view.ancestors(view.index[twin]))
        segment = next((role_of[n] for n in above if n in role_of), None)
        if segment is not None:
            found[name] = segment
    return found


def org_name(name: str) -> str:
    """The ORG bone of a deforming bone; deforming bones of limbs are pieces of it."""
    plain = name.removeprefix("DEF-")
    parts = plain.rsplit(".", 2)
    if len(parts) == 3 and parts[1] in "LR" and parts[2].isdigit():
        plain = f"{parts[0]}.{parts[1]}"
    return "ORG-" + plain


def fk_name(bone: str) -> str:
    """ORG-thigh.L -> thigh_fk.L"""
    base, dot, rest = designed_name(bone).partition(".")
    return f"{base}_fk{dot}{rest}"


def make_handles(rest: RestPose, root: Handle | None = None) -> list[Handle]:
    """The controls to key, each with the segment that it follows; `root`: as in handles.py."""
    return handles_of_controls(rest, _rows(rest), root)


def _rows(rest: RestPose) -> list[Row]:
    """Rows of the controls and what they follow, carriers first."""
    skeleton, names = rest.skeleton, rest.skeleton.names
    bones = {role: names[bone] for role, bone in rest.roles.items()}
    spine = [role for role in ("pelvis", *SPINE) if role in bones]
    middle = _at_the_pivot(skeleton, [fk_name(bones[role]) for role in spine])
    rows: list[Row] = [(TORSO, spine[middle], "", True)]
    control = {spine[middle]: TORSO}
    for way in (range(middle - 1, -1, -1), range(middle + 1, len(spine))):
        carrier = TORSO
        for i in way:
            fk = fk_name(bones[spine[i]])
            rows.append((fk, spine[i], carrier, False))
            control[spine[i]] = carrier = fk
    chains = [("neck", "head"), tuple(TAIL)]
    chains += [tuple(f"{part}.{leg}" for part in NAMES_OF_JOINTS) for leg in LEGS]
    starts = [spine[-1], "pelvis", *(spine[-1] if leg[0] == "F" else "pelvis" for leg in LEGS)]
    for chain, start in zip(chains, starts, strict=True):
        carrier = control[start]
        for role in (r for r in chain if r in bones):
            name = _control(skeleton, role, bones[role])
            if name is not None:
                rows.append((name, role, carrier, False))
                carrier = name
    return rows


def _control(skeleton: Skeleton, role: str, bone: str) -> str | None:
    """The control of a bone of neck, tail or leg; None where no known control exists."""
    plain = designed_name(bone)
    names = (role, plain) if role in ("neck", "head") else (fk_name(bone), plain)
    return next((name for name in names if name in skeleton.index), None)


def _at_the_pivot(skeleton: Skeleton, controls: list[str]) -> int:
    """The index of the spine's control that moves with `torso`: the highest carrier of those
    behind.

    Controls behind the pivot carry each other backwards, those before it forwards.
    """
    carrying = [i for i, name in enumerate(controls) if i > 0 and skeleton.carries(
        skeleton.index[name], skeleton.index[controls[0]])]  # fmt: skip
    return max(carrying, default=0)


def set_switches(armature: bpy.types.Object, keyed: set[str]) -> list[tuple[str, float, float]]:
    """Set switches, and put the controls in between at rest; (data path, value, former value)."""
    changed = list(_stiffen_tail(armature, keyed))
    for bone in armature.pose.bones:
        if bone.name in STILL or ("_fk" in bone.name and bone.name not in keyed):
            bone.matrix_basis.identity()
        for switch, value in SWITCHES.items():
            if switch in bone:
                before = bone[switch]
                bone[switch] = type(before)(value)
                changed.append((f'pose.bones["{bone.name}"]["{switch}"]', value, float(before)))
    return changed


def _stiffen_tail(
    armature: bpy.types.Object, keyed: set[str]
) -> Iterator[tuple[str, float, float]]:
    """Turn off follow for tail controls between keyed ones, which would curl like those before."""
    above = {b.name for name in keyed for b in armature.pose.bones[name].parent_recursive}
    for name in sorted(above - keyed):
        for constraint in armature.pose.bones[name].constraints:
            curls = constraint.type == "COPY_ROTATION" and constraint.owner_space == "LOCAL"
            if curls and constraint.subtarget in keyed and constraint.influence > 0.0:
                before = constraint.influence
                constraint.influence = 0.0
                yield f"{constraint.path_from_id()}.influence", 0.0, before

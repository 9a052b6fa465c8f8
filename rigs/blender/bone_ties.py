"""Reads what moves an armature's bones besides their keys, and frees controls that hang."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import bpy

from ..bone_ties import DRIVER, Tie, Ties, only_curls

DRIVEN = re.compile(
    r'pose\.bones\["((?:[^"\\]|\\.)*)"\]\.'
    r'(?:(location|rotation_\w+|scale)$|constraints\["((?:[^"\\]|\\.)*)"\]\.(?:influence|mute)$)'
)
SOLVED = ("IK", "SPLINE_IK")  # constraints that move the bones above theirs, too


def read_ties(armature: bpy.types.Object) -> Ties:
    """The constraints and drivers that act on each bone; muted ones that no driver turns on are
    left out.
    """
    found: dict[str, list[Tie]] = {}
    switched: set[tuple[str, str]] = set()
    for bone, constraint in _driven(armature):
        if constraint:
            switched.add((bone, constraint))
        else:
            found.setdefault(bone, []).append(Tie(kind=DRIVER, label="driver"))
    for bone in armature.pose.bones:
        for constraint in bone.constraints:
            off = constraint.mute or not constraint.influence > 0.0
            if off and (bone.name, constraint.name) not in switched:
                continue
            for moved in _moved_by(bone, constraint):
                found.setdefault(moved, []).append(_tie(armature, constraint))
    return {bone: tuple(ties) for bone, ties in found.items()}


def free_controls(
    armature: bpy.types.Object, controls: Iterable[str]
) -> list[tuple[str, float, float]]:
    """Turn off the constraints by which controls curl like the ones before them.

    Returns (data path, value, former value) of each change.
    """
    changed = []
    for name in controls:
        for constraint in armature.pose.bones[name].constraints:
            before = constraint.influence
            if before > 0.0 and only_curls((_tie(armature, constraint),)):
                constraint.influence = 0.0
                changed.append((f"{constraint.path_from_id()}.influence", 0.0, before))
    return changed


def _driven(armature: bpy.types.Object) -> Iterator[tuple[str, str]]:
    """Bones with a driver on their transform, and (bone, constraint) of driven switches."""
    data = armature.animation_data
    for curve in data.drivers if data else ():
        match = DRIVEN.match(curve.data_path)
        if match:
            yield _unescaped(match[1]), _unescaped(match[3] or "")


def _unescaped(name: str) -> str:
    return name.replace('\\"', '"').replace("\\\\", "\\")


def _moved_by(bone: bpy.types.PoseBone, constraint: bpy.types.Constraint) -> list[str]:
    """The bones that a constraint moves: its own, and of a solved chain those above."""
    if constraint.type not in SOLVED:
        return [bone.name]
    chain = [bone, *bone.parent_recursive]
    if constraint.type == "IK" and not constraint.use_tail:
        chain = chain[1:]
    count = constraint.chain_count
    return [b.name for b in (chain[:count] if count > 0 else chain)]


def _tie(armature: bpy.types.Object, constraint: bpy.types.Constraint) -> Tie:
    targets = list(getattr(constraint, "targets", ())) or [constraint]
    target = next((t.subtarget for t in targets if getattr(t, "target", None) == armature
                   and getattr(t, "subtarget", "")), "")  # fmt: skip
    added = getattr(constraint, "mix_mode", "REPLACE") != "REPLACE"
    return Tie(
        kind=constraint.type,
        label=constraint.name,
        target=target,
        local=added and constraint.owner_space == "LOCAL",
    )

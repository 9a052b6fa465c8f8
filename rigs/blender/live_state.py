"""The state of a rig or prop before a preview, stored on the object so that it can be restored.

Undo steps, autosaves and copies contain the mark as well: where it appears without a preview,
`restore_rigs` restores the former state.
"""

from __future__ import annotations

import json
import re
from typing import Any

import bpy

MARK = "footfall_before_preview"
TURNS = ("rotation_quaternion", "rotation_axis_angle", "rotation_euler")
CHANNELS = ("location", "scale", *TURNS)
OF_CONSTRAINTS = ("influence", "use_stretch")
POSE_POSITION = "data.pose_position"
BONES = "bones"  # key of the names of all bones, in order
OF_BONE = re.compile(r'^pose\.bones\["(?P<bone>(?:[^"\\]|\\.)*)"\]')
# As in pose.bones["thigh.L"]["IK_FK"], where quotes in names are escaped.
CUSTOM = re.compile(r'^(?P<owner>.*)\["(?P<name>(?:[^"\\]|\\.)*)"\]$')


def read_state(armature: bpy.types.Object) -> dict[str, Any]:
    """Everything that keys or a bake may set on an armature: data path -> value or list."""
    state = {name: list(getattr(armature, name)) for name in CHANNELS}
    state[POSE_POSITION] = armature.data.pose_position
    for bone in armature.pose.bones:
        base = bone.path_from_id()
        state.update({f"{base}.{name}": list(getattr(bone, name)) for name in CHANNELS})
        for constraint in bone.constraints:
            path = constraint.path_from_id()
            state |= {f"{path}.{n}": getattr(constraint, n) for n in OF_CONSTRAINTS
                      if hasattr(constraint, n)}  # fmt: skip
        for name, value in bone.items():
            if isinstance(value, (int, float)):
                state[f'{base}["{bpy.utils.escape_identifier(name)}"]'] = value
    return state


def mark(thing: bpy.types.Object, before: dict[str, Any]) -> None:
    """Store the former state on an object."""
    thing[MARK] = json.dumps({**before, BONES: _bone_names(thing)})


def restore_rigs() -> None:
    """Restore every object that bears the mark, and remove the mark."""
    for thing in bpy.data.objects:
        if MARK in thing:
            before = json.loads(thing[MARK])
            del thing[MARK]
            write_state(thing, _renamed(before, before.pop(BONES, []), _bone_names(thing)))


def _bone_names(thing: bpy.types.Object) -> list[str]:
    return thing.pose.bones.keys() if thing.pose else []


def _renamed(state: dict[str, Any], old: list[str], new: list[str]) -> dict[str, Any]:
    """The state with the present names of bones; renaming keeps their order."""
    if old == new or len(old) != len(new):
        return state
    escape = bpy.utils.escape_identifier
    names = {escape(a): escape(b) for a, b in zip(old, new, strict=True)}
    return {
        OF_BONE.sub(lambda m: m[0].replace(m["bone"], names.get(m["bone"], m["bone"])), path): value
        for path, value in state.items()
    }


def write_state(armature: bpy.types.Object, state: dict[str, Any]) -> None:
    """Set everything that still exists; removed constraints and bones are skipped."""
    for path, value in state.items():
        try:
            write_value(armature, path, value)
        except (ValueError, KeyError, AttributeError):
            continue
    armature.update_tag()


def write_value(armature: bpy.types.Object, path: str, value: Any) -> None:
    """Set the property or custom property at a data path."""
    if custom := CUSTOM.match(path):
        owner = _owner(armature, custom["owner"])
        name = bpy.utils.unescape_identifier(custom["name"])
        owner[name] = type(owner[name])(value)  # keeps integers integers
        return
    base, _, name = path.rpartition(".")
    owner = _owner(armature, base)
    setattr(owner, name, bool(value) if isinstance(getattr(owner, name), bool) else value)


def _owner(armature: bpy.types.Object, base: str) -> Any:
    return armature.path_resolve(base) if base else armature

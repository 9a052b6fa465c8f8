"""What a preview changes on a rig or a prop, kept there, so that any file can be put right.

Undo steps, autosaves and copies made meanwhile carry the mark along: wherever it turns up without
a preview, `restore_rigs` brings back what stood there before.
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
BONES = "bones"  # of the mark: the names of all bones, in their order
OF_BONE = re.compile(r'^pose\.bones\["(?P<bone>(?:[^"\\]|\\.)*)"\]')
# pose.bones["thigh.L"]["IK_FK"]: quotes inside of names are escaped.
CUSTOM = re.compile(r'^(?P<owner>.*)\["(?P<name>(?:[^"\\]|\\.)*)"\]$')


def read_state(armature: bpy.types.Object) -> dict[str, Any]:
    """All that keys or a bake may set on an armature: data path -> value or list of values."""
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
    """Keep on an object what is to come back."""
    thing[MARK] = json.dumps({**before, BONES: _bone_names(thing)})


def restore_rigs() -> None:
    """Put every object that bears the mark back to what it was, and take the mark off."""
    for thing in bpy.data.objects:
        if MARK in thing:
            before = json.loads(thing[MARK])
            del thing[MARK]
            write_state(thing, _renamed(before, before.pop(BONES, []), _bone_names(thing)))


def _bone_names(thing: bpy.types.Object) -> list[str]:
    return thing.pose.bones.keys() if thing.pose else []


def _renamed(state: dict[str, Any], old: list[str], new: list[str]) -> dict[str, Any]:
    """The same by the names that bones have now; renaming keeps their order."""
    if old == new or len(old) != len(new):
        return state
    escape = bpy.utils.escape_identifier
    names = {escape(a): escape(b) for a, b in zip(old, new, strict=True)}
    return {
        OF_BONE.sub(lambda m: m[0].replace(m["bone"], names.get(m["bone"], m["bone"])), path): value
        for path, value in state.items()
    }


def write_state(armature: bpy.types.Object, state: dict[str, Any]) -> None:
    """Set what is still there; constraints or bones that were removed meanwhile are left out."""
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
        owner[name] = type(owner[name])(value)  # an integer stays one
        return
    base, _, name = path.rpartition(".")
    owner = _owner(armature, base)
    setattr(owner, name, bool(value) if isinstance(getattr(owner, name), bool) else value)


def _owner(armature: bpy.types.Object, base: str) -> Any:
    return armature.path_resolve(base) if base else armature

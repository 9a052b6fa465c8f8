"""Which curves of an Action a bake keeps: those of bones and properties that do not affect the
keyed bones, such as fingers, a face, or a property of the artist's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import bpy

from .contacts import contact_property
from .handles import pulled_by

BONE = re.compile(r'pose\.bones\["((?:[^"\\]|\\.)*)"\](.*)', re.DOTALL)
OF_OBJECT = re.compile(r"(delta_)?(location|rotation_|scale)|rotation_mode|constraints\[|pose\.")


class Movers(NamedTuple):
    """What affects some bones: bones, these included, and data paths of properties."""

    bones: set[str]
    properties: set[str]

    def __contains__(self, path: object) -> bool:
        """Whether a curve with this data path on the armature object would move the bones."""
        if path in self.properties:
            return True
        bone, rest = bone_of_path(str(path))
        if bone is None:
            return OF_OBJECT.match(str(path)) is not None
        return bone in self.bones and not rest.startswith("[")


def others_than(movers: Movers, feet: Iterable[str]) -> Callable[[str], bool]:
    """A predicate on data paths: whether their curves are kept when a take is baked.

    Args:
        movers: everything that affects the keyed bones.
        feet: whose contacts a bake may write as properties.
    """
    written = {f'["{contact_property(foot)}"]' for foot in feet}
    return lambda path: path not in movers and path not in written


def movers_of(armature: bpy.types.Object, names: Iterable[str]) -> Movers:
    """Everything that affects these bones: parents, targets of constraints, inputs of drivers."""
    bones = armature.pose.bones
    data = armature.animation_data
    drivers = list(data.drivers) if data else []
    solved = [(bone, c) for bone in bones for c in bone.constraints if c.type in SOLVERS]
    movers = Movers(set(), set())
    waiting = [name for name in names if name in bones]
    while waiting:
        bone = bones[waiting.pop()]
        if bone.name in movers.bones:
            continue
        movers.bones.add(bone.name)
        waiting += [bone.parent.name] if bone.parent else []
        waiting += [n for c in bone.constraints for n in _targets(armature, c)]
        waiting += [tip.name for tip, c in solved if bone.name in pulled_by(c, tip)]
        waiting += _read_by(armature, drivers, bone.path_from_id() + ".", movers.properties)
        waiting = [name for name in waiting if name in bones]
    return movers


SOLVERS = ("IK", "SPLINE_IK")


def _targets(armature: bpy.types.Object, constraint: bpy.types.Constraint) -> Iterator[str]:
    """Bones of the same armature that are targets of a constraint."""
    for thing in (constraint, *getattr(constraint, "targets", ())):
        if getattr(thing, "target", None) == armature:
            yield getattr(thing, "subtarget", "")
    if getattr(constraint, "pole_target", None) == armature:
        yield constraint.pole_subtarget


def _read_by(
    armature: bpy.types.Object, drivers: Iterable[bpy.types.FCurve], start: str, known: set[str]
) -> Iterator[str]:
    """Bones that drivers of paths with this start read; properties read are added to `known`."""
    for curve in drivers:
        if not curve.data_path.startswith(start):
            continue
        for variable in curve.driver.variables:
            for target in variable.targets:
                if target.id != armature:
                    continue
                if variable.type != "SINGLE_PROP":
                    yield target.bone_target
                    continue
                path = target.data_path
                bone, rest = bone_of_path(path)
                if bone is not None and not rest.startswith("["):
                    yield bone
                elif path not in known:
                    known.add(path)
                    yield from _read_by(armature, drivers, path, known)


def bone_of_path(path: str) -> tuple[str | None, str]:
    """The bone of a data path (None if there is none), and the rest of the path."""
    found = BONE.match(path)
    if found is None:
        return None, path
    return bpy.utils.unescape_identifier(found[1]), found[2]

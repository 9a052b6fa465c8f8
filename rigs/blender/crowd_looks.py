"""What members of a crowd look like: read from the scene, kept with each, put on its objects."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace

import bpy

from ...base.errors import InvalidInput
from ...crowd.description import Crowd
from ...crowd.looks import KeyRange, Look, Looks, MaterialGroup, PartSlot, look_from_data
from .crowd_motion import MovingMember
from .light_materials import VERSION
from .light_rig import LightRig, meshes_of

LOOK = "footfall_look"  # custom property of a full member's armature: JSON
OWN = "footfall_own_mesh"  # custom property of a mesh that one member alone has


@dataclass(frozen=True, kw_only=True)
class WantedLooks:
    """What an artist wants to vary.

    Attributes:
        collections: by the name of each one whose objects are options, the chance of having one.
        prefixes: of names of materials.
        keys: by the name of a shape key, its lowest and its highest value.
    """

    collections: Mapping[str, float] = field(default_factory=dict)
    prefixes: Sequence[str] = ()
    keys: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def read_looks(wanted: WantedLooks, rigs: Sequence[bpy.types.Object]) -> Looks:
    """The options that the file has; raises InvalidInput where one of the wishes has none."""
    slots = [_slot(name, chance, rigs) for name, chance in wanted.collections.items()]
    options = frozenset(name for slot in slots for name in slot.options)
    meshes = [thing for rig in rigs for each in meshes_of(rig, options) for thing in each]
    for name in wanted.keys:
        if not any(_keys(thing).get(name) for thing in meshes):
            raise InvalidInput(f"No mesh of the crowd's rigs has a shape key {name!r}.")
    return Looks(
        slots=tuple(slots),
        materials=tuple(_group(prefix, meshes) for prefix in wanted.prefixes),
        keys=tuple(
            KeyRange(name=name, lowest=low, highest=high)
            for name, (low, high) in wanted.keys.items()
        ),
    )


def _slot(name: str, chance: float, rigs: Sequence[bpy.types.Object]) -> PartSlot:
    collection = bpy.data.collections.get(name)
    if collection is None:
        raise InvalidInput(f"There is no collection {name!r} of parts for members to have.")
    options = sorted(thing.name for thing in collection.all_objects if thing.type == "MESH")
    if not options:
        raise InvalidInput(f"The collection {name!r} has no meshes for members to have.")
    moved = {
        thing.name for rig in rigs for each in meshes_of(rig, options) for thing in each
    }
    stray = [option for option in options if option not in moved]
    if stray:
        raise InvalidInput(
            f"{stray[0]!r} of the collection {name!r} is not moved by a rig of the crowd: "
            "give it an Armature modifier, or a bone as its parent."
        )
    return PartSlot(name=name, options=tuple(options), chance=chance)


def _group(prefix: str, meshes: Sequence[bpy.types.Object]) -> MaterialGroup:
    options = sorted(
        material.name for material in bpy.data.materials
        if prefix and material.name.startswith(prefix) and not material.name.endswith(VERSION)
    )  # fmt: skip
    slots = [slot for thing in meshes for slot in thing.material_slots if slot.material]
    if not any(slot.material.name in options for slot in slots):
        raise InvalidInput(
            f"No mesh of the crowd's rigs has a material whose name begins with {prefix!r}."
        )
    return MaterialGroup(name=prefix, options=tuple(options))


def check_looks(looks: Looks) -> None:
    """Raise InvalidInput where objects or materials that members have are gone from the file."""
    materials = [name for group in looks.materials for name in group.options]
    for kind, names, there in (
        ("object", sorted(looks.objects), bpy.data.objects),
        ("material", materials, bpy.data.materials),
    ):
        gone = next((name for name in names if name not in there), None)
        if gone is not None:
            raise InvalidInput(f"The {kind} {gone!r} of this crowd is gone: make a new crowd.")


def dressed(
    members: Sequence[MovingMember], crowd: Crowd, lights: Sequence[LightRig]
) -> list[MovingMember]:
    """Members with the looks that are drawn for them."""
    if crowd.looks == Looks():
        return list(members)
    names = [{part.source.name for part in light.parts} for light in lights]
    return [
        replace(member, look=crowd.look(member.number, names[member.number % len(lights)]))
        for member in members
    ]


def keep_look(member: bpy.types.Object, look: Look | None) -> None:
    """Store a full member's look with its armature."""
    if look is not None:
        member[LOOK] = json.dumps(asdict(look))


def look_of(member: bpy.types.Object) -> Look | None:
    """The look of a full member; None where the crowd varies none."""
    stored = member.get(LOOK)
    return None if stored is None else look_from_data(json.loads(stored))


def put_on(thing: bpy.types.Object, look: Look, looks: Looks) -> None:
    """Give an object of a member its materials, and its own mesh where shape keys vary it."""
    for slot in thing.material_slots:
        group = looks.group_of(slot.material.name) if slot.material else ""
        if group and look.materials[group] != slot.material.name:
            slot.link = "OBJECT"  # the mesh is shared
            slot.material = bpy.data.materials[look.materials[group]]
    values = {name: value for name, value in look.keys.items() if name in _keys(thing)}
    if values:
        thing.data = thing.data.copy()
        thing.data[OWN] = True
        _set_keys(thing.data.shape_keys, values)


def _set_keys(keys: bpy.types.Key, values: Mapping[str, float]) -> None:
    for name, value in values.items():
        block = keys.key_blocks[name]
        block.driver_remove("value")  # which would overrule the value
        block.slider_min = min(block.slider_min, value)
        block.slider_max = max(block.slider_max, value)
        block.value, block.mute = value, False


def _keys(thing: bpy.types.Object) -> Mapping[str, bpy.types.ShapeKey]:
    keys = thing.data.shape_keys
    return {} if keys is None else {block.name: block for block in keys.key_blocks}


def own_meshes(things: Collection[bpy.types.Object]) -> list[bpy.types.Mesh]:
    """The meshes that only these objects of a member have."""
    return [thing.data for thing in things if thing.type == "MESH" and OWN in thing.data]


@contextmanager
def parts_shown(looks: Looks) -> Iterator[None]:
    """Let the view layer have the objects of all slots for a while, so that they are evaluated."""
    top = bpy.context.view_layer.layer_collection
    ways = [_way(top, slot.name) for slot in looks.slots]
    changed = list[tuple[bpy.types.LayerCollection, str]]()
    for layer in [layer for way in ways for layer in way]:
        for name in ("exclude", "hide_viewport"):
            if getattr(layer, name):
                setattr(layer, name, False)
                changed.append((layer, name))
    bpy.context.view_layer.update()
    try:
        yield
    finally:
        for layer, name in reversed(changed):
            setattr(layer, name, True)


def _way(layer: bpy.types.LayerCollection, name: str) -> list[bpy.types.LayerCollection]:
    """The layer collections from below the top to that of this name."""
    for child in layer.children:
        if child.name == name:
            return [child]
        below = _way(child, name)
        if below:
            return [child, *below]
    return []

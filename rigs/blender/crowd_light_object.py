"""The object that shows all light members of one rig of a crowd, and holds their motion.

Its mesh has a point for each bone of each member; the motion is the mesh of another object, which
is in no scene. Custom properties of the object say which members there are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ...crowd.looks import look_from_data
from ...retarget.light_motion import LightMotion, from_rows, to_rows, usual_pose
from . import crowd_light_nodes as nodes
from .crowd_light_nodes import Played, make_nodes
from .crowd_light_parts import in_order, make_parts, remove_parts
from .crowd_light_points import LightMember, write_points
from .crowd_looks import parts_shown
from .hidden_rigs import shown
from .light_rig import LightRig

Array = NDArray[np.float64]
LIGHT_RIG = "footfall_light"  # custom property of the object: JSON


@dataclass(frozen=True, eq=False)
class LightCrowd:
    """Light members with one rig, in the order of their motion.

    Attributes:
        start: first frame of the motion.
    """

    motion: LightMotion
    members: Sequence[LightMember]
    start: int


def light_objects(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The objects of a crowd that show light members."""
    return [thing for thing in collection.objects if LIGHT_RIG in thing]


def rig_of(thing: bpy.types.Object) -> str:
    """Name of the rig of the light members that an object shows."""
    return str(_stored(thing)["rig"])


def members_in(thing: bpy.types.Object) -> list[LightMember]:
    """The light members that an object shows, without their motion."""
    return [
        LightMember(**{
            **data,
            "present": data["present"] and tuple(data["present"]),
            "look": look_from_data(data["look"]) if data.get("look") else None,
        })
        for data in _stored(thing)["members"]
    ]  # fmt: skip


def read_light_crowd(thing: bpy.types.Object) -> LightCrowd:
    stored, members = _stored(thing), members_in(thing)
    motion = _motion_of(thing).data
    rows = np.empty(3 * len(motion.vertices), np.float32)
    motion.vertices.foreach_get("co", rows)
    shape = (len(members), len(stored["parents"]), 3)
    points = shape[0] * shape[1]  # those after them show further parts at the same bones
    offsets, scales = (_vectors(thing.data, name)[:points].reshape(shape)
                       for name in (nodes.OFFSET, nodes.SCALE))  # fmt: skip
    return LightCrowd(
        motion=from_rows(
            rows.reshape(-1, 3), tuple(stored["parents"]), tuple(stored["free"]), offsets, scales
        ),
        members=members,
        start=stored["start"],
    )


def write_light_crowd(
    collection: bpy.types.Collection, rig: str, crowd: LightCrowd, light: LightRig | None = None
) -> bpy.types.Object:
    """Show these members, and no others that have this rig.

    Args:
        light: of the rig, from which the parts are cut; None: they are there already.
    """
    thing = next((t for t in light_objects(collection) if rig_of(t) == rig), None)
    parts = _parts_of(thing) if thing is not None else None
    if parts is None:
        assert light is not None
        usual = usual_pose(crowd.motion)
        with shown([light.rig.armature]), parts_shown(light.looks):  # parts are cut from meshes
            parts = make_parts(light, f"{collection.name} {rig} Parts", usual)
    if thing is None:
        name = f"{collection.name} Light {rig}"
        thing = bpy.data.objects.new(name, bpy.data.meshes.new(name))
        thing.modifiers.new(name, "NODES")
        collection.objects.link(thing)
    else:
        _remove_motion(thing)
    motion = crowd.motion
    thing[LIGHT_RIG] = json.dumps({
        "rig": rig, "parents": motion.parents, "free": motion.free, "start": crowd.start,
        "members": [asdict(member) for member in crowd.members],
    })  # fmt: skip
    write_points(thing.data, motion, crowd.members, in_order(parts))
    played = _played(crowd, _motion_object(thing.name, motion), parts)
    thing.modifiers[0].node_group = make_nodes(thing.name, played)
    return thing


def always_there(thing: bpy.types.Object) -> bpy.types.Object:
    """A copy of an object of light members with the same number of parts at all frames: those of
    members that are not present are too small to be seen.
    """
    made = thing.copy()
    played = _played(read_light_crowd(thing), _motion_of(thing), _parts_of(thing))
    made.modifiers[0].node_group = make_nodes(thing.name, played, are_always_there=True)
    return made


def _played(crowd: LightCrowd, held: bpy.types.Object, parts: bpy.types.Collection) -> Played:
    motion = crowd.motion
    return Played(
        motion=held, parts=parts, start=crowd.start, frames=motion.frames,
        rows=motion.members * (len(motion.parents) + len(motion.free)), depth=_depth(motion),
    )  # fmt: skip


def remove_light_object(thing: bpy.types.Object) -> None:
    """Remove an object with all that only it uses."""
    parts, mesh = _parts_of(thing), thing.data
    _remove_motion(thing)
    bpy.data.objects.remove(thing)
    bpy.data.meshes.remove(mesh)
    if parts is not None:
        remove_parts(parts)


def _stored(thing: bpy.types.Object) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(thing[LIGHT_RIG])
    return stored


def _node(thing: bpy.types.Object, kind: str) -> Any:
    return next(n for n in thing.modifiers[0].node_group.nodes if n.bl_idname == kind)


def _motion_of(thing: bpy.types.Object) -> bpy.types.Object:
    found: bpy.types.Object = _node(thing, "GeometryNodeObjectInfo").inputs["Object"].default_value
    return found


def _parts_of(thing: bpy.types.Object) -> bpy.types.Collection | None:
    if not thing.modifiers or thing.modifiers[0].node_group is None:
        return None
    found: bpy.types.Collection = (
        _node(thing, "GeometryNodeCollectionInfo").inputs["Collection"].default_value
    )
    return found


def _remove_motion(thing: bpy.types.Object) -> None:
    motion, tree = _motion_of(thing), thing.modifiers[0].node_group
    bpy.data.node_groups.remove(tree)
    mesh = motion.data
    bpy.data.objects.remove(motion)
    bpy.data.meshes.remove(mesh)


def _motion_object(name: str, motion: LightMotion) -> bpy.types.Object:
    rows = to_rows(motion)
    mesh = bpy.data.meshes.new(f"{name} Motion")
    mesh.vertices.add(len(rows))
    mesh.vertices.foreach_set("co", np.ascontiguousarray(rows, np.float32).ravel())
    return bpy.data.objects.new(mesh.name, mesh)


def _depth(motion: LightMotion) -> int:
    depths: list[int] = []
    for bone, parent in enumerate(motion.parents):
        depths.append(0 if bone in motion.free else depths[parent] + 1)
    return max(depths)


def _vectors(mesh: bpy.types.Mesh, name: str) -> Array:
    values = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes[name].data.foreach_get("vector", values)
    return values.reshape(-1, 3).astype(float)

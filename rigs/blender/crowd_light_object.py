"""The object that shows all light members of one rig of a crowd, and holds their motion.

Its mesh has a point for each bone of each member; the motion is the mesh of another object, which
is in no scene. Custom properties of the object say which members there are.
"""

from __future__ import annotations

import colorsys
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ...catalogue.crowds import BOXES, LIGHT
from ...retarget.light_motion import LightMotion, from_rows, to_rows, usual_pose
from . import crowd_light_nodes as nodes
from .crowd_light_nodes import Played, make_nodes
from .crowd_light_parts import has_faces, make_parts, remove_parts
from .hidden_rigs import shown
from .light_materials import COLOR, MEMBER, VARIATION
from .light_rig import LightRig

Array = NDArray[np.float64]
LIGHT_RIG = "footfall_light"  # custom property of the object: JSON
SATURATION, BRIGHTNESS = 0.45, 0.9  # of the members' colors
GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0  # step of the hue from one member to the next
ALWAYS = (-(2**20), 2**20)  # frames in which a member is present that neither enters nor leaves


@dataclass(frozen=True, kw_only=True)
class LightMember:
    """What is known of a light member besides its motion.

    Attributes:
        number: in the crowd.
        kind: LIGHT or BOXES.
        group: the key of what determined its motion.
        locked: whether it is kept when all members are rolled again.
        present: first and last frame in which it is in the shot; None: always.
    """

    number: int
    kind: str = LIGHT
    group: str = ""
    locked: bool = False
    present: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class LightCrowd:
    """Light members with one rig, in the order of their motion.

    Attributes:
        start: first frame of the motion.
    """

    motion: LightMotion
    members: Sequence[LightMember]
    start: int


def member_color(number: int) -> tuple[float, float, float, float]:
    hue = number * GOLDEN % 1.0
    return (*colorsys.hsv_to_rgb(hue, SATURATION, BRIGHTNESS), 1.0)


def light_objects(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The objects of a crowd that show light members."""
    return [thing for thing in collection.objects if LIGHT_RIG in thing]


def rig_of(thing: bpy.types.Object) -> str:
    """Name of the rig of the light members that an object shows."""
    return str(_stored(thing)["rig"])


def members_in(thing: bpy.types.Object) -> list[LightMember]:
    """The light members that an object shows, without their motion."""
    return [
        LightMember(**{**data, "present": data["present"] and tuple(data["present"])})
        for data in _stored(thing)["members"]
    ]


def read_light_crowd(thing: bpy.types.Object) -> LightCrowd:
    stored, members = _stored(thing), members_in(thing)
    motion = _motion_of(thing).data
    rows = np.empty(3 * len(motion.vertices), np.float32)
    motion.vertices.foreach_get("co", rows)
    shape = (len(members), len(stored["parents"]), 3)
    offsets, scales = (_vectors(thing.data, name).reshape(shape)
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
        with shown([light.rig.armature]):  # parts are cut from its meshes
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
    _write_points(thing.data, crowd, has_faces(parts))
    played = Played(
        motion=_motion_object(thing.name, motion), parts=parts, start=crowd.start,
        frames=motion.frames, rows=motion.members * (len(motion.parents) + len(motion.free)),
        depth=_depth(motion),
    )  # fmt: skip
    thing.modifiers[0].node_group = make_nodes(thing.name, played)
    return thing


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


def _write_points(mesh: bpy.types.Mesh, crowd: LightCrowd, has: Sequence[bool]) -> None:
    """A point for each bone of each member, with its attributes."""
    motion, members = crowd.motion, crowd.members
    count, bones, free = motion.members, len(motion.parents), len(motion.free)
    mesh.clear_geometry()
    mesh.vertices.add(count * bones)
    firsts = np.arange(count)[:, None]
    parents = np.maximum(motion.parents, 0) + bones * firsts
    rows = np.full((count, bones), nodes.FIXED)
    rows[:, list(motion.free)] = count * bones + free * firsts + np.arange(free)
    parts = np.array([member.kind == BOXES for member in members])[:, None] * bones
    parts = parts + np.arange(bones)
    parts = np.where(np.array(has)[parts], parts, nodes.FIXED)
    numbers = np.array([member.number for member in members])
    present = np.array([member.present or ALWAYS for member in members], float)
    columns = {
        nodes.PARENT: ("INT", parents), nodes.PLACE: ("INT", rows), nodes.PART: ("INT", parts),
        nodes.OFFSET: ("FLOAT_VECTOR", motion.offsets),
        nodes.SCALE: ("FLOAT_VECTOR", motion.scales),
        nodes.FIRST: ("FLOAT", _each(present[:, 0], bones)),
        nodes.LAST: ("FLOAT", _each(present[:, 1], bones)),
        COLOR: ("FLOAT_COLOR", _each([member_color(n) for n in numbers.tolist()], bones)),
        VARIATION: ("FLOAT", _each(numbers * GOLDEN % 1.0, bones)),
        MEMBER: ("INT", _each(numbers, bones)),
    }  # fmt: skip
    for name, (kind, values) in columns.items():
        _give(mesh, name, kind, values)
    mesh.update()


def _each(values: Any, bones: int) -> Array:
    """A member's value for each of its bones."""
    return np.repeat(np.asarray(values), bones, axis=0)


FIELDS = {"INT": "value", "FLOAT": "value", "FLOAT_VECTOR": "vector", "FLOAT_COLOR": "color"}


def _give(mesh: bpy.types.Mesh, name: str, kind: str, values: Array) -> None:
    present = mesh.attributes.get(name)
    if present is not None:
        mesh.attributes.remove(present)
    made = mesh.attributes.new(name, kind, "POINT")
    number = np.int32 if kind == "INT" else np.float32
    made.data.foreach_set(FIELDS[kind], np.ascontiguousarray(values, number).ravel())


def _vectors(mesh: bpy.types.Mesh, name: str) -> Array:
    values = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes[name].data.foreach_get("vector", values)
    return values.reshape(-1, 3).astype(float)

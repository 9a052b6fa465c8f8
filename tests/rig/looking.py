"""A rig with parts, materials and shape keys to choose from, and what of them members show."""

from __future__ import annotations

from typing import Any

import numpy as np

HATS, BAGS = ("Cap", "Crown"), ("Purse", "Sack")
SHIRTS = ("Shirt Blue", "Shirt Green", "Shirt Red")


def add_choices(mannequin) -> Any:
    """Give the mannequin hats on its head bone, bags that are skinned, a shirt and a belly."""
    import bpy

    body = mannequin.children[0]
    skin = body.data.materials[0] if body.data.materials else None
    if skin is None:
        skin = bpy.data.materials.new("Skin")
        body.data.materials.append(skin)
    for number, name in enumerate(SHIRTS):
        bpy.data.materials.new(name).diffuse_color = (*np.eye(3)[number], 1.0)
    body.data.materials.append(bpy.data.materials[SHIRTS[0]])
    middle = np.mean([v.co[2] for v in body.data.vertices])
    for polygon in body.data.polygons:
        if polygon.center[2] > middle:
            polygon.material_index = len(body.data.materials) - 1
    add_belly(body)
    hats, bags = (new_collection(name) for name in ("Hats", "Bags"))
    head = mannequin.data.bones["head"]
    for number, name in enumerate(HATS):
        hat = new_box(name, 0.1 + 0.02 * number, hats)
        hat.parent, hat.parent_type, hat.parent_bone = mannequin, "BONE", head.name
    for number, name in enumerate(BAGS):
        bag = new_box(name, 0.06 + 0.02 * number, bags)
        bag.location = (0.0, -0.25, 1.2)
        bag.parent = mannequin
        bag.modifiers.new("Armature", "ARMATURE").object = mannequin
        group = bag.vertex_groups.new(name="chest")
        group.add(range(8), 1.0, "REPLACE")
    bpy.context.view_layer.update()
    return body


def add_belly(body) -> None:
    body.shape_key_add(name="Basis")
    key = body.shape_key_add(name="Belly")
    for vertex, point in zip(body.data.vertices, key.data, strict=True):
        point.co = vertex.co * 1.1


def new_collection(name: str):
    import bpy

    collection = bpy.data.collections.new(name)
    bpy.context.scene.collection.children.link(collection)
    return collection


def new_box(name: str, size: float, collection):
    import bpy

    corners = [(x, y, z) for z in (0, size) for y in (-size, size) for x in (-size, size)]
    sides = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], sides)
    mesh.materials.append(bpy.data.materials.get("Straw") or bpy.data.materials.new("Straw"))
    thing = bpy.data.objects.new(name, mesh)
    collection.objects.link(thing)
    return thing


def wanted_looks(**changes):
    from footfall.rigs.blender.crowd_looks import WantedLooks

    return WantedLooks(**{
        "collections": {"Hats": 0.5, "Bags": 1.0}, "prefixes": ["Shirt"],
        "keys": {"Belly": (0.2, 0.8)}, **changes,
    })  # fmt: skip


def look_shown(collection, number: int) -> dict[str, Any]:
    """The parts, the shirt and the belly that a full member shows."""
    from footfall.rigs.blender.crowd_scene import members_of

    member = members_of(collection)[number]
    children = [t for t in member.children if not t.hide_render and not t.hide_viewport]
    names = [t.name.removeprefix(member.name).strip() for t in children]
    body = next(t for t in children if len(t.data.vertices) > 8)
    (shirt,) = [s.material.name for s in body.material_slots if s.material.name in SHIRTS]
    return {
        "parts": sorted(name for name in names if name in HATS + BAGS),
        "shirt": shirt,
        "belly": round(body.data.shape_keys.key_blocks["Belly"].value, 5),
    }


def boxes_of(collection, number: int, frame: float) -> np.ndarray:
    """The vertices (n, 3) of the hats and bags of a full member, in the scene."""
    from light_crowds import at

    from footfall.rigs.blender.crowd_scene import members_of
    from footfall.rigs.blender.evaluated_mesh import evaluated_mesh

    at(frame)
    member = members_of(collection)[number]
    found = [evaluated_mesh(thing)[0] for thing in member.children if len(thing.data.vertices) == 8]
    return np.concatenate([np.zeros((0, 3)), *found])


def light_boxes_and_shirts(collection, places, frame: float):
    """Of each light member the vertices (n, 3) of its hats and bags, and the shirts that it shows.

    Args:
        places: (members, 2) where the members are, far from each other.
    """
    from light_crowds import at

    from footfall.rigs.blender.crowd_light_object import light_objects

    lights = light_objects(collection)
    boxes = {number: [np.zeros((0, 3))] for number in range(len(places))}
    shirts: dict[int, set[str]] = {number: set() for number in range(len(places))}
    for seen in at(frame).object_instances:
        if not (seen.is_instance and seen.parent.original in lights):
            continue
        mesh, world = seen.object.original.data, np.array(seen.matrix_world)
        used = {mesh.materials[polygon.material_index].name for polygon in mesh.polygons}
        number = int(np.argmin(np.linalg.norm(places - world[:2, 3], axis=1)))
        shirts[number] |= used.intersection(SHIRTS)
        if used == {"Straw"}:
            points = np.array([v.co for v in mesh.vertices])
            boxes[number].append(points @ world[:3, :3].T + world[:3, 3])
    return {number: np.concatenate(found) for number, found in boxes.items()}, shirts

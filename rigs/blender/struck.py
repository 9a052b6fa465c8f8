"""Which character lies under a place in the 3D view."""

from __future__ import annotations

import bpy
from mathutils import Vector

GROWN = 0.1  # of its extent, by which the box around a character is larger


def armature_struck(window: bpy.types.Window, place: Vector) -> bpy.types.Object | None:
    """The first armature on the way from the eye through a place; the only one, wherever it is."""
    visible = window.view_layer.objects
    armatures = [thing for thing in visible if thing.type == "ARMATURE" and thing.visible_get()]
    if len(armatures) == 1:
        return armatures[0]
    struck = []
    for eye in _eyes(window, place):
        for armature in armatures:
            far = _way_to_box(eye, place - eye, *_box_around(armature, visible))
            if far is not None:
                struck.append((far, armature.name))
    return visible[min(struck)[1]] if struck else None


def _eyes(window: bpy.types.Window, place: Vector) -> list[Vector]:
    """The eye of each 3D view of a window."""
    spaces = [area.spaces.active for area in window.screen.areas if area.type == "VIEW_3D"]
    eyes = []
    for view in (space.region_3d for space in spaces):
        turned = view.view_matrix.inverted()
        eye = turned.translation
        if not view.is_perspective:  # straight above the place, as seen
            ahead = (turned.to_3x3() @ Vector((0.0, 0.0, -1.0))).normalized()
            eye = place - ahead * max((place - eye).dot(ahead), view.view_distance)
        eyes.append(eye)
    return eyes


def _box_around(
    armature: bpy.types.Object, visible: bpy.types.LayerObjects
) -> tuple[Vector, Vector]:
    """Around the meshes of a character as posed, else around its bones.

    A rig's controls reach far beyond its body, so they do not count beside a mesh.
    """
    state = bpy.context.evaluated_depsgraph_get()
    corners = [
        thing.matrix_world @ Vector(corner)
        for thing in visible
        if thing.type == "MESH" and thing.find_armature() == armature
        for corner in thing.evaluated_get(state).bound_box
    ]
    if not corners:
        corners = [
            armature.matrix_world @ end
            for bone in armature.pose.bones
            if bone.bone.use_deform
            for end in (bone.head, bone.tail)
        ] or [armature.matrix_world.translation]
    low = Vector([min(corner[i] for corner in corners) for i in range(3)])
    high = Vector([max(corner[i] for corner in corners) for i in range(3)])
    margin = (high - low) * GROWN
    return low - margin, high + margin


def _way_to_box(eye: Vector, way: Vector, low: Vector, high: Vector) -> float | None:
    """How far along a way a box begins, in multiples of the way; None where it is missed."""
    enters, leaves = 0.0, float("inf")
    for i in range(3):
        if abs(way[i]) < 1e-9:
            if not low[i] <= eye[i] <= high[i]:
                return None
            continue
        first, last = sorted(((low[i] - eye[i]) / way[i], (high[i] - eye[i]) / way[i]))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters if enters <= leaves else None

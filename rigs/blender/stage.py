"""A scene in which to render a rig: checkered ground, light and a following camera.

The checks are half a metre wide, so that speed and foot sliding can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from ...bodies.character import Character
from ...bodies.kinds import QUADRUPED
from .drawn_body import colored, draw_body
from .rig import Rig

CHECK = 0.5  # [m]
MARGIN = 6.0  # [m] of ground around the path
MOST_CHECKS = 160  # along a side; on a longer walk the checks are larger
LIGHT, DARK = (1.0, 1.0, 1.0, 1.0), (0.72, 0.76, 0.80, 1.0)
SKIN = (0.85, 0.80, 0.75, 1.0)  # replaces materials made for other renderers, which are often black
BACKGROUND = (0.83, 0.86, 0.90)
AZIMUTH = math.radians(-62.0)  # direction of the camera, from straight ahead
DISTANCE, EYE, AIM = 2.5, 0.8, 0.46  # in body heights
SHOWN_LENGTH = 0.9  # of a quadruped's length, which counts as its height
SMOOTHING = 1.0  # [s] over which the camera's motion is smoothed
COLLECTIONS = (
    "objects", "meshes", "armatures", "images", "materials", "cameras", "lights", "worlds",
    "actions", "node_groups",
)  # fmt: skip


@contextmanager
def stage(
    rig: Rig, frames: Sequence[int], things: Sequence[bpy.types.Object] = ()
) -> Iterator[bpy.types.Scene]:
    """A scene with the rig and other objects, set up for these frames, and removed afterwards."""
    meshes = {thing: tuple(thing.color) for thing in _meshes_of(rig.armature)}
    with temporary_scene(frames) as scene:
        try:
            for thing in {rig.armature, *meshes, *things}:
                scene.collection.objects.link(thing)
            for mesh in meshes:
                mesh.color = SKIN
            if not meshes:
                draw_body(rig, scene.collection)
            path = _path(rig, scene, frames)
            unit = 1.0 / rig.bone_map.metres_per_unit
            add_ground(scene, path, unit, rig.ground_height * unit)
            add_light(scene)
            _add_camera(rig, scene, path, frames)
            yield scene
        finally:
            for mesh, color in meshes.items():
                mesh.color = color


@contextmanager
def temporary_scene(frames: Sequence[int]) -> Iterator[bpy.types.Scene]:
    """An empty scene in the window for these frames; all that is made in it is removed."""
    before = {name: set(getattr(bpy.data, name)) for name in COLLECTIONS}
    window, shown = bpy.context.window, bpy.context.scene
    scene = bpy.data.scenes.new("Footfall Preview")
    # Frame changes only affect the window's scene.
    window.scene = scene
    try:
        scene.render.fps, scene.render.fps_base = shown.render.fps, shown.render.fps_base
        scene.frame_start, scene.frame_end = frames[0], frames[-1]
        yield scene
    finally:
        window.scene = shown
        bpy.data.scenes.remove(scene)
        for name, kept in before.items():
            collection = getattr(bpy.data, name)
            for made in set(collection) - kept:
                collection.remove(made)


def _meshes_of(armature: bpy.types.Object) -> list[bpy.types.Object]:
    """Visible meshes that the armature moves."""
    return [
        thing
        for thing in armature.users_scene[0].objects
        if thing.type == "MESH"
        and not thing.hide_render
        and any(m.type == "ARMATURE" and m.object == armature for m in thing.modifiers)
    ]


def _path(
    rig: Rig, scene: bpy.types.Scene, frames: Sequence[int]
) -> NDArray[np.float64]:  # fmt: skip
    """The body's path over the ground (frames, 2), in units of the scene: that of the pelvis, or of
    the middle of a quadruped's trunk.
    """
    middle = ("pelvis", "torso") if rig.character.kind == QUADRUPED else ("pelvis",)
    bones = [rig.bone_map.roles[role] for role in middle if role in rig.bone_map.roles]
    places = []
    for frame in frames:
        scene.frame_set(frame)
        posed = rig.armature.evaluated_get(scene.view_layers[0].depsgraph)
        heads = [(posed.matrix_world @ posed.pose.bones[bone].head).to_2d() for bone in bones]
        places.append(np.mean(heads, axis=0))
    return np.array(places)


def add_ground(
    scene: bpy.types.Scene, path: NDArray[np.float64], unit: float, level: float
) -> None:
    """Checks around all places (n, 2) of a path, in units of the scene; `unit`: one metre."""
    low, high = path.min(axis=0) - MARGIN * unit, path.max(axis=0) + MARGIN * unit
    size = CHECK * unit * max(1, math.ceil((high - low).max() / (CHECK * unit * MOST_CHECKS)))
    first, last = np.floor(low / size).astype(int), np.ceil(high / size).astype(int)
    columns, rows = last - first + 1
    points = [
        ((first[0] + i) * size, (first[1] + j) * size, level)
        for j in range(rows)
        for i in range(columns)
    ]
    for odd, color in enumerate((LIGHT, DARK)):
        faces = [
            (j * columns + i, j * columns + i + 1, (j + 1) * columns + i + 1, (j + 1) * columns + i)
            for j in range(rows - 1)
            for i in range(columns - 1)
            if (i + first[0] + j + first[1]) % 2 == odd
        ]
        mesh = bpy.data.meshes.new("Ground")
        mesh.from_pydata(points, [], faces)
        scene.collection.objects.link(colored("Ground", mesh, color))


def add_light(scene: bpy.types.Scene) -> None:
    """A sun and a bright sky for Cycles; Workbench has its own studio light."""
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy = 1.5
    sun.rotation_euler = (0.6, 0.4, 0.3)
    scene.collection.objects.link(sun)
    scene.world = bpy.data.worlds.new("Sky")
    scene.world.color = BACKGROUND
    scene.world.use_nodes = True
    sky = scene.world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (*BACKGROUND, 1.0)
    sky.inputs["Strength"].default_value = 0.5


def _add_camera(
    rig: Rig, scene: bpy.types.Scene, path: NDArray[np.float64], frames: Sequence[int]
) -> None:
    height = _size(rig.character) / rig.bone_map.metres_per_unit
    angle = rig.heading + AZIMUTH
    offset = Vector((math.cos(angle), math.sin(angle), 0.0)) * DISTANCE * height
    eye = rig.ground_height / rig.bone_map.metres_per_unit + EYE * height
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.data.clip_start, camera.data.clip_end = 0.02 * height, 200 * height
    looking = Vector((0.0, 0.0, (AIM - EYE) * height)) - offset
    camera.rotation_euler = looking.to_track_quat("-Z", "Y").to_euler()
    rate = scene.render.fps / scene.render.fps_base
    apart = (frames[-1] - frames[0]) / max(len(frames) - 1, 1)  # frames of a sheet are far apart
    width = rate * SMOOTHING / max(apart, 1.0)
    for frame, place in zip(frames, _smooth(path, width), strict=True):
        camera.location = offset + Vector((*place, eye))
        camera.keyframe_insert("location", frame=frame)
    scene.collection.objects.link(camera)
    scene.camera = camera


def _size(character: Character) -> float:
    """The size in the picture [m]: the body's height, or a quadruped's length."""
    if character.kind != QUADRUPED:
        return character.height
    along = [origin[0] for origin in character.standing_origins().values()]
    return (max(along) - min(along) + character.segment("head").length) * SHOWN_LENGTH


def _smooth(path: NDArray[np.float64], width: float) -> NDArray[np.float64]:
    """A moving average, narrower towards the ends so that these stay in place."""
    reach = int(width / 2)
    count = len(path)
    return np.array(
        [
            path[max(0, i - min(reach, i, count - 1 - i)) : i + min(reach, i, count - 1 - i) + 1]
            .mean(axis=0)
            for i in range(count)
        ]
    )  # fmt: skip

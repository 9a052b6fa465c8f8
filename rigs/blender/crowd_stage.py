"""Rendering a crowd: a scene with ground, light and a camera that sees all members."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from .crowd_plan import CrowdPlan
from .crowd_roots import roots_of
from .preview import MATERIAL, OBJECT, render_picture, render_scene
from .scene_parts import GROUND, OBSTACLE, PROP, SEAT, parts_of
from .stage import add_ground, add_light, temporary_scene

Array = NDArray[np.float64]
LOOKS = Vector((0.35, 0.83, -0.43))  # direction of the camera
SIZE = (1280, 720)
LENS = 40.0  # [mm]
SENSOR = 36.0  # [mm]
ROOM = 1.15  # size of the picture relative to the crowd's
LOOKS_AT = 0.8  # [m] above the ground, height of the point that the camera looks at


def render_crowd(
    plan: CrowdPlan, collection: bpy.types.Collection, path: str, count: int
) -> str:  # fmt: skip
    """Render a movie, or the middle frame where the path is a picture's.

    Args:
        count: number of frames.

    Returns a sentence that says what was rendered and how.
    """
    unit = 1.0 / plan.rigs[0].bone_map.metres_per_unit
    frames = range(plan.start_frame, plan.start_frame + count)
    is_picture = Path(path).suffix.lower() == ".png"
    if is_picture:
        frames = frames[count // 2 :]
    seen = frames[:1] if is_picture else (frames[0], frames[count // 2], frames[-1])
    places = np.concatenate([_places(collection, frame) for frame in seen])
    with temporary_scene(frames) as scene:
        scene.collection.children.link(collection)
        for thing in _stands_about(plan.rigs[0].armature.users_scene[0]):
            scene.collection.objects.link(thing)
        level = plan.rigs[0].ground_height * unit
        if plan.shot.ground.kind == "flat":
            add_ground(scene, places, unit, level)
        add_light(scene)
        _add_camera(scene, places, unit, level)
        render = render_picture if is_picture else render_scene
        return render(scene, path, SIZE, MATERIAL if plan.crowd.looks.materials else OBJECT)


def _stands_about(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """What of the scene is marked as ground, obstacle, prop or seat."""
    return [thing for part in (GROUND, OBSTACLE, PROP, SEAT) for thing in parts_of(scene, part)]


def _places(collection: bpy.types.Collection, frame: int) -> Array:
    """The members' places on the ground at a frame (members, 2)."""
    return np.concatenate(list(roots_of(collection, [frame]).values()))[:, :2]


def _add_camera(scene: bpy.types.Scene, places: Array, unit: float, level: float) -> None:
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    middle = Vector((*(places.min(axis=0) + places.max(axis=0)) / 2, level + LOOKS_AT * unit))
    across = float(np.linalg.norm(np.ptp(places, axis=0))) + 2.0 * unit
    away = ROOM * across * LENS / SENSOR
    camera.data.lens, camera.data.sensor_width = LENS, SENSOR
    camera.data.clip_start, camera.data.clip_end = 0.01 * away, 10.0 * away
    camera.location = middle - away * LOOKS.normalized()
    camera.rotation_euler = LOOKS.to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    scene.camera = camera

"""Where the members of a crowd are, and how near a camera comes to them."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...catalogue.crowds import BOXES, FULL, LIGHT
from ...retarget.light_motion import over_frames
from .crowd_light_object import light_objects, read_light_crowd
from .crowd_motion import root_of
from .crowd_scene import members_of, metres_per_unit_of

Array = NDArray[np.float64]
APART = 0.5  # [s] between the moments at which distances are taken


def roots_of(collection: bpy.types.Collection, frames: Sequence[int]) -> dict[int, Array]:
    """The root of each member at these frames (frames, 3), in the scene."""
    roots = {number: root_of(member, frames) for number, member in members_of(collection).items()}
    for thing in light_objects(collection):
        crowd = read_light_crowd(thing)
        world = np.array(thing.matrix_world, dtype=float)
        start, count = frames[0], frames[-1] + 1 - frames[0]
        places = over_frames(crowd.motion, crowd.start, start, count).places[:, :, 0]
        places = places[np.array(frames) - start] @ world[:3, :3].T + world[:3, 3]
        for place, member in enumerate(crowd.members):
            roots[member.number] = places[:, place]
    return roots


def kinds_by_distance(
    collection: bpy.types.Collection, camera: bpy.types.Object, full_within: float,
    light_within: float,
) -> dict[int, str]:  # fmt: skip
    """A kind for each member, by how near it comes to a camera over the scene's frames.

    Args:
        full_within, light_within: largest distances [m] of full and of light members; those that
            stay further away are boxes.

    Raises InvalidInput where the distances are not in that order, or there is no camera.
    """
    if camera is None or camera.type != "CAMERA":
        raise InvalidInput("There is no camera to measure from: give the scene one.")
    if not 0.0 <= full_within <= light_within:
        raise InvalidInput(
            f"Full members must be nearer than light ones: {full_within:g} m is not below "
            f"{light_within:g} m."
        )
    scene = bpy.context.scene
    step = max(1, round(APART * scene.render.fps / scene.render.fps_base))
    frames = sorted({*range(scene.frame_start, scene.frame_end, step), scene.frame_end})
    eyes, metre = _eyes(camera, frames), metres_per_unit_of(collection)
    nearest = {
        number: float(np.linalg.norm(root - eyes, axis=1).min()) * metre
        for number, root in roots_of(collection, frames).items()
    }
    return {
        number: FULL if far <= full_within else LIGHT if far <= light_within else BOXES
        for number, far in sorted(nearest.items())
    }


def _eyes(camera: bpy.types.Object, frames: Sequence[int]) -> Array:
    """The camera's places (frames, 3); (1, 3) where it does not move."""
    if not _moves(camera):
        return np.array(camera.matrix_world.translation)[None]
    scene = bpy.context.scene
    present, subframe = scene.frame_current, scene.frame_subframe
    places = []
    for frame in frames:
        scene.frame_set(frame)
        evaluated = camera.evaluated_get(bpy.context.evaluated_depsgraph_get())
        places.append(np.array(evaluated.matrix_world.translation))
    scene.frame_set(present, subframe=subframe)
    return np.array(places)


def _moves(camera: bpy.types.Object) -> bool:
    """Whether the place of an object may depend on the frame."""
    carrier: bpy.types.Object | None = camera
    while carrier is not None:
        if carrier.animation_data is not None or carrier.constraints:
            return True
        carrier = carrier.parent
    return False
